/** What others did since the own last decision: a chip per seat, which opens the log where it began. */

import { h, show } from "../dom.js";
import { pen } from "../draw/marks.js";
import { rich } from "../draw/parts.js";
import { t } from "../i18n.js";
import { openDrawer } from "./drawer.js";

const MANY = 3;

/** Events by seat, in the order in which the seats came. */
function bySeat(events) {
  const seats = new Map();
  for (const event of events) {
    if (!seats.has(event.seat)) seats.set(event.seat, []);
    seats.get(event.seat).push(event);
  }
  return seats;
}

/** @returns {{seat: number, name: string, text: string}[]} */
export function recapOf(shell) {
  const { journal, speech, who, game } = shell;
  const seats = bySeat(journal.since());
  return [...seats].filter(([seat]) => seat !== game.seat)
    .map(([seat, events]) => ({ seat, name: who(seat), text: speech.recap(events, who) })).filter(({ text }) => text);
}

function chip(shell, { seat, name, text }, isBrief) {
  return h("button", {
    type: "button", "data-key": `recap-${seat}`, onclick: () => openDrawer(shell, "log"), "aria-label": `${name} ${text}`.replaceAll(/\*\*/g, ""),
  }, pen(seat, 16), h("span", {}, h("b", {}, name), ...(isBrief ? [] : [" ", ...rich(text)])));
}

export function drawRecap(shell) {
  const recap = recapOf(shell);
  const key = JSON.stringify([recap, shell.t("recap")]);
  if (shell.recapped === key) return;
  shell.recapped = key;
  const isBrief = recap.length > MANY;
  show(shell.parts.recap, h("span", { class: "muted small" }, recap.length ? t("recap") : t("rules.ask")),
    ...recap.map((each) => chip(shell, each, isBrief)));
}
