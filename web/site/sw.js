/*
 * The service worker of the static site. It is installed only after the player has agreed. All files of one version are
 * stored under its hash and served together; a new version waits until the page says that it may take over.
 */
/* several copies of the site may lie on one host */
const MINE = `bunfight:${new URL(registration.scope).pathname}:`;
const CACHE = MINE + "VERSION";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      /* files that another version has stored already and whose names carry their content are not loaded again */
      const fresh = await Promise.all(
        FILES.map(async (file) => {
          const known = /-[0-9a-f]{8,}|assets\//.test(file)
            ? await caches.match(new URL(file, registration.scope))
            : null;
          if (known) await cache.put(new URL(file, registration.scope), known);
          return known ? null : file;
        }),
      );
      await cache.addAll(fresh.filter(Boolean).map((file) => new Request(file, { cache: "no-cache" })));
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(MINE) && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  const url = event.request.url.replace(/[?#].*/, "").replace(/\/index\.html$/, "/");
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      return (await cache.match(url)) ?? fetch(event.request);
    })(),
  );
});
