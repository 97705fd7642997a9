// Forms and links that change parts of a screen. The parts of the answer replace those with the same id. A part with an
// overlay stays under it until the answer and its pictures have loaded.
import { problems, reason, request } from "/web/network.js";
import { Overlay } from "/web/overlay.js";
import { warn, whenAnswered } from "/web/patterns/skeleton-loading/skeleton.js";

// A person who chose to stay can send the form again.
const doubleClickTime = 1000;

// The screen in the station's answer.
export async function screen(address, options) {
  const answer = await request(address, { ...options, headers: problems });
  if (!answer.ok) throw new Error(await reason(answer, ""));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function loaded(picture) {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = image.onerror = resolve;
    image.src = picture.getAttribute("src");
  });
}

// Scroll positions in a part are kept.
export function replace(part, other) {
  const places = [...part.querySelectorAll("[data-scrolls]")].map((element) => element.scrollTop);
  part.replaceWith(document.adoptNode(other));
  for (const [index, element] of [...other.querySelectorAll("[data-scrolls]")].entries()) element.scrollTop = places[index] ?? 0;
}

async function swap({ id, address, options }) {
  const overlay = Overlay.of(document.getElementById(id));
  try {
    await show(await screen(address, options));
  } catch (error) {
    // The browser throws a TypeError if there was no answer.
    warn(error instanceof TypeError ? "" : error.message);
  } finally { overlay?.end(); }
}

// Until what a person has pressed is let go: a button that is replaced meanwhile gets no click, and the tap would be lost.
let released = Promise.resolve();
let release = () => {};
addEventListener("pointerdown", () => {
  release();
  released = new Promise((resolve) => { release = resolve; });
}, true);
// The click comes after these, if there is one.
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(release, 100), true);
// What is done with a key, or chosen in a list of the browser's own, of which the page does not see the end.
for (const kind of ["click", "change", "keydown"]) addEventListener(kind, () => setTimeout(release), true);
addEventListener("pointermove", (event) => { if (event.buttons === 0) release(); }, true);
addEventListener("blur", (event) => { if (event.target === window) release(); });

// Puts the parts of another screen in the place of those of this one.
export async function show(next) {
  await Promise.all([...next.querySelectorAll("[data-part] [data-waits] img[src]")].map(loaded));
  await released;
  while (leaving) await departure;
  const { id: focused, dataset: { otherwise } = {} } = document.activeElement ?? {};
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = next.getElementById(part.id);
    if (other) replace(part, other);
  }
  if (focused && document.activeElement === document.body) (document.getElementById(focused) ?? document.getElementById(otherwise))?.focus();
}

// Shows what has changed on the screen elsewhere. If the screen is no longer there, the browser goes to another, unless a form
// leads it somewhere already: what the form has done would not be told.
export function refresh(otherwise) {
  last = last.then(() => screen(location.href).then(show, async (error) => {
    if (error instanceof TypeError) return;
    while (leaving) await departure;
    if (!isSent) location.replace(otherwise);
  }));
  return last;
}

// One after the other, in the order of the requests.
let last = Promise.resolve();
function enqueue(element, address, options) {
  const id = element.closest("[data-part]")?.id;
  last = last.then(() => swap({ id, address, options }));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-swaps]") || event.defaultPrevented) return;
  event.preventDefault();
  enqueue(form, form.action, { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
});

// Other forms lead to another screen. Without the station they would lead to an error of the browser, and what was entered would
// be lost: so they are sent if it answers. Then they say `leaves`.
const asked = new WeakSet();
// The form that is on its way: a second click sends nothing.
let leaving = null;
// Until it is gone, or was not sent. A form that is replaced meanwhile would go nowhere.
let departure = Promise.resolve();
let endDeparture = () => {};
// Whether a form has been sent, of which the answer may not have come yet.
let isSent = false;
function stay() {
  leaving = null;
  endDeparture();
}
addEventListener("pageshow", () => {
  isSent = false;
  stay();
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-swaps]") || event.defaultPrevented || form.method !== "post") return;
  if (asked.delete(form)) return form.dispatchEvent(new Event("leaves", { bubbles: true }));
  event.preventDefault();
  if (form === leaving) return;
  leaving = form;
  endDeparture();
  departure = new Promise((resolve) => { endDeparture = resolve; });
  whenAnswered(() => {
    asked.add(form);
    form.requestSubmit(event.submitter);
    isSent = true;
  }).finally(() => setTimeout(stay, doubleClickTime));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swaps]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  enqueue(link, link.href);
});
