// The rules of what waits in a browser: functions of values alone, which the tests call in Node. Times are milliseconds.
//
// A scan is a document of pages that was captured without the station:
//   { id, person, title, created, changed, state, former, attempts, reason, document, removed, taken, pages: [{ key, corners, filter, turns, signature, isSent, isOther, refused, number }] }
// `refused` is why the station does not take a page. The others are sent without it; then the scan has the refused ones alone, each with
// its former place as `number`, and `document` is what the `taken` others have become.
// An edit is a change of a document of the library:
//   { key, person, document, title, kind, page, change, version, state, reason, theirs, created }

// States in which a scan can be changed. Once it is about to be saved it cannot: the station may already have it.
const changeable = new Set(["open", "waiting", "failed"]);
// The number of times a confirmed page that the station lost is sent again.
const attempts = 3;

export function isChangeable(scan) { return changeable.has(scan.state); }

// Whether a page is refused until the person retries it.
export function isRefused({ refused }) { return typeof refused === "string"; }

export function newScan(id, person, now) {
  return { id, person, title: null, created: now, changed: now, state: "open", former: null, attempts: 0, reason: null, document: null, removed: [], pages: [] };
}

// Applies a person's change to a scan, if its state allows it.
export function changed(scan, change, now) {
  if (change.kind === "restore") return scan.state === "deleted" ? { ...scan, state: scan.former, former: null, changed: now } : scan;
  if (!isChangeable(scan)) return scan;
  const pages = scan.pages;
  const at = pages.findIndex(({ key }) => key === change.key);
  const next = { ...scan, changed: now };
  switch (change.kind) {
    case "add": return { ...next, pages: [...pages, { isSent: false, turns: null, corners: null, filter: "color", ...change.page }] };
    case "title": return { ...next, title: change.title.trim() || null };
    case "page": return at < 0 ? scan : { ...next, pages: pages.with(at, { ...pages[at], ...change.page }) };
    case "move": {
      const rest = pages.toSpliced(at, 1);
      return at < 0 ? scan : { ...next, pages: rest.toSpliced(Math.max(0, Math.min(change.place, rest.length)), 0, pages[at]) };
    }
    case "remove": return at < 0 ? scan : { ...next, pages: pages.toSpliced(at, 1), removed: pages[at].isSent ? [...scan.removed, change.key] : scan.removed };
    case "insert": return { ...next, pages: pages.toSpliced(change.place, 0, change.page), removed: scan.removed.filter((key) => key !== change.page.key) };
    // It can be restored for a limited time.
    case "delete": return { ...next, state: "deleted", former: scan.state };
    case "finish": return pages.length ? { ...next, state: "waiting", attempts: 0, reason: null, pages: pages.map((page) => ({ ...page, refused: null })) } : scan;
    // Continues with another page.
    case "reopen": return { ...next, state: "open" };
    default: throw new Error(`no change of a scan: ${change.kind}`);
  }
}

// MARK: The order of sending

// A scan whose pages were all deleted is not sent.
function isToBeSent({ state, pages }) { return (state === "waiting" || state === "sending") && pages.length > 0; }

