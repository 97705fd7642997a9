// On every screen: whether the station can be reached, pending changes, and their synchronization. Texts and times
// come from `OfflineView`.
import { bannerTime, isFrequent, isOver, pause, room, trouble, unsent } from "/web/patterns/offline/rules.js";
import { all, dropScan, fact, handOver, outbox, setFact } from "/web/patterns/offline/store.js";
import { channelName, stationState, synchronize } from "/web/patterns/offline/sync.js";
import { forgetOthers, keepDocuments } from "/web/patterns/offline/keep.js";

const view = document.getElementById("offline");
const part = (selector) => view.querySelector(selector);
const [bar, banner, syncBanner, line] = [".status-bar", ".offline-banner", ".sync-banner", ".sync-line"].map(part);
// The question on the screen where people sign out.
const question = document.getElementById("unsent");
const retrySeconds = Number(view.dataset.retry);
// The initial interval in seconds for checking an unreachable station, which grows over time.
const askSeconds = 5;
const completedTime = 4000;

export function say(root, name, values = {}) {
  const template = root.querySelector(`template[data-say="${name}"]`);
  return Object.entries(values).reduce((text, [key, value]) => text.replace(`{${key}}`, value), template?.innerHTML.trim() ?? "").replaceAll("&amp;", "&");
}

// Notifies the screen of changes to pending items or to the connection.
const tellChange = () => dispatchEvent(new Event("outboxchange"));

// MARK: Whose browser it is

let person = null;

// Determines the person. Offline screens do not contain it, but the station provides it if it can be reached.
async function findPerson() {
  const isForNobody = "nobody" in view.dataset;
  const told = view.dataset.person || isForNobody ? view.dataset : (await look()) ?? {};
  if (isForNobody) await setFact("person", null);
  if (told.person) {
    if (told.former) await handOver(told.former, told.person);
    await setFact("person", told.person);
    await setFact("locked", false);
  }
  person = (await fact("person")) ?? null;
  if (told.person || isForNobody) await forgetOthers(person);
  return person;
}

// MARK: The connection

let isOffline = false;
let failures = 0;
let timer;

async function look() {
  clearTimeout(timer);
  const state = navigator.onLine ? await stationState() : null;
  failures = state ? 0 : failures + 1;
  if (!state) timer = setTimeout(look, Math.min(pause(failures - 1, askSeconds), retrySeconds * 1000));
  turn(!state);
  return state;
}

function turn(offline) {
  if (offline === isOffline) return;
  isOffline = offline;
  document.documentElement.toggleAttribute("data-offline", offline);
  bar.hidden = !offline;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    meta.dataset.usual ??= meta.content;
    meta.content = offline ? view.dataset.color : meta.dataset.usual;
  }
  if (offline) showBanner();
  else {
    banner.hidden = true;
    sync();
  }
  tellChange();
}

// The banner would promise too much if nothing can be stored; offline screens explain that themselves.
function showBanner() {
  if (!navigator.serviceWorker?.controller || !view.dataset.person) return;
  banner.hidden = false;
  const time = bannerTime(Number(view.dataset.banner));
  if (time !== null) setTimeout(() => { banner.hidden = true; }, time);
}

part("[data-close-banner]").addEventListener("click", () => { banner.hidden = true; });
addEventListener("offline", look);
addEventListener("online", look);
// A request got no response.
addEventListener("stationsilent", () => { if (!isOffline) look(); });

// MARK: Syncing

const channel = new BroadcastChannel(channelName);
let isSyncing = false;
let isManual = false;
let isCancelled = false;
let isBannerClosed = false;

channel.onmessage = ({ data }) => {
  if (data.kind === "cancel") isCancelled = true;
  if (data.kind === "progress") show(data.progress);
  if (data.kind === "change") refresh();
};

export async function sync({ manually = false } = {}) {
  await ready;
  if (!person) return;
  if (manually) [isManual, isBannerClosed] = [true, false];
  if (isSyncing) return;
  [isSyncing, isCancelled] = [true, false];
  if (isManual) show({ state: "syncing", done: 0, total: 0 });
  let hadItems = false;
  const end = await synchronize({ tell: (progress) => { hadItems ||= progress.hadItems; channel.postMessage({ kind: "progress", progress }); show(progress); }, isCancelled: () => isCancelled })
    .catch(() => "interrupted").finally(() => { isSyncing = false; });
  if (end === "interrupted" || end === "stranger") await interrupted(end);
  if (end === "completed") await keep(isManual || hadItems);
  isManual = false;
}

async function interrupted(end) {
  const { scans, edits } = await outbox(person);
  if (isManual) show({ state: end, left: unsent(scans, edits), hadItems: true, done: 0, total: 0 });
  else unspin();
  if (end === "interrupted") await look();
}

// Sent changes are now in the library, and are downloaded with it.
async function keep(isAsked) {
  if (!navigator.serviceWorker?.controller) return;
  const state = await stationState();
  if (state && state.person === person) await keepDocuments(person, state, isAsked).catch(() => {});
  tellChange();
}

function unspin() {
  document.documentElement.removeAttribute("data-syncing");
  line.hidden = true;
}

let completion;
function show(progress) {
  clearTimeout(completion);
  const isUnderWay = progress.state === "syncing";
  document.documentElement.toggleAttribute("data-syncing", isUnderWay);
  line.hidden = !isUnderWay || document.querySelector("main [data-sync]") !== null;
  if (progress.total) line.setAttribute("aria-valuenow", Math.round(100 * progress.done / progress.total));
  const isShown = isManual || progress.hadItems || progress.total > 0;
  syncBanner.hidden = !isShown || isBannerClosed;
  syncBanner.dataset.state = progress.state;
  part("[data-sync-cancel]").hidden = !isUnderWay;
  part(".sync-banner [data-sign-in]").hidden = progress.state !== "stranger";
  part(".sync-text").textContent = words(progress);
  for (const ring of document.querySelectorAll(".sync-ring")) ringAs(ring, progress.state);
  if (isUnderWay) return;
  isBannerClosed = false;
  completion = setTimeout(() => { syncBanner.hidden = true; }, completedTime);
  refresh();
}

