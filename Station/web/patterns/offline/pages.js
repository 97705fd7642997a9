// Changes by the offline screens to scans and edits. Each is stored before it is shown.
import { changed, newScan, withEdit } from "/web/patterns/offline/rules.js";
import { changeEdits, changeScan, fact, opened, read, stored } from "/web/patterns/offline/store.js";
import { newID } from "/web/patterns/offline/sync.js";
import { queued } from "/web/patterns/offline/status.js";

export async function change(id, what) { return changeScan(id, (scan) => scan && changed(scan, what, Date.now())); }

// Returns the scan being captured, even after the browser was closed.
export async function currentScan(person, scans) {
  const open = scans.findLast(({ state }) => state === "open");
  if (open) return open;
  const scan = newScan(newID(), person, Date.now());
  return changeScan(scan.id, () => scan);
}

// Stores a page with its picture in one transaction.
export async function addPage(scan, page, blob) {
  const key = newID();
  const picture = { key, person: scan.person, file: await stored(blob), thumbnail: null };
  return changeScan(scan.id, (known) => changed(known ?? scan, { kind: "add", page: { ...page, key } }, Date.now()), picture);
}

export async function pictureOf(key) {
  const picture = await read("pictures", key);
  return picture ? URL.createObjectURL(opened(picture.thumbnail ?? picture.file)) : null;
}

export async function finish(scan) {
  const next = await change(scan.id, { kind: "finish" });
  await queued();
  return next;
}

// Records a change to a document of the library.
export async function edit(document, kind, what, page = null) {
  const person = await fact("person");
  const version = Math.max(document.version, (await fact(`version ${person} ${document.id}`)) ?? 0);
  const entry = {
    key: newID(), person, document: document.id, title: what.title ?? document.title, kind, page, change: what, version,
    state: "waiting", reason: null, created: Date.now(),
  };
  await changeEdits(person, (edits) => withEdit(edits, entry));
  await queued();
}
