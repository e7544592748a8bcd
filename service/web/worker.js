/** The shell of the page, kept for when there is no network: the page and its files, never what the API says. And calls
 *  to a table, which come whether a page is open or not. */

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

/** Files are kept for good: their address changes with them. */
async function file(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

/** The page itself is asked for; without a network it is the one that was seen last. */
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

/** The game that a window shows. It is asked: the address that a worker knows is that of the first visit. */
const shown = (window) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE);
    window.postMessage("game", [port2]);
  });

async function windowsAt(game) {
  const windows = await self.clients.matchAll({ type: "window" });
  const games = await Promise.all(windows.map(shown));
  return windows.filter((_, index) => games[index] === game);
}

/** Whoever looks at the table sees by themselves that it is their turn. */
async function call({ game, title, body }) {
  const isSeen = (await windowsAt(game)).some((each) => each.visibilityState === "visible");
  if (!isSeen) await self.registration.showNotification(title, { body, tag: game, data: { game } });
}

async function goTo({ game }) {
  const [open] = await windowsAt(game);
  return open ? open.focus() : self.clients.openWindow(`/#game=${encodeURIComponent(game)}`);
}

self.addEventListener("push", (event) => event.waitUntil(call(event.data.json())));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});
