/** Every legal move as a list: by kind, with a filter where it is long; and why other kinds are not possible. */

import { button, h, show } from "./dom.js";
import { t } from "./i18n.js";

const LONG = 12;
const PAGE = 40;

/** @param {{move: {type: string}}[]} moves */
function byType(moves) {
  const groups = new Map();
  for (const each of moves) {
    if (!groups.has(each.move.type)) groups.set(each.move.type, []);
    groups.get(each.move.type).push(each);
  }
  return groups;
}

const typeName = (rulebook, type) => t(`move.${rulebook}.${type}`);

const fits = (typed) => (each) => each.label.toLowerCase().includes(typed);

function moveButton(table, each) {
  const key = JSON.stringify(each.move);
  return h("li", {}, button(each.label, () => table.play(each.move), { class: "move", "data-key": key, title: each.ruling }));
}

/** The buttons of one kind; a long list is shown by pages. */
function listOf(table, moves) {
  const list = h("ul", { class: "rows" });
  const draw = (typed, most) => {
    const found = moves.filter(fits(typed));
    const more = found.length > most && h("li", {},
      button(t("moves.more", { count: found.length - most }), () => draw(typed, most + 5 * PAGE), { "data-key": "more" }));
    show(list, ...found.slice(0, most).map((each) => moveButton(table, each)), more);
  };
  draw("", PAGE);
  return { list, filter: (typed) => draw(typed, PAGE) };
}

function group(table, type, moves) {
  const { list, filter } = listOf(table, moves);
  const isLong = moves.length > LONG;
  const field = isLong && h("input", {
    type: "search", "aria-label": t("moves.filter"), placeholder: t("moves.filter"),
    oninput: (event) => filter(event.target.value.trim().toLowerCase()),
  });
  const name = `${typeName(table.game.rulebook, type)} (${moves.length})`;
  return h("details", { class: "group", open: !isLong, "data-type": type }, h("summary", {}, name), field, list);
}

function unavailable(table) {
  const { unavailable: list } = table.moves;
  if (!list.length) return null;
  return h("details", { class: "unavailable" }, h("summary", {}, t("moves.why_not")),
    h("dl", {}, ...list.flatMap((each) => [
      h("dt", {}, typeName(table.game.rulebook, each.type)),
      h("dd", {}, each.reason, each.ruling && h("small", {}, ` ${each.ruling}`))])));
}

export function drawMoves(table) {
  if (table.game.status !== "running" || !table.game.seat) return null;
  const groups = [...byType(table.moves.moves)].map(([type, moves]) => group(table, type, moves));
  return h("section", { class: "panel", "aria-labelledby": "moves-title" },
    h("h2", { id: "moves-title" }, t("moves")),
    ...(groups.length ? groups : [h("p", { class: "quiet" }, t("moves.none"))]),
    unavailable(table));
}
