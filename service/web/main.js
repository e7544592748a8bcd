/** Opens the part of the page that the address asks for; language, theme, errors and the connection banner. */

import { button, create, h, s, show } from "./dom.js";
import { dust } from "./draw/marks.js";
import { switchLanguage, rulingText, startTexts, t } from "./i18n.js";
import { loadChunk } from "./chunks.js";
import { saveInvite } from "./seats.js";
import { openTable } from "./shell/net/open_table.js";
import { applyTheme } from "./theme.js";

const page = document.getElementById("page");
const notice = document.getElementById("notice");
const banner = document.getElementById("away");
let close = () => {};

const hashFields = () => new URLSearchParams(location.hash.slice(1));

/** Reads `#game=<id>&invite=<code>&step=<n>`, and removes from the address what must not be used twice. */
function readAddress() {
  const fields = hashFields();
  const game = fields.get("game");
  if (game && fields.get("invite")) saveInvite(game, fields.get("invite"));
  if (fields.has("invite") || fields.has("learn")) history.replaceState(null, "", `#game=${encodeURIComponent(game)}`);
  return { game, step: fields.get("step"), learn: fields.get("learn") };
}

/** Shows an error with its ruling until somebody closes it. */
function showError(error) {
  const ruling = rulingText(error.ruling, error.rulingTitle);
  const sentence = error.code === "unreachable" ? t("unreachable") : error.message + (ruling && ` (${ruling})`);
  show(notice, h("span", {}, sentence), button(t("close"), clearError, { "data-key": "hush" }));
}

/** Makes everything that waits for the network try again at once. */
const tryNow = () => dispatchEvent(new Event("online"));

/** Shows in the banner whether network and server are there, and whether a move waits for them. */
function showConnection(state, isKept = false) {
  const text = { live: null, away: t("unreachable"), offline: t("offline") }[state];
  document.body.classList.toggle("is-away", Boolean(text));
  show(
    banner,
    text && h("span", {}, text, isKept && ` ${t("kept")}`),
    state === "away" && button(t("try_now"), tryNow),
  );
}

/** Shows connection troubles in the banner, since they pass, and any other error as a notice. */
function handleFailure(error) {
  if (error.isPassing) showConnection(navigator.onLine ? "away" : "offline");
  else showError(error);
}

const clearError = () => show(notice);

function openGame(game, more = "") {
  const wanted = `#game=${encodeURIComponent(game)}${more}`;
  if (location.hash === wanted) open();
  else location.hash = wanted;
}

/** Draws the page again in another language. */
async function changeLanguage(language) {
  await switchLanguage(language);
  open();
}

function goHome() {
  if (location.hash) location.hash = "";
  else open();
}

/** Loads and opens the lobby; returns the function that closes it. */
function enterLobby(hooks) {
  let leave = () => {};
  let isLeft = false;
  loadChunk("lobby/lobby.js", "styles/lobby.css").then(
    ({ openLobby }) => {
      if (!isLeft) leave = openLobby(page, hooks);
    },
    () => showConnection("offline"),
  );
  return () => {
    isLeft = true;
    leave();
  };
}

function open() {
  close();
  clearError();
  showConnection("live");
  const { game, step, learn } = readAddress();
  document.getElementById("skip").textContent = t("skip");
  const hooks = { showError, clearError, openGame, showConnection, handleFailure, changeLanguage, goHome, step, learn };
  close = game ? openTable(page, game, hooks) : enterLobby(hooks);
}

const stop = (offset, colour, opacity) => s("stop", { offset, "stop-color": colour, "stop-opacity": opacity });

/** Gradients and patterns that every drawing may use by id. */
function sharedPaints() {
  const glow = (id, ...stops) => s("radialGradient", { id }, ...stops);
  return s(
    "defs",
    {},
    glow("legal-glow", stop(0, "var(--gold)", 0.55), stop(0.55, "var(--gold)", 0.2), stop(1, "var(--gold)", 0)),
    glow("active-glow", stop(0, "var(--gold)", 0.28), stop(1, "var(--gold)", 0)),
    glow("nebula-glow", stop(0, "var(--p4)", 0.4), stop(0.5, "var(--p2)", 0.12), stop(1, "var(--p4)", 0)),
    s(
      "pattern",
      { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("line", { x1: 0, y1: 0, x2: 0, y2: 5, stroke: "var(--own, var(--p1))", "stroke-width": 2.6 }),
    ),
  );
}

/** The background: stars at night, meridians on paper. */
function sky() {
  const rings = Array.from({ length: 12 }, (_, ring) => s("circle", { cx: 720, cy: -520, r: 560 + ring * 90 }));
  const rays = Array.from({ length: 19 }, (_, ray) => {
    const angle = (ray - 9) * 0.11;
    return s("line", { x1: 720, y1: -520, x2: 720 + Math.sin(angle) * 1900, y2: -520 + Math.cos(angle) * 1900 });
  });
  return s(
    "svg",
    { class: "field", viewBox: "0 0 1440 900", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    sharedPaints(),
    dust(1440, 900, 150),
    s("g", { class: "meridians" }, ...rings, ...rays),
  );
}

async function start() {
  applyTheme();
  document.body.prepend(create(sky()));
  await startTexts();
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    page.focus();
  });
  window.addEventListener("hashchange", open);
  open();
}

/** Registers the service worker, which keeps the page for use offline, and tells it which game is shown here. */
function registerServiceWorker() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ ports }) => ports[0].postMessage(hashFields().get("game")));
  navigator.serviceWorker.register("/worker.js").catch(() => {});
}

start();
registerServiceWorker();
