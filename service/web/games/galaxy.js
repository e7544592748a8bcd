/** A galaxy of Nebula: 21 cells, their links, the black track. A star that was taken up is put where it may go. */

import { h, pressable, s } from "../dom.js";
import { t } from "../i18n.js";
import { ofType, svg } from "./parts.js";
import { starFigure } from "./stars.js";

const CELL = 46;

function links(board) {
  const places = new Map(board.cells.map((cell) => [cell.id, cell]));
  return Object.entries(board.links).flatMap(([kind, pairs]) => pairs.map(([from, to]) => {
    const [a, b] = [places.get(from), places.get(to)];
    return s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `link ${kind}` });
  }));
}

/** The move that puts the star which was taken up onto a cell. */
function moveTo(scene, cell) {
  return ofType(scene, "place_star", "replace_star").find((each) => each.move.star === scene.pick.star && each.move.cell === cell);
}

function describe(scene, cell, star, legal) {
  if (legal) return legal.label;
  return `${cell.id}: ${star ? scene.names.get(star) : t("nebula.empty")}`;
}

function drawCell(scene, side, cell, symbols) {
  const star = side.galaxy[cell.id];
  const legal = side.seat === scene.seat ? moveTo(scene, cell.id) : undefined;
  const isFresh = side.seat === scene.view.turn && scene.view.this_turn.cells.includes(cell.id);
  const classes = `cell ${legal ? "open" : ""} ${isFresh ? "fresh" : ""}`;
  const press = legal && (() => scene.play(legal.move));
  return pressable(describe(scene, cell, star, legal), `cell-${side.seat}-${cell.id}`, press, { class: "spot" },
    cell.glowing && s("circle", { cx: cell.x, cy: cell.y, r: CELL + 12, class: "glow" }),
    s("circle", { cx: cell.x, cy: cell.y, r: CELL, class: classes }),
    star ? starFigure(scene.content, star, cell, CELL - 6)
      : s("text", { x: cell.x, y: cell.y, class: "symbol", "aria-hidden": "true" }, symbols.get(cell.constellation) ?? ""));
}

function blackTrack(scene, side) {
  return scene.content.galaxy.black_track.map((place, index) => s("g", {},
    s("circle", { cx: place.x, cy: place.y, r: 38, class: index < side.black_stars ? "track filled" : "track" }),
    s("text", { x: place.x, y: place.y, class: index < side.black_stars ? "ink-light value" : "value" }, place.value)));
}

export function galaxy(scene, side) {
  const board = scene.content.galaxy;
  const symbols = new Map(board.constellations.map((each) => [each.id, each.symbol]));
  return h("div", { class: "galaxy" }, svg(board.width, board.height, t("nebula.galaxy", { name: scene.who(side.seat) }),
    ...blackTrack(scene, side), ...links(board), ...board.cells.map((cell) => drawCell(scene, side, cell, symbols))));
}
