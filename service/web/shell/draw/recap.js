/** The recap: what opponents did since the viewer's last turn, a chip per seat that opens the log there. */

import { h, show } from "../../dom.js";
import { seatMark } from "../../draw/marks.js";
import { richText } from "../../draw/parts.js";
import { signedPoints, t } from "../../i18n.js";
import { openDrawer } from "../panels/drawer.js";

/** Pixels that a sentence needs; with less room the chips have names alone. */
const SENTENCE = 270;

/** Events by seat, in the order in which the seats came. */
function bySeat(events) {
  const seats = new Map();
  for (const event of events) {
    if (!seats.has(event.seat)) seats.set(event.seat, []);
    seats.get(event.seat).push(event);
  }
  return seats;
}

/** The recap, cached until another event comes. @returns {import("../../games/contract.js").Scene["recap"]} */
export function recapOf(shell) {
  const { events } = shell.journal;
  const at = `${events.length} ${events.at(-1)?.id} ${shell.game.seat} ${shell.live.isMine} ${shell.live.version}`;
  if (shell.recapAt !== at) Object.assign(shell, { recapAt: at, recap: buildRecap(shell) });
  return shell.recap;
}

/** Sorts by turn order, beginning after the viewer; the automa comes last. */
const byTurnOrder = (game) => (one, other) => turnPlace(game, one[0]) - turnPlace(game, other[0]);
const turnPlace = ({ seats, seat: own }, seat) =>
  seat ? (seat - (own ?? 0) - 1 + seats.length) % seats.length : seats.length;

/** Gains are part of it where the game makes points public. */
function buildRecap({ journal, speech, who, game }) {
  const gains = speech.tally ? journal.gains : {};
  return [...bySeat(journal.recapEvents())]
    .filter(([seat]) => seat !== game.seat)
    .sort(byTurnOrder(game))
    .map(([seat, events]) => ({
      seat,
      name: who(seat),
      text: speech.recap(events, who),
      gain: gains[seat] ? signedPoints(gains[seat]) : "",
    }))
    .filter(({ text }) => text);
}

/** What somebody won, after what they did. */
export const gainText = (gain) => gain && h("b", { class: gain.startsWith("+") ? "won" : "lost" }, gain);

function chip(shell, { seat, name, text, gain }, isBrief) {
  return h(
    "button",
    {
      type: "button",
      "data-key": `recap-${seat}`,
      onclick: () => openDrawer(shell, "log"),
      "aria-label": [name, text, gain].filter(Boolean).join(" ").replaceAll(/\*\*/g, ""),
    },
    seatMark(seat, 16),
    h("span", { class: "recapped" }, h("b", {}, name), ...(isBrief ? [] : [" ", ...richText(text)])),
    gainText(gain),
  );
}

const LONGEST = 3000;
const ONE = 350;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Fades in everything that changed, one after another, in three seconds at most; a tap ends it. Visitors who prefer
 * reduced motion get the log instead.
 */
function replayChanges(shell) {
  const changed = [
    ...new Set(
      [...shell.root.querySelectorAll(".column .changed")].map((node) => node.closest("[data-touch]") ?? node),
    ),
  ];
  if (reducedMotion.matches || !changed.length) return openDrawer(shell, "log");
  const apart = Math.min(ONE + 120, (LONGEST - ONE) / changed.length);
  const shown = changed.map((node, index) =>
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ONE, delay: index * apart, fill: "backwards" }),
  );
  addEventListener("pointerdown", () => shown.forEach((each) => each.finish()), { once: true });
}

const replayButton = (shell) =>
  h(
    "button",
    { type: "button", class: "ghost again", "data-key": "recap-again", onclick: () => replayChanges(shell) },
    t("recap.again"),
    " ›",
  );

export function drawRecap(shell) {
  const recap = recapOf(shell);
  const key = JSON.stringify([recap, shell.t("recap"), shell.room.width]);
  if (shell.recapKey === key) return;
  shell.recapKey = key;
  const isBrief = recap.length * SENTENCE > shell.room.width;
  shell.parts.recap.classList.toggle("told", recap.length > 0);
  shell.parts.recap.classList.toggle("many", recap.length > 2);
  shell.parts.recap.classList.toggle(
    "with-gains",
    recap.some(({ gain }) => gain),
  );
  show(
    shell.parts.recap,
    h(
      "span",
      { class: "muted small" },
      recap.length ? t(shell.game.seat === null ? "recap.last" : "recap") : t("rules.ask"),
    ),
    ...recap.map((each) => chip(shell, each, isBrief)),
    recap.length > 0 && replayButton(shell),
  );
}
