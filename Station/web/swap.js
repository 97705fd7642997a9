// Forms and links that change parts of a screen. The parts of the response replace those with the same id. A part
// with an overlay stays below it until the response and its pictures have loaded.
import { problems, reason, request } from "/web/network.js";
import { Overlay } from "/web/overlay.js";
import { warn, whenAnswered } from "/web/patterns/skeleton-loading/skeleton.js";

// A person who chose to stay can send the form again.
const doubleClickTime = 1000;

// Resolves to the screen in the station's response.
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

// Preserves scroll positions inside a part.
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

// Resolves when the pressed pointer is released: a button replaced before that gets no click, and the tap would be
// lost.
let released = Promise.resolve();
let release = () => {};
addEventListener("pointerdown", () => {
  release();
  released = new Promise((resolve) => { release = resolve; });
}, true);
// A click, if any, follows these events.
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(release, 100), true);
// Key presses and choices in the browser's own lists, whose end the page does not see.
for (const kind of ["click", "change", "keydown"]) addEventListener(kind, () => setTimeout(release), true);
addEventListener("pointermove", (event) => { if (event.buttons === 0) release(); }, true);
addEventListener("blur", (event) => { if (event.target === window) release(); });

// Replaces the parts of this screen with those of another one.
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

// Updates the screen after changes elsewhere. If it no longer exists, the browser navigates to another one, unless a
// form is already navigating, whose result would not be shown.
export function refresh(otherwise) {
  last = last.then(() => screen(location.href).then(show, async (error) => {
    if (error instanceof TypeError) return;
    while (leaving) await departure;
    if (!isSent) location.replace(otherwise);
  }));
  return last;
}

// One after another, in the order of the requests.
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

// Other forms navigate to another screen. If the station cannot be reached, the browser would show an error and the
// entries would be lost. So they are only sent if it responds, after a `leaves` event.
const asked = new WeakSet();
// The form being sent: a second click sends nothing.
let leaving = null;
// Resolves when it has been sent or has failed. A form replaced before that would not be sent.
let departure = Promise.resolve();
let endDeparture = () => {};
// Whether a form has been sent whose response may be pending.
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
