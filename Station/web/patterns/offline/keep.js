// Documents for offline reading: the most recently changed ones with pictures of their pages. They are stored per
// person, and only read by the offline screens: no request is answered with them.
import { fact, setFact } from "/web/patterns/offline/store.js";

const prefix = "recto-kept-";
const list = "/offline/documents";
// The minimum interval of automatic downloads in milliseconds.
const interval = 600_000;

const storeName = (person) => prefix + person;

// Deletes the data of other people.
export async function forgetOthers(person) {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== (person && storeName(person))).map((name) => caches.delete(name)));
}

export async function keepDocuments(person, state, isAsked) {
  const last = (await fact(`kept ${person}`)) ?? 0;
  if (!isAsked && (Date.now() - last < interval || navigator.connection?.saveData)) return;
  if (!state.reads) return forgetOthers(null);
  const answer = await fetch(list, { cache: "no-store" });
  if (!answer.ok) return;
  const store = await caches.open(storeName(person));
  const { documents } = await answer.clone().json();
  const pictures = documents.flatMap(({ pages }) => pages.map(({ picture }) => picture)).slice(0, state.pages);
  const known = new Set((await store.keys()).map(({ url }) => url.slice(location.origin.length)));
  await store.put(list, answer);
  for (const path of known) if (path !== list && !pictures.includes(path)) await store.delete(path);
  for (const path of pictures.filter((path) => !known.has(path))) {
    const picture = await fetch(path);
    // Somebody else has signed in, or the person has signed out.
    if (await fact("person") !== person) return caches.delete(storeName(person));
    if (picture.ok) await store.put(path, picture);
  }
  await setFact(`kept ${person}`, Date.now());
}

export async function keptDocuments(person) {
  if (!(await caches.has(storeName(person)))) return [];
  const answer = await (await caches.open(storeName(person))).match(list);
  return answer ? (await answer.json()).documents : [];
}

// Returns the URL of a stored picture; `null` if it is missing.
export async function keptPicture(person, path) {
  const answer = await (await caches.open(storeName(person))).match(path);
  return answer ? URL.createObjectURL(await answer.blob()) : null;
}