// Returns the next item to send: a page, the end of a scan, or an edit; `null` if nothing can be sent now. The oldest
// comes first. An edit that waits for the person only holds back later ones of the same document.
export function nextItem(scans, edits) {
  const items = [];
  for (const scan of scans) {
    if (!isToBeSent(scan)) continue;
    const page = scan.pages.find((page) => !page.isSent && !page.isOther && !isRefused(page));
    items.push(page ? { kind: "picture", at: scan.created, scan, page } : { kind: "save", at: scan.created, scan });
  }
  const held = new Set();
  for (const edit of edits.toSorted((a, b) => a.created - b.created)) {
    if (held.has(edit.document)) continue;
    held.add(edit.document);
    if (edit.state === "waiting" || edit.state === "sending") items.push({ kind: "edit", at: edit.created, edit });
  }
  return items.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

// Returns the number of requests needed to send everything.
export function itemCount(scans, edits) {
  const ofScans = scans.filter(isToBeSent).reduce((sum, { pages }) => sum + 1 + pages.filter((page) => !page.isSent && !isRefused(page)).length, 0);
  return ofScans + edits.filter(({ state }) => state === "waiting" || state === "sending").length;
}

// Returns the number of unsent items as people count them, and of those that need a decision.
export function unsent(scans, edits) {
  return scans.filter(({ state, pages }) => state !== "sent" && state !== "deleted" && pages.length > 0).length + edits.length;
}

export function trouble(scans, edits) {
  return [...scans, ...edits].filter(({ state }) => state === "failed" || state === "conflict").length;
}

// MARK: Answers

// Returns the meaning of the station's response. Without a response the status is 0.
export function verdict(status) {
  if (status >= 200 && status < 300) return "done";
  // The person has to sign in first.
  if (status === 401) return "stranger";
  if (status === 404) return "gone";
  if (status === 409) return "conflict";
  if (status === 410) return "ended";
  // No response, or one that does not depend on the request.
  if (status === 0 || status === 408 || status === 429 || status >= 500 || status < 400) return "later";
  return "refused";
}

// Returns a scan after the response to one of its pages or to its end. `newID` identifies pages that an ended session
// did not accept.
export function scanAfter(scan, item, { status, document = null, reason = null }, newID, now) {
  const isPage = item.kind === "picture";
  switch (verdict(status)) {
    case "done":
      if (isPage) return parted(withPage(scan, item.page.key, { isSent: true }), newID);
      return rest({ ...scan, state: "sent", document, reason: null, changed: now }, newID);
    // The station has lost a confirmed page: all are sent again, and stored once.
    case "conflict":
      if (isPage || scan.attempts >= attempts) return { ...scan, state: "failed", reason };
      return { ...scan, state: "waiting", attempts: scan.attempts + 1, pages: scan.pages.map((page) => ({ ...page, isSent: false })) };
    // The session was saved or deleted at the station before all pages had arrived. Sending each page shows which
    // ones it had; nothing is changed in between.
    case "ended":
    case "gone": {
      if (!isPage) return begunAnew(scan, scan.pages, newID);
      const pages = scan.pages.map((page) => ({ ...page, isSent: scan.isEnded && page.isSent, isOther: page.isOther || page.key === item.page.key }));
      return parted({ ...scan, state: "sending", isEnded: true, pages }, newID);
    }
    case "refused": {
      // The person has no permission to send.
      if (!isPage || status === 403) return { ...scan, state: "failed", reason };
      const after = withPage(scan, item.page.key, { refused: reason ?? "" });
      return after.pages.every(isRefused) ? { ...after, state: "failed", reason } : parted(after, newID);
    }
    default: return scan;
  }
}

function withPage(scan, key, change) {
  return { ...scan, pages: scan.pages.map((page) => (page.key === key ? { ...page, ...change } : page)) };
}

// Returns the remaining scan after the station has stored its other pages.
function rest(scan, newID) {
  const pages = scan.pages.map((page, index) => ({ ...page, number: page.number ?? index + 1 })).filter(isRefused);
  if (pages.length === 0) return scan;
  const sent = (scan.taken ?? 0) + scan.pages.length - pages.length;
  return { ...begunAnew(scan, pages, newID), state: "failed", reason: pages[0].refused, taken: sent };
}

// Returns the keys of pages that the station has permanently stored, which need not be kept.
export function taken(scan, next) {
  if (next.document === scan.document) return [];
  const left = new Set(next.state === "sent" ? [] : next.pages.map(({ key }) => key));
  return scan.pages.map(({ key }) => key).filter((key) => !left.has(key));
}

// Moves the pages that an ended session did not have to a new scan.
function parted(scan, newID) {
  const isKnown = scan.pages.every((page) => page.isSent || page.isOther || isRefused(page));
  if (!isKnown || !scan.pages.some(({ isOther }) => isOther)) return scan;
  return begunAnew(scan, scan.pages.filter((page) => page.isOther || isRefused(page)), newID);
}

function begunAnew(scan, pages, id) {
  return { ...scan, id, state: "waiting", isEnded: false, removed: [], pages: pages.map((page) => ({ ...page, isSent: false, isOther: false })) };
}

export function scanBefore(scan, item) { return item.kind === "save" ? { ...scan, state: "sending" } : scan; }

// MARK: Edits

const mergeable = (edit, other) =>
  edit.state === "waiting" && edit.document === other.document && edit.kind === other.kind && edit.page === other.page && edit.kind !== "delete";

// Returns the edits with another one added. It is merged into an unsent edit of the same document, so that ten
// changes are sent once.
export function withEdit(edits, edit) {
  if (edits.some(({ document, kind }) => document === edit.document && kind === "delete")) return edits;
  const last = edits.findLastIndex(({ document }) => document === edit.document);
  const known = edits[last];
  if (known && mergeable(known, edit)) {
    return edits.with(last, { ...known, title: edit.title, change: { ...known.change, ...edit.change } });
  }
  return [...edits, edit];
}

// Returns the edits after the response to one of them. Later edits of the document are based on the new version.
export function editsAfter(edits, edit, { status, version = null, reason = null, theirs = undefined }) {
  const put = (change) => edits.map((other) => (other.key === edit.key ? { ...other, ...change } : other));
  switch (verdict(status)) {
    case "done": return rebased(edits.filter(({ key }) => key !== edit.key), edit.document, version);
    case "conflict":
    case "gone": return put({ state: "conflict", reason, theirs: theirs ?? null });
    case "refused":
    case "ended": return put({ state: "failed", reason });
    default: return edits;
  }
}

function rebased(edits, document, version) {
  return edits.map((edit) => (edit.document === document && edit.state !== "sending" ? { ...edit, version } : edit));
}

// Whether the other change had the same result as this edit, so that there is no conflict.
export function isDone(edit, theirs) {
  if (!theirs) return edit.kind === "delete";
  if (edit.kind === "delete") return theirs.isDeleted;
  if (edit.kind === "file") return Object.entries(edit.change).every(([field, text]) => (theirs[field] ?? "") === text);
  const page = theirs.pages[edit.page - 1];
  return page !== undefined && Object.entries(edit.change).every(([field, value]) => page[field] === value);
}

// Resolves a conflict by the person's choice: their own change with a new key on top of the other one, or only the
// other one.
export function resolved(edits, key, choice, newKey) {
  const edit = edits.find((other) => other.key === key);
  if (!edit) return edits;
  if (choice === "mine" && edit.theirs) {
    const mine = { ...edit, key: newKey, state: "waiting", reason: null, version: edit.theirs.version, theirs: undefined };
    return edits.map((other) => (other.key === key ? mine : other));
  }
  const rest = edits.filter((other) => other.key !== key);
  // A deleted document cannot be changed.
  return edit.theirs ? rebased(rest, edit.document, edit.theirs.version) : rest.filter(({ document }) => document !== edit.document);
}

// Returns a document as stored for offline reading, with pending changes applied.
export function seen(document, edits) {
  const own = edits.filter((edit) => edit.document === document.id);
  let after = document;
  for (const { kind, page, change } of own) {
    if (kind === "file") after = { ...after, ...change };
    if (kind === "page" && after.pages[page - 1]) after = { ...after, pages: after.pages.with(page - 1, { ...after.pages[page - 1], ...change }) };
    if (kind === "delete") after = { ...after, isDeleted: true };
  }
  return after;
}

// MARK: Pages

const cells = 24;
// The radius around each cell.
const surroundings = 3;
// Pictures of one page, whose detected corners vary by up to 0.7 % of its size, have a correlation of about 0.97;
// different pages less than 0.4; two copies of a form that are filled in differently are in between.
const minimumCorrelation = 0.85;

// Returns the signature of a flat page for comparing it with others: the lightness of the cells of a square, whatever
// the page's shape.
export function signature({ width, height, data }) {
  const sums = new Float64Array(cells * cells), counts = new Float64Array(cells * cells);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y * cells / height) * cells;
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor(x * cells / width);
      sums[cell] += data[y * width + x];
      counts[cell] += 1;
    }
  }
  return Uint8Array.from(sums, (sum, cell) => (counts[cell] ? sum / counts[cell] : 0));
}

