/**
 * Notifies the viewer of their turn, if they want: by Web Push, which needs no open page, else by the page itself while
 * it is open.
 */

import { h } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { t } from "../../i18n.js";
import { server } from "../../server.js";

const PREFIX = "almagest.called.";
const BY_PAGE = "page";

/** Local storage by game: the id of the server's subscription, or "page". */
const subscriptionOf = (id) => localStorage.getItem(PREFIX + id);
const hasAnySubscription = () => Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
const canNotify = () => "Notification" in window && Notification.permission !== "denied";

export const isSubscribed = (id) => Boolean(subscriptionOf(id));

const serviceWorker = () => navigator.serviceWorker?.getRegistration();

const toBase64Url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The browser's one subscription for all games; it is valid for one key of the server. */
async function browserSubscription(manager) {
  const applicationServerKey = await server.pushKey();
  const found = await manager.getSubscription();
  if (found && toBase64Url(found.options.applicationServerKey) === applicationServerKey) return found;
  await found?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function subscribe(live) {
  const manager = (await serviceWorker())?.pushManager;
  return manager ? live.callOn(await browserSubscription(manager)) : BY_PAGE;
}

const remember = (live, by) => localStorage.setItem(PREFIX + live.id, by);
const subscribeAndRemember = async (live) => remember(live, await subscribe(live).catch(() => BY_PAGE));

async function unsubscribe(live) {
  const by = subscriptionOf(live.id);
  if (by !== BY_PAGE) await live.callNoMore(by);
  localStorage.removeItem(PREFIX + live.id);
  if (!hasAnySubscription()) await (await (await serviceWorker())?.pushManager?.getSubscription())?.unsubscribe();
}

/** Asks for permission only after a press. */
async function toggle(shell) {
  const { live } = shell;
  try {
    if (isSubscribed(live.id)) await unsubscribe(live);
    else if ((await Notification.requestPermission()) === "granted") await subscribeAndRemember(live);
  } catch (error) {
    shell.hooks.handleFailure(error);
  }
  shell.render();
}

/**
 * Renews a subscription after the browser's subscription or the server's key changed, until the game is over; on a
 * failure it stays as it is.
 */
export async function renewSubscription({ live, game }) {
  if (!isSubscribed(live.id)) return;
  const isOver = ["finished", "abandoned"].includes(game.status) || game.seat === null;
  if (isOver || Notification.permission !== "granted") localStorage.removeItem(PREFIX + live.id);
  else
    await subscribe(live).then(
      (by) => remember(live, by),
      () => {},
    );
}

export const notifyButton = (shell) =>
  canNotify() &&
  h(
    "button",
    {
      type: "button",
      class: "call",
      onclick: () => toggle(shell),
      "data-key": "call",
      "aria-pressed": String(isSubscribed(shell.live.id)),
    },
    icon("bell", 18),
    t("bar.call"),
  );

/** Shows a notification from the page, through the service worker: phones allow no other way. */
export async function notifyFromPage(id, text, body) {
  if (subscriptionOf(id) !== BY_PAGE) return;
  const registration = await serviceWorker();
  const options = { body, tag: id, data: { game: id } };
  if (registration) return registration.showNotification(text, options);
  new Notification(text, options).onclick = () => window.focus();
}
