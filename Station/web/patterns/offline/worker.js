// Runs beside the screens: opens the offline screens without the station, and sends what waits when the connection is back. What the
// library holds is never in its store: other screens come from the station alone. Before this stand the modules that it shares with
// the screens, the version of the program and the list of files.

const STORE = `recto-shell-${VERSION}`;
const ENGINE = "/engine/";

self.addEventListener("install", (event) => {
  event.waitUntil(complete().then(() => self.skipWaiting()));
});

// Keeps the files that are not kept. Cleaners of browsers take them away, and leave the worker.
async function complete() {
  const store = await caches.open(STORE);
  const known = new Set((await store.keys()).map(({ url }) => new URL(url).pathname));
  const missing = FILES.filter((path) => !known.has(path));
  await store.addAll(missing.map((path) => new Request(path, { cache: "no-cache" })));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("recto-shell-") && name !== STORE).map((name) => caches.delete(name)));
}

const kept = async (request) => (await caches.open(STORE)).match(request, { ignoreSearch: true, ignoreVary: true });
const isOffline = (path) => path === "/offline" || path === "/offline/scan";

// A screen that the station does not answer leads to one that needs none, and that one back to it.
async function screen(request) {
  const { pathname, search } = new URL(request.url);
  if (isOffline(pathname)) return (await kept(request)) ?? fetch(request).catch(lastScreen);
  try { return await fetch(request); } catch {
    if (pathname === "/scan" || pathname.startsWith("/scan/")) return Response.redirect("/offline/scan");
    const document = pathname.match(/^\/documents\/(\d+)$/)?.[1];
    const from = encodeURIComponent(pathname + search);
    return Response.redirect(`/offline?from=${from}${document ? `#document=${document}` : ""}`);
  }
}

// Where a cleaner has taken the screens away.
function lastScreen() {
  return new Response(LAST_SCREEN, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

// Files of the offline screens come from here, so that screen and files are of one version; those of other screens from the station.
// All files of the engine come from here, too, as they have to be of one version. Its worker could not be asked for: until its modules
// are loaded, `Clients.get` waits for it, and the modules would wait for that.
async function file(request, clientId) {
  const isOwn = new URL(request.url).pathname.startsWith(ENGINE) || (await isOfOfflineScreen(clientId));
  if (isOwn) return (await kept(request)) ?? fetch(request);
  try { return await fetch(request); } catch (error) {
    const copy = await kept(request);
    if (copy) return copy;
    throw error;
  }
}

async function isOfOfflineScreen(clientId) {
  const client = clientId && (await self.clients.get(clientId));
  return Boolean(client) && isOffline(new URL(client.url).pathname);
}

const paths = new Set(FILES);

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(screen(request));
  else if (paths.has(pathname)) event.respondWith(file(request, clientId));
});

// What screens of the station ask for: that nothing is missing, the language of the screens, which the person may have changed, and that
// pictures are sent which the screen will not live to send.
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data?.kind === "frames") event.waitUntil(sendFrames(data));
  if (data?.kind === "files") complete().catch(() => {});
  if (data?.kind === "screens") caches.open(STORE).then((store) => store.addAll(["/offline", "/offline/scan"])).catch(() => {});
});

self.addEventListener("sync", (event) => {
  if (event.tag !== "recto-outbox") return;
  const channel = new BroadcastChannel(channelName);
  let isCancelled = false;
  channel.onmessage = ({ data }) => { if (data.kind === "cancel") isCancelled = true; };
  event.waitUntil(synchronize({ tell: (progress) => channel.postMessage({ kind: "progress", progress }), isCancelled: () => isCancelled })
    .then((end) => { if (end === "interrupted") throw new Error("not all is sent"); })
    .finally(() => channel.close()));
});
