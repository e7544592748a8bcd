/** Builds the scene that a game's drawing gets. */

import { language, t } from "../../i18n.js";
import { recapOf } from "./recap.js";

/** The size class of the window. */
export function sizeNow() {
  if (innerHeight < 500 && innerWidth >= 560) return "low";
  if (innerWidth <= 700) return "phone";
  return innerWidth < 1200 ? "medium" : "wide";
}

const NONE = [];

/** Pixels of a phone's header, coach line, strips, thumbnails, resources, bar and tabs. */
const AROUND = 506;

/** The room of the stage; on a phone, what the rest leaves of the window. */
export function stageRoom({ parts, size }) {
  if (size === "phone") return { width: innerWidth - 20, height: innerHeight - AROUND };
  return { width: parts.stage.clientWidth, height: parts.stage.clientHeight };
}

export function seatName({ game, speech, t: say }, seat) {
  const nobody = seat ? t("seat", { seat }) : say(speech.automa ?? "nobody");
  const found = game.seats.find((each) => each.seat === seat);
  const name = found?.name ?? nobody;
  if (found?.resigned) return t("seat.resigned", { name });
  return seat === game.seat ? t("you", { name }) : name;
}

/** Whose board is large: the viewer's own; for a spectator, the one they selected, else that of whose turn it is. */
const shownSeat = ({ seat, view }, watched) => seat ?? watched ?? (view?.active || 1);

/** @returns {import("../../games/contract.js").Scene} */
export function sceneOf(shell, more = {}) {
  const { game, live, content, speech, who, draft, preview, look, size } = shell;
  const scene = {
    rulebook: game.rulebook,
    view: game.view,
    content,
    names: speech.names,
    seat: game.seat,
    who,
    seats: game.seats,
    moves: shell.isMine ? (live.moves ?? NONE) : NONE,
    isMine: shell.isMine,
    isOver: live.isOver,
    score: live.score,
    draft,
    preview,
    before: shell.isBusy ? null : shell.journal.before,
    look,
    size,
    room: shell.room,
    recap: recapOf(shell),
    language: /** @type {any} */ (language()),
    t: shell.t,
    ...more,
  };
  return { ...scene, shown: shownSeat(scene, shell.watched) };
}
