// Sends pending items one after another, from a screen or the service worker. Only one of all does so at a time.
// Canceling stops after the current item; an interrupted synchronization continues where it was.
import { editsAfter, isDone, isRefused, itemCount, nextItem, scanAfter, scanBefore, trouble, verdict, withSync } from "/web/patterns/offline/rules.js";
import { changeEdits, changeScan, fact, opened, outbox, read, setFact } from "/web/patterns/offline/store.js";

export const channelName = "recto-sync";
const accept = "application/problem+json";
// The timeout of a request in milliseconds, after which it is retried later.
const patience = 60_000;
// The timeout of a request that only checks whether the station can be reached.
const shortPatience = 5000;

export function newID() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function ask(method, path, { body, key, type = "application/json", time = patience } = {}) {
  const headers = { Accept: accept, ...(body && { "Content-Type": type }), ...(key && { "Idempotency-Key": key }) };
  try {
    const answer = await fetch(path, { method, body, headers, redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(time) });
    const value = await answer.json().catch(() => ({}));
    return { ...value, status: answer.status, reason: value.detail ?? null };
  } catch { return { status: 0 }; }
}

// Returns the browser's owner as known to the station; `null` if it cannot be reached.
export async function stationState() {
  const answer = await ask("GET", "/offline/state", { time: shortPatience });
  return answer.status === 200 ? answer : null;
}

async function sendPicture({ scan, page }) {
  const picture = await read("pictures", page.key);
  // The browser has lost the picture.
  if (!picture) return { status: 422, reason: "" };
  return ask("POST", `/offline/scans/${scan.id}/pages/${page.key}`, { body: opened(picture.file), type: picture.file.type });
}

function saveScan({ scan }) {
  const pages = scan.pages.filter((page) => !isRefused(page)).map(({ key, corners, filter, turns }) => ({ key, corners, filter, quarterTurns: turns }));
  return ask("POST", `/offline/scans/${scan.id}`, {
    body: JSON.stringify({ title: scan.title, captured: scan.created, pages, removed: scan.removed }),
  });
}

async function sendEdit({ edit }) {
  const { kind, document, page, change, version, key } = edit;
  const path = `/offline/documents/${document}`;
  const answer = await (
    kind === "delete" ? ask("DELETE", `${path}?version=${version}`, { key })
    : kind === "page" ? ask("PATCH", `${path}/pages/${page}`, { key, body: JSON.stringify({ version, ...change }) })
    : ask("PATCH", path, { key, body: JSON.stringify({ version, fields: change }) }));
  if (!["conflict", "gone"].includes(verdict(answer.status))) return answer;
  // The other change is shown next to this one.
  const theirs = await ask("GET", path);
  if (verdict(theirs.status) === "later") return { status: 0 };
  const { status, reason, ...document_ } = theirs;
  return { ...answer, theirs: status === 200 ? document_ : null };
}

async function send(item) {
  if (item.kind === "edit") {
    await changeEdits(item.edit.person, (edits) => edits.map((edit) => (edit.key === item.edit.key ? { ...edit, state: "sending" } : edit)));
    const answer = await sendEdit(item);
    const isSame = "theirs" in answer && isDone(item.edit, answer.theirs);
    const seen = isSame ? { status: 200, version: answer.theirs?.version ?? item.edit.version } : answer;
    // The stored document is still the previous version, so remember the new version for the next change.
    if (verdict(seen.status) === "done") await setFact(`version ${item.edit.person} ${item.edit.document}`, seen.version);
    await changeEdits(item.edit.person, (edits) => editsAfter(edits, item.edit, seen));
    return answer.status;
  }
  // The scan cannot be changed from now on.
  await changeScan(item.scan.id, (scan) => scanBefore(scan, item));
  const answer = item.kind === "picture" ? await sendPicture(item) : await saveScan(item);
  await changeScan(item.scan.id, (scan) => scanAfter(scan, item, answer, newID(), Date.now()));
  return answer.status;
}

// Sends everything in a person's outbox. Returns how it ended: "completed", "stopped", "interrupted", "stranger",
// "busy" or "nothing".
export async function synchronize({ tell = () => {}, isCancelled = () => false } = {}) {
  return navigator.locks.request("recto-sync", { ifAvailable: true }, async (lock) => {
    if (!lock) return "busy";
    const person = await fact("person");
    if (!person) return "stranger";
    const state = await stationState();
    if (!state) return "interrupted";
    // One person's scans must not be sent as another's.
    if (state.person !== person) return "stranger";
    const begun = await outbox(person);
    const total = itemCount(begun.scans, begun.edits);
    if (total > 0) tell({ state: "syncing", done: 0, total });
    const end = await sendAll(person, total, tell, isCancelled);
    const now = Date.now();
    if (end === "completed") await setFact(`synced ${person}`, now);
    if (total > 0 && end === "completed") await setFact(`syncs ${person}`, withSync((await fact(`syncs ${person}`)) ?? [], now));
    const rest = await outbox(person);
    tell({ state: end, done: total, total, left: itemCount(rest.scans, rest.edits), troubles: trouble(rest.scans, rest.edits), hadItems: total > 0, time: now });
    return end;
  });
}

async function sendAll(person, total, tell, isCancelled) {
  for (let done = 0; ; done++) {
    const { scans, edits } = await outbox(person);
    const item = nextItem(scans, edits);
    if (!item) return "completed";
    if (isCancelled()) return "stopped";
    tell({ state: "syncing", done: Math.min(done + 1, total), total: Math.max(total, done + 1) });
    const meaning = verdict(await send(item));
    if (meaning === "later") return "interrupted";
    if (meaning === "stranger") return "stranger";
  }
}
