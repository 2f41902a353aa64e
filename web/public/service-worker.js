// The site's service worker. It shows an offline page when a page can't be fetched, and notifications of closed tabs.
// It stores no pages and no API responses, so nothing outdated can show.

// Raise the number when one of these files changes.
const CACHE = "offline-2";
const PAGE = "/offline";
const DEFAULT_BOPI = "/looks/d/sleep-512.png";
const FILES = [PAGE, "/static/offline.css", "/static/offline.js", "/static/favicon.svg", DEFAULT_BOPI];
// The member's own bopi, kept apart so that signing out can delete it.
const OWN_CACHE = "own-bopi";
const OWN_BOPI = "/offline-bopi";

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => ![CACHE, OWN_CACHE].includes(name)).map((name) => caches.delete(name)),
  );
  // The browser requests pages while this worker starts, so it delays none.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match(PAGE);
    if (page) return page;
    throw error;
  }
}

async function openFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const file = await caches.match(request, { ignoreSearch: true });
    if (file) return file;
    throw error;
  }
}

const openBopi = async () =>
  (await caches.match(OWN_BOPI)) ?? (await caches.match(DEFAULT_BOPI)) ?? Response.error();

// The page sends the URL of the member's bopi, or null after signing out.
async function storeBopi(url) {
  if (!url) return void (await caches.delete(OWN_CACHE));
  const cache = await caches.open(OWN_CACHE);
  const known = await cache.match(OWN_BOPI);
  if (known && new URL(known.url).pathname === url) return;
  const picture = await fetch(url);
  if (picture.ok) await cache.put(OWN_BOPI, picture);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("message", (event) => {
  const { data } = event;
  if (data?.type !== "bopi") return;
  // Without a picture, the offline page shows the default bopi.
  event.waitUntil(storeBopi(data.url).catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (pathname === OWN_BOPI) event.respondWith(openBopi());
  else if (FILES.includes(pathname)) event.respondWith(openFile(request));
});

// Push messages come only while none of the member's pages is connected.
self.addEventListener("push", (event) => {
  const { title, body, url, tag, icon } = event.data.json();
  const badge = "/static/badge-96.png";
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, badge, data: { url } }));
});

async function openUrl(url) {
  const [page] = await self.clients.matchAll({ type: "window" });
  if (!page) return void (await self.clients.openWindow(url));
  await page.focus();
  await page.navigate(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openUrl(event.notification.data.url));
});
