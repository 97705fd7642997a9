// Model-based test of a browser's outbox against a station: random sequences of user actions and failures, using the
// browser's modules. Usage: node outbox.mjs FIRST COURSES. Prints what was lost, duplicated or left; nothing on
// success.
//
// Every awaited operation is a point where the browser, the station or the connection may fail: a request before or
// after it reaches the station, a browser before or after each transaction.

import { pathToFileURL } from "node:url";
import path from "node:path";

const web = path.resolve(import.meta.dirname, "../../web");
const rules = await import(pathToFileURL(`${web}/patterns/offline/rules.js`));

// A random number generator with a seed (mulberry32).
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// The station, which never loses stored data.
class Station {
  constructor() {
    this.drafts = new Map();
    this.documents = new Map([1, 2, 3].map((id) => [id, { id, version: 1, title: `Document ${id}`, isDeleted: false, pages: [{ filter: "color", quarterTurns: 0 }], changes: [] }]));
    this.answers = new Map();
    this.nextDocument = 10;
    // The number of times it refuses a picture.
    this.refusals = new Map();
  }

  draft(id) {
    if (!this.drafts.has(id)) this.drafts.set(id, { keys: [], document: null });
    return this.drafts.get(id);
  }

  picture({ scan, page }) {
    const draft = this.draft(scan.id);
    if (draft.document !== null) return draft.keys.includes(page.key) ? { status: 200 } : { status: 410 };
    const refusals = this.refusals.get(page.key) ?? 0;
    if (refusals > 0) {
      this.refusals.set(page.key, refusals - 1);
      return { status: 422, reason: "no picture" };
    }
    if (!draft.keys.includes(page.key)) draft.keys.push(page.key);
    return { status: 201 };
  }

  save({ scan }) {
    const draft = this.draft(scan.id);
    if (draft.document !== null) return { status: 200, document: draft.document };
    if (scan.pages.some(({ key }) => !draft.keys.includes(key))) return { status: 409 };
    draft.document = this.nextDocument++;
    const removed = new Set(scan.removed);
    const wanted = scan.pages.map(({ key }) => key);
    this.documents.set(draft.document, { id: draft.document, version: 1, keys: [...wanted, ...draft.keys.filter((key) => !wanted.includes(key) && !removed.has(key))] });
    return { status: 201, document: draft.document };
  }

  edit({ edit }) {
    if (this.answers.has(edit.key)) return this.answers.get(edit.key);
    const document = this.documents.get(edit.document);
    if (document.version !== edit.version) return { status: 409, theirs: structuredClone(document) };
    if (edit.kind === "file") Object.assign(document, edit.change);
    if (edit.kind === "page") Object.assign(document.pages[edit.page - 1], edit.change);
    if (edit.kind === "delete") document.isDeleted = true;
    document.version += 1;
    document.changes.push(edit.key);
    const answer = { status: 200, version: document.version };
    this.answers.set(edit.key, answer);
    return answer;
  }

  // Somebody saves the pages that have arrived.
  saveDraft(random) {
    const open = [...this.drafts.values()].filter(({ document, keys }) => document === null && keys.length);
    if (!open.length) return;
    const draft = open[Math.floor(random() * open.length)];
    draft.document = this.nextDocument++;
    this.documents.set(draft.document, { id: draft.document, version: 1, keys: [...draft.keys] });
  }
}

