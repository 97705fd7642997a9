// A sibling replaces the current one without a new screen: pushed in from the right if it follows, from the left if
// it precedes; also with the browser's Back and Forward. Browsers without such transitions show it immediately.
import { screen } from "/web/swap.js";
import { watch } from "/web/patterns/skeleton-loading/skeleton.js";

const place = (address) => /^(.*\/)(\d+)$/.exec(new URL(address, location).pathname);

function direction(from, to) {
  const [before, after] = [place(from), place(to)];
  if (!before || !after || before[1] !== after[1] || before[2] === after[2]) return null;
  return Number(after[2]) > Number(before[2]) ? "forward" : "back";
}

// The time in milliseconds to wait for the picture, so that no empty space is pushed in.
const patience = 1000;
function loaded(picture) {
  const image = new Image();
  const end = new Promise((resolve) => { image.onload = image.onerror = resolve; });
  image.src = picture.getAttribute("src");
  return Promise.race([end, new Promise((resolve) => setTimeout(resolve, patience))]);
}

let shown = location.href;
// The last requested sibling.
let wanted = null;

async function turn(address, isNew) {
  const way = direction(shown, address);
  wanted = address;
  let next;
  try {
    next = await screen(address);
    const picture = next.querySelector(".page-view img");
    if (picture) await loaded(picture);
  } catch { return location.assign(address); }
  if (wanted !== address) return;
  const change = () => {
    if (isNew) history.pushState(null, "", address);
    shown = location.href;
    document.title = next.title;
    document.getElementById("main").replaceChildren(...next.getElementById("main").childNodes);
    watch(document.getElementById("main"));
    scrollTo(0, 0);
    document.dispatchEvent(new Event("turned"));
    const heading = document.querySelector("h1");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const isAnimated = way && "types" in (globalThis.ViewTransition?.prototype ?? {}) && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isAnimated) return change();
  const transition = document.startViewTransition({ update: change, types: [way] });
  // A transition skipped by the next one is not an error.
  transition.ready.catch(() => {});
  transition.finished.catch(() => {});
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[rel=prev], a[rel=next], a[data-hit]");
  // A match on the same page is not a sibling.
  if (!link || link.pathname === location.pathname || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  turn(link.href, true);
});

addEventListener("popstate", () => { if (direction(shown, location.href)) turn(location.href, false); });