// Returns the difference of each cell from its surroundings, which hardly depends on the lighting.
function details(signature) {
  return Array.from(signature, (value, cell) => {
    const [left, top] = [cell % cells - surroundings, Math.floor(cell / cells) - surroundings];
    let sum = 0, count = 0;
    for (let y = Math.max(top, 0); y <= Math.min(top + 2 * surroundings, cells - 1); y++) {
      for (let x = Math.max(left, 0); x <= Math.min(left + 2 * surroundings, cells - 1); x++) {
        sum += signature[y * cells + x];
        count += 1;
      }
    }
    return value - sum / count;
  });
}

// Compares pages by their correlation. Blank pages are never the same.
export function isSamePage(first, second) {
  if (!first || !second) return false;
  const [a, b] = [details(first), details(second)];
  const product = (one, other) => one.reduce((sum, value, cell) => sum + value * other[cell], 0);
  const length = Math.sqrt(product(a, a) * product(b, b));
  return length > 0 && product(a, b) / length >= minimumCorrelation;
}

// MARK: Times and places

const day = 86_400_000;
// The time in milliseconds for which a deleted scan can be restored, and a sent one is listed.
export const memory = 600_000;

export function isOver(scan, now) {
  const isEmpty = scan.pages.length === 0 && scan.state !== "open";
  return (isEmpty || ["sent", "deleted"].includes(scan.state)) && now - scan.changed > (scan.state === "sent" ? day : memory);
}

// Returns the time to wait before the next attempt after consecutive failures.
export function pause(failures, seconds) { return Math.min(seconds * 1000 * 2 ** failures, 600_000); }

// Whether to offer synchronization on the first screens in addition to the profile, for people who use it often.
export function isFrequent(syncs, now) { return syncs.filter((time) => now - time < 7 * day).length >= 3; }

export function withSync(syncs, now) { return [...syncs.filter((time) => now - time < 7 * day), now]; }

// Returns the level of free storage, to warn before it is full. Pages take up to about 8 MB.
export function room({ usage, quota }) {
  const left = quota - usage;
  if (left < 50e6) return "full";
  return left < 300e6 || left < 0.1 * quota ? "low" : "enough";
}

// Returns the time until the offline banner disappears; `null` if it stays.
export function bannerTime(seconds) { return seconds > 0 ? seconds * 1000 : null; }
