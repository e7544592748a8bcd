/** Signals one's turn: title, favicon and, if wanted, a notification and a sound. */

import { t } from "../../i18n.js";
import { notifyFromPage } from "./notifications.js";
import { playSound } from "./sound.js";

let wasMine = null;
let wasAt = null;

const DOT = "data:image/svg+xml,";
let plainIcon = null;

/** Shows a dot on the favicon while it is the viewer's turn. */
function setFavicon(isMine) {
  const link = /** @type {HTMLLinkElement} */ (document.getElementById("favicon"));
  plainIcon ??= link.href;
  const drawn =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-16 -16 32 32'><circle r='15' fill='#0a0f24'/><path d='M0-12L3-3 12 0 3 3 0 12-3 3-12 0-3-3Z' fill='#e3b95b'/><circle cx='9' cy='-9' r='6' fill='#ff6f59'/></svg>";
  link.href = isMine ? DOT + encodeURIComponent(drawn) : plainIcon;
}

function notify(shell) {
  if (document.hidden) notifyFromPage(shell.live.id, t("status.yours"), shell.name);
}

export function announceTurn(shell) {
  const { game } = shell;
  const isMine =
    game.status === "running" && !game.paused_at && game.seat !== null && game.deciders.includes(game.seat);
  const others = game.seats.filter((each) => each.seat !== game.seat && each.name).map((each) => each.name);
  const title = `${isMine ? "● " : ""}${[shell.name, ...others].join(", ")} · Almagest`;
  if (document.title !== title) document.title = title;
  playTone(game, isMine);
  if (isMine === wasMine) return;
  setFavicon(isMine);
  if (isMine && wasMine === false) notify(shell);
  wasMine = isMine;
}

/** Plays at most one sound for a change: the end, one's turn, or a move of others. */
function playTone({ version, status }, isMine) {
  const at = `${version} ${status}`;
  if (wasAt !== null && wasAt !== at) {
    if (status === "finished") playSound("end");
    else if (isMine && wasMine === false) playSound("turn");
    else if (!isMine && wasMine === false) playSound("others");
  }
  wasAt = at;
}

export function resetTitle() {
  document.title = "Almagest";
  setFavicon(false);
  wasMine = null;
  wasAt = null;
}
