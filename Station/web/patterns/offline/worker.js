// The service worker: opens the offline screens if the station cannot be reached, and sends pending items when the
// browser is online again. The library's content is never in its cache: other screens only come from the station. The
// modules that it shares with the screens, the version of the program and the list of files precede this code.

const STORE = `recto-shell-${VERSION}`;
const ENGINE = "/engine/";

self.addEventListener("install", (event) => {
  event.waitUntil(complete().then(() => self.skipWaiting()));
});

// Caches missing files. Cleaning tools remove them while keeping the worker.
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

// Redirects a screen that cannot be reached to an offline screen, and that one back.
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

// Used if a cleaning tool has removed the screens.
function lastScreen() {
  return new Response(LAST_SCREEN, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

// Files of the offline screens come from the cache, so that screens and files have the same version; those of other
// screens come from the station. All files of the engine also come from the cache, because they must have the same
// version. Its worker cannot be asked: `Clients.get` waits until its modules are loaded, which would wait for the
// response.
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

// Messages from screens: to complete the cache, to set the language, and to send pictures that the screen will not be
// open long enough to send.
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
