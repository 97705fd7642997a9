// Loads the next part of the list when its end becomes visible. Without this module, the end has a link. The list
// follows changes by others while the person is at its beginning.
import { leaveWith } from "/web/patterns/people/session.js";
import { warn, watch } from "/web/patterns/skeleton-loading/skeleton.js";
import { refresh, screen } from "/web/swap.js";

// The list is replaced after a change.
const list = () => document.querySelector(".documents");

async function extend(more, hadFocus) {
  const link = more.querySelector("a");
  if (more.ariaBusy) return;
  more.ariaBusy = "true";
  isLonger = true;
  const indicator = more.querySelector("template").content.firstElementChild.cloneNode(true);
  link.hidden = true;
  more.append(indicator);
  try {
    const next = await screen(link.href);
    const rows = [...next.querySelectorAll(".documents > li")];
    list().append(...rows);
    for (const row of rows) watch(row);
    if (hadFocus) rows[0]?.querySelector("a").focus();
    const rest = next.querySelector(".more");
    if (rest) more.replaceWith(rest);
    else more.remove();
    observe(rest);
  } catch {
    indicator.remove();
    link.hidden = false;
    more.ariaBusy = null;
    warn(more.dataset.failed);
  }
}

// Start early, so that people rarely wait. After a failure only the link loads more.
const ends = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    ends.unobserve(target);
    extend(target, false);
  }
}, { rootMargin: "0px 0px 50% 0px" });

function observe(more) {
  if (!more) return;
  ends.observe(more);
  more.querySelector("a").addEventListener("click", (event) => {
    event.preventDefault();
    extend(more, true);
  });
}

// Restores the list's length and scroll position for people who come back.
function keepPlace() {
  history.replaceState({ ...history.state, rows: list()?.children.length ?? 0, top: scrollY }, "");
}

async function comeBack({ rows = 0, top = 0 }) {
  for (let more = document.querySelector(".more"); more && list().children.length < rows; more = document.querySelector(".more")) {
    ends.unobserve(more);
    const before = list().children.length;
    await extend(more, false);
    if (list().children.length === before) break;
  }
  scrollTo(0, top);
}

// Whether more than the initial part has been loaded.
let isLonger = false;
const changes = new EventSource("/events");
leaveWith(changes);
let isKnown = false;
changes.addEventListener("documents", async () => {
  const wasKnown = isKnown;
  // The station's first event reports the current state.
  isKnown = true;
  if (!wasKnown || isLonger || scrollY > 0 || document.querySelector("dialog[open], #list :focus, body[data-selecting]")) return;
  await refresh(location.href);
  follow();
});

// Called after another list has replaced this one.
export function follow() {
  isLonger = false;
  observe(document.querySelector(".more"));
}

addEventListener("scrollend", keepPlace);
document.addEventListener("click", keepPlace, true);
observe(document.querySelector(".more"));
const [loading] = performance.getEntriesByType("navigation");
if (history.state?.rows && ["back_forward", "reload"].includes(loading?.type)) comeBack(history.state);
