// Pending changes in the browser's database. Each entry belongs to a person, and others cannot read it.
import { taken } from "/web/patterns/offline/rules.js";

const stores = { scans: "id", pictures: "key", edits: "key", notes: "name" };

let opening = null;

export function openStore() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("recto-offline", 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(stores)) request.result.createObjectStore(name, { keyPath });
    };
    request.onsuccess = () => {
      // Another tab has a newer version of the program.
      request.result.onversionchange = () => { request.result.close(); opening = null; };
      resolve(request.result);
    };
    request.onerror = () => { opening = null; reject(request.error); };
  });
  return opening;
}

// Runs a transaction. It is complete and on disk when the promise resolves.
export async function transact(names, mode, body) {
  const database = await openStore();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(names, mode, { durability: "strict" });
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error);
    body(Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)])), (value) => { result = value; }, transaction);
  });
}

export function read(name, key) {
  return transact([name], "readonly", (store, give) => { store[name].get(key).onsuccess = ({ target }) => give(target.result); });
}

export async function all(name, person) {
  const found = await transact([name], "readonly", (store, give) => { store[name].getAll().onsuccess = ({ target }) => give(target.result); });
  return found.filter((entry) => entry.person === person);
}

// Facts such as the current person: { name, value }.
export async function fact(name) { return (await read("notes", name))?.value; }
export function setFact(name, value) { return transact(["notes"], "readwrite", ({ notes }) => { notes.put({ name, value }); }); }

// Changes a scan with a function in one transaction. `picture` is stored with it, so that neither exists without the
// other.
export function changeScan(id, change, picture) {
  return transact(["scans", "pictures"], "readwrite", ({ scans, pictures }, give) => {
    scans.get(id).onsuccess = ({ target: { result: scan } }) => {
      const next = change(scan);
      if (!next) return give(scan);
      if (scan && next.id !== scan.id) scans.delete(scan.id);
      scans.put(next);
      if (picture) pictures.put(picture);
      if (scan) for (const key of taken(scan, next)) pictures.delete(key);
      give(next);
    };
  });
}

// Returns a file in a form that can be stored: some browsers cannot store a `Blob`, such as WebKit in private
// windows.
export async function stored(blob) { return { bytes: await blob.arrayBuffer(), type: blob.type }; }
export function opened({ bytes, type }) { return new Blob([bytes], { type }); }

// Stores the flattened page of a picture.
export async function setThumbnail(key, blob) {
  const thumbnail = await stored(blob);
  return transact(["pictures"], "readwrite", ({ pictures }) => {
    pictures.get(key).onsuccess = ({ target: { result: picture } }) => { if (picture) pictures.put({ ...picture, thumbnail }); };
  });
}

export function dropScan(scan) {
  return transact(["scans", "pictures"], "readwrite", ({ scans, pictures }) => {
    scans.delete(scan.id);
    for (const { key } of scan.pages) pictures.delete(key);
  });
}

// Changes all of a person's edits with a function in one transaction.
export function changeEdits(person, change) {
  return transact(["edits"], "readwrite", ({ edits }, give) => {
    edits.getAll().onsuccess = ({ target: { result } }) => {
      const own = result.filter((edit) => edit.person === person).sort((a, b) => a.created - b.created);
      const next = change(own);
      if (next === own) return give(own);
      const keys = new Set(next.map(({ key }) => key));
      for (const { key } of own) if (!keys.has(key)) edits.delete(key);
      for (const edit of next) edits.put(edit);
      give(next);
    };
  });
}

// Transfers stored items to another person.
export async function handOver(former, person) {
  const [scans, edits] = await Promise.all([all("scans", former), all("edits", former)]);
  if (scans.length + edits.length === 0) return;
  await transact(["scans", "pictures", "edits"], "readwrite", (store) => {
    const give = (entries, key) => entries.get(key).onsuccess = ({ target: { result: entry } }) => { if (entry) entries.put({ ...entry, person }); };
    for (const edit of edits) give(store.edits, edit.key);
    for (const scan of scans) {
      give(store.scans, scan.id);
      for (const { key } of scan.pages) give(store.pictures, key);
    }
  });
}

export async function outbox(person) {
  const [scans, edits] = await Promise.all([all("scans", person), all("edits", person)]);
  return { scans: scans.sort((a, b) => a.created - b.created), edits: edits.sort((a, b) => a.created - b.created) };
}