function course(seed) {
  const random = generator(seed);
  const chance = (share) => random() < share;
  const pick = (list) => list[Math.floor(random() * list.length)];
  const station = new Station();
  let now = 1, counter = 0;
  const id = () => `${seed}x${counter++}`;
  // The content of the disk.
  let scans = [], edits = [];
  // The person's expectation: captured and not deleted pages, and effective edits.
  const captured = new Set(), deleted = new Set();
  const put = (scan) => { scans = [...scans.filter((other) => other.id !== scan.id), scan]; };

  function step() {
    const item = rules.nextItem(scans, edits);
    if (!item) return false;
    const fate = random();
    // The browser is killed before the request, or there is no connection.
    if (item.kind === "edit") {
      edits = edits.map((edit) => (edit.key === item.edit.key ? { ...edit, state: "sending" } : edit));
      if (fate < 0.15) return true;
      const answer = station.edit(item);
      if (fate < 0.3) return true;
      const seen = answer.status === 409 && rules.isDone(item.edit, answer.theirs) ? { status: 200, version: answer.theirs.version } : answer;
      edits = rules.editsAfter(edits, item.edit, seen);
      return true;
    }
    put(rules.scanBefore(item.scan, item));
    if (fate < 0.15) return true;
    const answer = item.kind === "picture" ? station.picture(item) : station.save(item);
    if (fate < 0.3) return true;
    const before = scans.find((scan) => scan.id === item.scan.id);
    const after = rules.scanAfter(before, item, answer, id(), now);
    if (after.id !== before.id) scans = scans.filter((scan) => scan.id !== before.id);
    put(after);
    return true;
  }

  const acts = [
    () => {
      let scan = scans.find(({ state }) => state === "open") ?? rules.newScan(id(), "p", now);
      const key = id();
      captured.add(key);
      if (chance(0.15)) station.refusals.set(key, 1 + Math.floor(random() * 2));
      put(rules.changed(scan, { kind: "add", page: { key } }, now));
    },
    () => { const scan = scans.find(({ state }) => state === "open"); if (scan) put(rules.changed(scan, { kind: "finish" }, now)); },
    () => {
      const scan = pick(scans.filter((scan) => rules.isChangeable(scan) && scan.pages.length > 1));
      if (!scan) return;
      const page = pick(scan.pages);
      deleted.add(page.key);
      put(rules.changed(scan, { kind: "remove", key: page.key }, now));
    },
    () => { const scan = pick(scans.filter((scan) => rules.isChangeable(scan) && scan.pages.length)); if (scan) put(rules.changed(scan, { kind: "move", key: pick(scan.pages).key, place: 0 }, now)); },
    () => {
      const document = station.documents.get(pick([1, 2, 3]));
      const kind = pick(["file", "file", "page", "delete"]);
      const last = edits.filter((edit) => edit.document === document.id).at(-1);
      const version = last?.version ?? document.version;
      const change = kind === "file" ? { title: `Title ${id()}` } : kind === "page" ? { quarterTurns: Math.floor(random() * 4) } : {};
      edits = rules.withEdit(edits, { key: id(), person: "p", document: document.id, title: "", kind, page: kind === "page" ? 1 : null, change, version, state: "waiting", reason: null, created: now });
    },
    () => { const document = station.documents.get(pick([1, 2, 3])); Object.assign(document, { title: `Other ${id()}`, version: document.version + 1 }); },
    () => { if (chance(0.2)) station.saveDraft(random); },
    () => { const scan = scans.find(({ state }) => state === "failed"); if (scan) put(rules.changed(scan, { kind: "finish" }, now)); },
    () => {
      const conflict = edits.find(({ state }) => state === "conflict");
      if (conflict) edits = rules.resolved(edits, conflict.key, pick(["mine", "theirs"]), id());
    },
    step, step, step,
  ];
  for (let count = 0; count < 60; count++) { now++; pick(acts)(); }
  // At the end, the person finishes and decides, and everything is sent.
  for (let rounds = 0; rounds < 2000; rounds++) {
    now++;
    for (const scan of scans.filter(({ state, pages }) => ["open", "failed"].includes(state) && pages.length)) put(rules.changed(scan, { kind: "finish" }, now));
    const conflict = edits.find(({ state }) => state === "conflict");
    if (conflict) edits = rules.resolved(edits, conflict.key, "mine", id());
    if (!step() && !edits.length) break;
  }

  const problems = [];
  if (edits.length) problems.push(`${edits.length} edits are left`);
  const left = scans.filter(({ state, pages }) => state !== "sent" && pages.length);
  if (left.length) problems.push(`${left.length} scans are left: ${JSON.stringify(left)}`);
  const stored = [...station.documents.values()].flatMap(({ keys }) => keys ?? []);
  for (const key of captured) if (!deleted.has(key) && !stored.includes(key)) problems.push(`page ${key} is lost`);
  if (new Set(stored).size !== stored.length) problems.push("a page is stored twice");
  const changes = [...station.documents.values()].flatMap(({ changes }) => changes ?? []);
  if (new Set(changes).size !== changes.length) problems.push("a change was made twice");
  return problems;
}

const [first, count] = process.argv.slice(2).map(Number);
for (let seed = first; seed < first + count; seed++) {
  const problems = course(seed);
  if (problems.length) { console.log(`course ${seed}: ${problems.join("; ")}`); process.exitCode = 1; break; }
}
