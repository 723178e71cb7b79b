/**
 * The service worker: keeps the pages that need no service, and all that pages load.
 *
 * Files have their version in their address, so whichever is kept is the right one. Pages come from the service and only
 * without it from here, as they look to somebody unknown: nobody's games are kept. Its own address names version and
 * language, so another version or language is another worker with a store of its own.
 */
const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
const asked = new URL(location.href).searchParams;
const STORE = `redpip-${asked.get("v")}-${asked.get("lang")}`;
const NO_CONNECTION = "/offline";
const NOBODY_HOME = [502, 503, 504]; // what a gateway says while the service is away

/** @returns {Promise<{version: string, files: string[], pages: string[]}>} */
const kept = async () => (await fetch("/offline.json", { cache: "no-store", credentials: "omit" })).json();

async function keep() {
  const store = await caches.open(STORE);
  const { files, pages } = await kept();
  await store.addAll(files);
  for (const page of pages) {
    const answer = await fetch(`${page}?lang=${asked.get("lang")}`, { cache: "no-store", credentials: "omit" });
    if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
    await store.put(page, answer);
  }
  // the service may have become another one meanwhile; then nothing of this is used
  if ((await kept()).version !== asked.get("v")) {
    await caches.delete(STORE);
    throw new Error("the service has changed");
  }
  await worker.skipWaiting();
}

/** The store before this one stays: a page that is still open may ask for more of its own version. */
async function tidy() {
  const others = (await caches.keys()).filter((name) => name.startsWith("redpip-") && name !== STORE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
const file = async (request) => (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);

/** @param {Request} request */
async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !NOBODY_HOME.includes(answer.status)) return answer;
  const store = await caches.open(STORE);
  const { pathname } = new URL(request.url);
  // a scorepad has put its own page aside: what is written on it waits on this device
  const pad = await (await caches.open("pads")).match(pathname);
  return pad ?? (await store.match(pathname)) ?? (await store.match(NO_CONNECTION)) ?? answer ?? Response.error();
}

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (address.pathname.startsWith("/v/")) event.respondWith(file(request));
});

/** "It is your turn" leads to the table. */
worker.addEventListener("notificationclick", (event) => {
  const { url } = event.notification.data;
  event.notification.close();
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((one) => one.url.split("#")[0] === url);
      return there ? there.focus() : worker.clients.openWindow(url);
    }),
  );
});
