// Skeletons for slow screens and pictures, and the notice when they take too long or fail. Times, texts and shapes
// come from the station: see `LoadingView`.
import { track } from "/web/network.js";

const store = document.getElementById("waiting");
const status = store.querySelector("[data-loading]");
const notice = store.querySelector(".notice");
const place = notice.parentElement;
const times = { skeleton: Number(store.dataset.skeletonTime), late: Number(store.dataset.lateTime) };

// MARK: The notice

let isOfPictures = false;
// Long enough to read the notice.
const askAgain = 4000;

// Shows an error, optionally with an action. Without a text, it says that the station did not respond.
export function warn(text, action, act) {
  const button = notice.querySelector("[data-act]");
  notice.querySelector("p").textContent = text || store.dataset.silent;
  button.hidden = !action;
  button.textContent = action ?? "";
  button.onclick = act;
  // A modal dialog covers everything else.
  ([...document.querySelectorAll("dialog:modal")].at(-1) ?? place).append(notice);
  notice.hidden = false;
  isOfPictures = false;
  if (text) return;
  dispatchEvent(new Event("stationsilent"));
  outlive();
}

export function dismiss() { notice.hidden = true; }

const ask = () => fetch("/web/icon.svg", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(times.late) });

// Calls a function when the station responds again, as long as it is still needed.
export async function whenBack(isAwaited, act) {
  while (isAwaited()) {
    await new Promise((resolve) => setTimeout(resolve, askAgain));
    if (await ask().catch(() => null) && isAwaited()) return act();
  }
}

// Removes the notice about the unreachable station when it responds.
function outlive() {
  whenBack(() => !notice.hidden && notice.querySelector("p").textContent === store.dataset.silent, dismiss);
}

// Calls a function if the station responds, and shows a notice otherwise.
export async function whenAnswered(act) {
  try { await track(ask()); } catch { return warn(""); }
  act();
}

// Shows that loading takes too long, with an action to restart it.
export function warnLate(act) { warn(store.dataset.late, store.dataset.reload, act); }

// Announces what is loading to assistive technology.
export function tell(text) { status.textContent = text; }

notice.querySelector("[data-dismiss]").addEventListener("click", dismiss);

// Calls one function when a skeleton is due, and one when loading takes too long.
export class Wait {
  constructor(appear, late) {
    this.timers = [setTimeout(appear, times.skeleton), setTimeout(late, times.late)];
  }

  end() { this.timers.forEach(clearTimeout); }
}

// MARK: Screens

const main = document.getElementById("main");

function screen(address) {
  const path = new URL(address).pathname;
  return [...store.querySelectorAll("template[data-path]")].find((template) => new RegExp(template.dataset.path).test(path));
}

function show(template) {
  const stand = document.createElement("div");
  stand.className = "stand-in";
  stand.append(template.content.cloneNode(true));
  main.append(stand);
  main.setAttribute("aria-busy", "true");
  status.textContent = template.dataset.label;
  scrollTo(0, 0);
  return stand;
}

// The browser loads the next screen. Until then, and if the person cancels, this one keeps working.
function leave(address, template, signal) {
  let stand = null;
  const end = track(new Promise((resolve) => signal.addEventListener("abort", resolve)));
  const wait = new Wait(
    () => { stand = template && show(template); },
    () => warnLate(() => location.assign(address)),
  );
  end.then(() => {
    wait.end();
    stand?.remove();
    main.removeAttribute("aria-busy");
    status.textContent = "";
    dismiss();
  });
}

window.navigation?.addEventListener("navigate", (event) => {
  if (event.hashChange || event.downloadRequest !== null || event.destination.sameDocument) return;
  const abort = new AbortController();
  event.signal.addEventListener("abort", () => abort.abort());
  // The browser restored this screen from its cache.
  addEventListener("pageshow", (shown) => { if (shown.persisted) abort.abort(); }, { once: true });
  // The station decides where a form leads to.
  leave(event.destination.url, event.formData ? null : screen(event.destination.url), abort.signal);
});

// MARK: Pictures

const waits = new Map();
const failed = new Set();

function tellBusy(image) {
  const place = image.closest("[data-waits]");
  const isBusy = place.querySelector("img.placeholder") !== null;
  if (isBusy) place.setAttribute("aria-busy", "true");
  else place.removeAttribute("aria-busy");
  status.textContent = document.querySelector("[data-waits][aria-busy]") ? store.dataset.pictures : "";
}

function stopWaiting(image) {
  waits.get(image)?.end();
  waits.delete(image);
  image.classList.remove("placeholder");
  tellBusy(image);
}

function wait(image) {
  if (image.complete || waits.has(image)) return;
  waits.set(image, new Wait(
    () => { image.classList.add("placeholder"); tellBusy(image); },
    () => {
      warnLate(() => location.reload());
      isOfPictures = true;
    },
  ));
}

function retry() {
  dismiss();
  for (const image of failed) {
    image.classList.remove("failed");
    image.src = image.src;
    wait(image);
  }
  failed.clear();
}

// Pictures far from the window are not loaded yet, and nothing waits for them.
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) wait(target);
});

export function watch(root) {
  for (const image of root.querySelectorAll("img[src]")) {
    // It may have failed before this module ran.
    if (image.complete && !image.naturalWidth) fail(image);
    else near.observe(image);
  }
}

document.addEventListener("load", ({ target }) => {
  if (!target.closest?.("[data-waits]")) return;
  stopWaiting(target);
  near.unobserve(target);
  if (isOfPictures && waits.size === 0 && failed.size === 0) dismiss();
}, true);

function fail(image) {
  stopWaiting(image);
  image.classList.add("failed");
  failed.add(image);
  const text = failed.size === 1 ? store.dataset.one : store.dataset.several;
  warn(text.replace("{n}", failed.size), store.dataset.again, retry);
  isOfPictures = true;
}

document.addEventListener("error", ({ target }) => { if (target.closest?.("[data-waits]")) fail(target); }, true);

for (const place of document.querySelectorAll("[data-waits]")) watch(place);
