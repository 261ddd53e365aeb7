// Keeps the page for when there is no network; the export writes VERSION and FILES above this.
// A page and its files are of one version: a new one is fetched whole, and takes over when no
// tab of the page is open any more.

const PREFIX = `ptquiz ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
}

async function removeOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === "navigate" ? "./" : request);
  return kept || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(removeOld()));
self.addEventListener("fetch", (event) => {
  const isOwn = event.request.url.startsWith(self.registration.scope);
  if (isOwn && event.request.method === "GET") event.respondWith(answer(event.request));
});
