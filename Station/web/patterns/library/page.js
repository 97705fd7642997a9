// A page: it can be enlarged in its frame, and arrow keys lead to its neighbors. The
// matches of a search are highlighted; the chosen one is visible and large enough to read.
import { screen } from "/web/swap.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

// The zoom factors relative to the size in the window.
const sizes = [1, 1.5, 2, 3, 4];
let size = 0;

// Zooms around the center of the visible part.
function zoom(step) {
  const frame = document.querySelector(".page-frame");
  const wanted = Math.min(Math.max(step === 0 ? 0 : size + step, 0), sizes.length - 1);
  const width = frame.firstElementChild.clientWidth;
  const [left, top] = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  size = wanted;
  // Set it outside of the part that is replaced when the text is recognized.
  document.documentElement.style.setProperty("--zoom", sizes[size]);
  document.body.classList.toggle("zoomed", size > 0);
  const factor = frame.firstElementChild.clientWidth / width;
  frame.scrollTo(left * factor - frame.clientWidth / 2, top * factor - frame.clientHeight / 2);
  document.querySelector("[data-zooms=in]").disabled = size === sizes.length - 1;
  document.querySelector("[data-zooms=out]").disabled = size === 0;
}

// The minimum readable size of letters in pixels; smaller ones are enlarged.
const readable = 14;

async function reveal() {
  const mark = document.querySelector(".marks .current rect");
  const picture = document.querySelector(".page-view img");
  if (!mark) return;
  // Before the picture is loaded, its page has no height. A missing picture hides no highlights.
  await picture.decode().catch(() => {});
  if (!mark.isConnected) return;
  while (size < sizes.length - 1 && mark.getBoundingClientRect().height < readable) zoom(1);
  mark.scrollIntoView({ block: "center", inline: "center" });
}

// Each page starts at the size of its window.
document.addEventListener("turned", () => {
  zoom(0);
  reveal();
});
reveal();

// For the next match on the same page, only the highlights and the bar are replaced.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-hit]");
  if (!link || link.pathname !== location.pathname || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  let next;
  try { next = await screen(link.href); } catch { return location.assign(link.href); }
  history.replaceState(null, "", link.href);
  for (const id of ["hits", "marks"]) {
    const [old, other] = [document.getElementById(id), next.getElementById(id)];
    if (old && other) old.replaceWith(document.adoptNode(other));
  }
  const button = document.getElementById("marks-button");
  if (button) button.ariaPressed = `${!document.body.classList.contains("unmarked")}`;
  const same = document.getElementById(link.id);
  (same.disabled ? document.querySelector("a[data-hit]") : same)?.focus({ preventScroll: true });
  reveal();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-marks]");
  if (button) button.ariaPressed = `${!document.body.classList.toggle("unmarked")}`;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zooms]");
  if (!button) return;
  zoom(button.dataset.zooms === "in" ? 1 : -1);
  // A button at its limit cannot keep the focus.
  if (button.disabled) document.querySelector("[data-zooms]:enabled").focus();
});

document.addEventListener("keydown", (event) => {
  const step = { "+": 1, "-": -1, 0: 0 }[event.key];
  if (step === undefined || !document.querySelector(".page-frame") || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  event.preventDefault();
  zoom(step);
});

document.addEventListener("keydown", (event) => {
  const link = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  // With Shift they extend a selection, with other modifiers they belong to the browser, and they scroll a page
  // larger than its frame.
  if (!link || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea, .zoomed .page-frame")) return;
  document.querySelector(`a#${link}`)?.click();
});
