/** Telling that it is your turn: title, favicon, and, on demand, a call and a sound. */

import { t } from "../i18n.js";
import { callHere } from "./calling.js";

const SOUND = "almagest.sound";
let wasMine = null;

export const hasSound = () => localStorage.getItem(SOUND) === "on";
export const switchSound = () => localStorage.setItem(SOUND, hasSound() ? "off" : "on");

/** Two soft tones, made here. */
function chime() {
  const context = new AudioContext();
  [660, 880].forEach((pitch, index) => {
    const tone = new OscillatorNode(context, { frequency: pitch, type: "sine" });
    const begin = context.currentTime + index * 0.16;
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setTargetAtTime(0.12, begin, 0.02);
    volume.gain.setTargetAtTime(0, begin + 0.14, 0.08);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.6);
  });
}

const DOT = "data:image/svg+xml,";
let plainIcon = null;

/** The favicon with a dot, where it is the own turn. */
function badge(isMine) {
  const link = /** @type {HTMLLinkElement} */ (document.getElementById("favicon"));
  plainIcon ??= link.href;
  const drawn = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-16 -16 32 32'><circle r='15' fill='#0a0f24'/><path d='M0-12L3-3 12 0 3 3 0 12-3 3-12 0-3-3Z' fill='#e3b95b'/><circle cx='9' cy='-9' r='6' fill='#ff6f59'/></svg>";
  link.href = isMine ? DOT + encodeURIComponent(drawn) : plainIcon;
}

function call(shell) {
  if (hasSound()) chime();
  if (document.hidden) callHere(shell.live.id, t("status.yours"), shell.name);
}

export function announceTurn(shell) {
  const { game } = shell;
  const isMine = game.status === "running" && !game.paused_at && game.seat !== null && game.deciders.includes(game.seat);
  const others = game.seats.filter((each) => each.seat !== game.seat && each.name).map((each) => each.name);
  document.title = `${isMine ? "● " : ""}${[shell.name, ...others].join(", ")} · Almagest`;
  if (isMine === wasMine) return;
  badge(isMine);
  if (isMine && wasMine === false) call(shell);
  wasMine = isMine;
}

export function restTitle() {
  document.title = "Almagest";
  badge(false);
  wasMine = null;
}
