/**
 * Service worker: caches the page and its files for use offline (never answers of the API), and shows push
 * notifications, whether a page is open or not.
 */

const KEPT = "almagest-{hash}";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const others = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(others());
});

/** Serves files from the cache: their address changes with their content. */
async function file(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

/** Serves the page from the network, else the copy seen last. */
async function page(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put("/", answer.clone());
    return answer;
  } catch (error) {
    const found = await kept.match("/");
    if (found) return found;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname === "/") event.respondWith(page(event.request));
  else if (pathname.startsWith("/web/")) event.respondWith(file(event.request));
});

const PATIENCE = 1000;

/** Asks a window which game it shows: the URL that a worker sees is that of the first visit. */
const shownGame = (window) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE);
    window.postMessage("game", [port2]);
  });

async function windowsAt(game) {
  const windows = await self.clients.matchAll({ type: "window" });
  const games = await Promise.all(windows.map(shownGame));
  return windows.filter((_, index) => games[index] === game);
}

/** Shows no notification to somebody who is looking at that table. */
async function notify({ game, title, body }) {
  const isSeen = (await windowsAt(game)).some((each) => each.visibilityState === "visible");
  if (!isSeen) await self.registration.showNotification(title, { body, tag: game, data: { game } });
}

async function goTo({ game }) {
  const [open] = await windowsAt(game);
  return open ? open.focus() : self.clients.openWindow(`/#game=${encodeURIComponent(game)}`);
}

self.addEventListener("push", (event) => event.waitUntil(notify(event.data.json())));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});