function words({ state, done, total, left, troubles }) {
  if (state === "syncing" && isCancelled) return say(view, "stopping");
  if (state === "syncing") return total === 0 ? say(view, "beginning") : say(view, "syncing", { n: done, m: total });
  if (state === "completed") return [say(view, "completed"), troubles && say(view, "trouble", { n: troubles })].filter(Boolean).join(" · ");
  return say(view, ["stopped", "stranger"].includes(state) ? state : "interrupted", { n: left });
}

// Sets the profile's checkout indicator.
function ringAs(ring, state) {
  ring.removeAttribute("hidden");
  ring.dataset.state = state === "syncing" ? "processing" : state === "completed" ? "success" : "failure";
}

function cancel() {
  isCancelled = true;
  channel.postMessage({ kind: "cancel" });
  part(".sync-text").textContent = say(view, "stopping");
}

part("[data-sync-cancel]").addEventListener("click", cancel);
part("[data-close-sync]").addEventListener("click", () => { [isBannerClosed, syncBanner.hidden] = [true, true]; });
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-sync]")) return;
  question?.close();
  sync({ manually: true });
});

// Sends pending changes now, or lets the browser do it when it is online again.
export async function queued() {
  channel.postMessage({ kind: "change" });
  await refresh();
  navigator.storage?.persist?.().catch(() => {});
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
  await registration?.sync?.register("recto-outbox").catch(() => {});
  if (!isOffline) sync();
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) regularly(); });
setInterval(() => { if (!document.hidden) regularly(); }, retrySeconds * 1000);

async function regularly() {
  if (!person) return;
  const { scans, edits } = await outbox(person);
  if (unsent(scans, edits) === 0) return;
  if (isOffline) await look();
  else await sync();
}

// MARK: Presentation

async function refresh() {
  const time = person && (await fact(`synced ${person}`));
  const { scans, edits } = person ? await outbox(person) : { scans: [], edits: [] };
  const count = unsent(scans, edits);
  const told = time ? say(view, "synced", { time: new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) }) : say(view, "never");
  for (const element of document.querySelectorAll("[data-sync-time]")) [element.textContent, element.dataset.time] = [told, time ?? ""];
  for (const element of document.querySelectorAll("[data-sync-waiting]")) element.textContent = waiting(count, trouble(scans, edits));
  if (question) question.querySelector("[data-unsent]").textContent = say(view, "unsent", { n: count });
  if (person && (count > 0 || isFrequent((await fact(`syncs ${person}`)) ?? [], Date.now()))) offerSync(count);
  tellChange();
  return count;
}

function waiting(count, troubles) {
  if (notKept) return say(view, notKept);
  if (count === 0) return say(view, "nothing");
  return [say(view, "unsent", { n: count }), troubles && say(view, "trouble", { n: troubles })].filter(Boolean).join(" · ");
}

// Shows the button on the first screens of the sections, too, for people who synchronize often or have to.
function offerSync() {
  const title = document.querySelector("main .titlebar");
  const isFirst = [...document.querySelectorAll("nav a[href]:not([href*='?'])")].some((link) => link.pathname === location.pathname);
  if (!title || !isFirst || document.querySelector("main [data-sync]")) return;
  title.append(part("template[data-sync-action]").content.cloneNode(true));
}

// Returns the level of free storage, to warn before it is full.
export async function roomLevel() {
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return estimate?.quota ? room(estimate) : "enough";
}

export async function tellRoom(element) {
  const level = await roomLevel();
  element.hidden = level === "enough";
  element.textContent = level === "enough" ? "" : say(view, level);
  return level;
}

// MARK: Signing out

let isConfirmed = false;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!person || form.getAttribute("action") !== "/sign-out" || isConfirmed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  refresh().then((count) => {
    if (count > 0 && question) return question.showModal();
    leave(form);
  }, () => leave(form));
}, true);

async function leave(form) {
  isConfirmed = true;
  await forgetOthers(null).catch(() => {});
  form.requestSubmit();
}

question?.querySelector("[data-sign-out]").addEventListener("click", () => {
  question.close();
  leave(document.querySelector("form[action='/sign-out']"));
});

// MARK: The start

// The reason why nothing can be stored, as the name of a text.
let notKept = null;

async function register() {
  if (!isSecureContext) notKept = "insecure";
  if (!isSecureContext || !navigator.serviceWorker) return;
  try { await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }); } catch { notKept = "untrusted"; }
  navigator.serviceWorker.controller?.postMessage({ kind: "files" });
  const { lang } = document.documentElement;
  const known = await fact("language");
  if (known && known !== lang) navigator.serviceWorker.controller?.postMessage({ kind: "screens" });
  if (known !== lang) await setFact("language", lang);
}

export const ready = start();

async function start() {
  if (!globalThis.indexedDB) return null;
  await findPerson();
  if (view.dataset.person) {
    if (!navigator.onLine) look();
    await register();
  }
  const now = Date.now();
  if (person) for (const scan of (await all("scans", person)).filter((scan) => isOver(scan, now))) await dropScan(scan);
  if (await refresh() > 0) regularly();
  else if (view.dataset.person) keep(false);
  return person;
}
