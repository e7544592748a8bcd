/** Nebula's value board: what colours, constellations and advanced goals are worth. Tokens share cells. */

import { h, pressable, s } from "../dom.js";
import { t } from "../i18n.js";
import { ofType, svg } from "./parts.js";
import { inkOn, signOf, starOf } from "./stars.js";

const SIZE = 22;
const PER_ROW = 3;
const LETTERS = "ABCDEFGH";

/** Where the n-th token of a cell lies: rows of three, the first rank on top. */
const offset = (index) => ({ x: (index % PER_ROW - 1) * 44, y: (Math.floor(index / PER_ROW) - 0.5) * 48 });

/** Colours show their sign, constellations their symbol, goals a letter that the list below explains. */
function signs(scene) {
  const { content, view } = scene;
  const goals = view.value_board.find((track) => track.track === "advanced_goals")?.tokens.map((each) => each.token).sort() ?? [];
  return new Map([
    ...content.stars.map((star) => [star.id, signOf(star.id)]),
    ...content.galaxy.constellations.map((each) => [each.id, each.symbol]),
    ...goals.map((goal, index) => [goal, LETTERS[index]]),
  ]);
}

function token(scene, each, place, sign) {
  const legal = ofType(scene, "advance_token").find((found) => found.move.token === each.token);
  const star = starOf(scene.content, each.token);
  const label = legal?.label ?? `${scene.names.get(each.token)} ${each.cell + 1}`;
  const side = 2 * SIZE;
  return pressable(label, `token-${each.token}`, legal && (() => scene.play(legal.move)), { class: "token" },
    s("rect", {
      x: place.x - SIZE, y: place.y - SIZE, width: side, height: side, rx: 8, fill: star?.colour, class: star ? "" : "plain" }),
    s("text", { x: place.x, y: place.y, class: star ? inkOn(each.token) : "", "aria-hidden": "true" }, sign));
}

function track(scene, data, seen, known) {
  const spots = data.cells.map((place, index) => s("rect", {
    x: place.x - 66, y: place.y - 52, width: 132, height: 104, rx: 12, class: "value-cell", "data-cell": index }));
  const tokens = seen.tokens.map((each, rank) => {
    const before = seen.tokens.slice(0, rank).filter((other) => other.cell === each.cell).length;
    const [base, shift] = [data.cells[each.cell], offset(before)];
    return token(scene, each, { x: base.x + shift.x, y: base.y + shift.y }, known.get(each.token));
  });
  const title = s("text", { x: 84, y: data.cells[0].y - 68, class: "track-name" }, data.name);
  return [title, ...spots, ...tokens];
}

function legend(scene, known) {
  const goals = scene.view.value_board.find((each) => each.track === "advanced_goals");
  if (!goals) return null;
  return h("ul", { class: "goals" }, ...goals.tokens.map((each) => {
    const goal = scene.content.advanced_goals.find((found) => found.id === each.token);
    return h("li", {}, h("b", {}, `${known.get(each.token)}: ${goal.name}`), h("span", {}, goal.text));
  }));
}

export function valueBoard(scene) {
  if (!scene.view.value_board) return null;
  const { width, height, tracks } = scene.content.value_board;
  const label = t("nebula.value_board");
  const known = signs(scene);
  const drawn = tracks.flatMap((data) => {
    const seen = scene.view.value_board.find((each) => each.track === data.id);
    return seen ? track(scene, data, seen, known) : [];
  });
  return h("section", { class: "panel values" }, h("h3", {}, label),
    h("div", { class: "wide" }, svg(width, height, label, ...drawn)), legend(scene, known));
}
