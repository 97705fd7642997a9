// Caches all files of the page, so that it works offline from the second visit.

// The build replaces this with a hash of the files, so that each build has a separate cache.
const STORE = "recto-@BUILD@";
const FILES = [
  "./", "demo.css", "demo.js", "corners.js", "icon.svg", "manifest.webmanifest", "recto/recto.js", "recto/error.js", "recto/pdf.js",
  "recto/worker.js", "recto/engine.js", "recto/charsets.js", "recto/recto.wasm",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("recto-") && name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches.open(STORE).then((store) => store.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
