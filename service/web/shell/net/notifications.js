/** Being called when it is the own turn, on demand: by Web Push, which needs no open page; where browser or server have
 *  none, by the page itself while it is open. */

import { h } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { t } from "../../i18n.js";
import { server } from "../../server.js";

const PREFIX = "almagest.called.";
const BY_PAGE = "page";

/** By what one is called to a game: a device of the server's, or the page. */
const called = (id) => localStorage.getItem(PREFIX + id);
const calledAnywhere = () => Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
const canCall = () => "Notification" in window && Notification.permission !== "denied";

export const isCalled = (id) => Boolean(called(id));

const registered = () => navigator.serviceWorker?.getRegistration();

/** As the server writes it. */
const encoded = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The browser has one subscription for all games; it is good for one key of the server's. */
async function subscription(manager) {
  const applicationServerKey = await server.pushKey();
  const found = await manager.getSubscription();
  if (found && encoded(found.options.applicationServerKey) === applicationServerKey) return found;
  await found?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function device(live) {
  const manager = (await registered())?.pushManager;
  return manager ? live.callOn(await subscription(manager)) : BY_PAGE;
}

const keep = (live, by) => localStorage.setItem(PREFIX + live.id, by);
const call = async (live) => keep(live, await device(live).catch(() => BY_PAGE));

async function hush(live) {
  const by = called(live.id);
  if (by !== BY_PAGE) await live.callNoMore(by);
  localStorage.removeItem(PREFIX + live.id);
  if (!calledAnywhere()) await (await (await registered())?.pushManager?.getSubscription())?.unsubscribe();
}

/** Permission is asked for by a press alone. */
async function callMe(shell) {
  const { live } = shell;
  try {
    if (isCalled(live.id)) await hush(live);
    else if ((await Notification.requestPermission()) === "granted") await call(live);
  } catch (error) {
    shell.hooks.lost(error);
  }
  shell.render();
}

/** Whoever is called stays so when subscription or key have changed meanwhile, until the game is over; what cannot be
 *  asked now stays as it is. */
export async function stayCalled({ live, game }) {
  if (!isCalled(live.id)) return;
  const isOver = ["finished", "abandoned"].includes(game.status) || game.seat === null;
  if (isOver || Notification.permission !== "granted") localStorage.removeItem(PREFIX + live.id);
  else
    await device(live).then(
      (by) => keep(live, by),
      () => {},
    );
}

export const callButton = (shell) =>
  canCall() &&
  h(
    "button",
    {
      type: "button",
      class: "call",
      onclick: () => callMe(shell),
      "data-key": "call",
      "aria-pressed": String(isCalled(shell.live.id)),
    },
    icon("bell", 18),
    t("bar.call"),
  );

/** By the page itself. Phones let a service worker alone show something. */
export async function callHere(id, text, body) {
  if (called(id) !== BY_PAGE) return;
  const registration = await registered();
  const options = { body, tag: id, data: { game: id } };
  if (registration) return registration.showNotification(text, options);
  new Notification(text, options).onclick = () => window.focus();
}
