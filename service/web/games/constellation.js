/** One constellation: lines, stars, pens; a path is built by pressing star after star. */

import { h, pressable, s } from "../dom.js";
import { t } from "../i18n.js";
import { svg } from "./parts.js";

const WIDTH = 320;
const HEIGHT = 250;
const RADIUS = { start: 11, grand: 14, common: 9 };
const LARGEST_REACH = 22;

export const starName = (card, star) => card.stars[star].name ?? card.stars[star].bayer;

const place = (star) => ({ x: 16 + star.x * (WIDTH - 32), y: 16 + star.y * (HEIGHT - 32) });

/** How far from its middle a star can be pressed: half the way to the next star, so that none hides another. */
function reach(card, star) {
  const at = place(star);
  const ways = card.stars.filter((other) => other !== star).map(place).map(({ x, y }) => Math.hypot(x - at.x, y - at.y));
  return Math.min(LARGEST_REACH, ...ways.map((way) => way / 2));
}

const beginsWith = (path, start) => start.every((star, index) => path[index] === star);

/** The path chosen so far on this card; none when another card was begun. */
const begun = (scene, card) => (scene.pick.card === card.id ? scene.pick.path : []);

/** Stars that can be pressed next: those that go on to a legal move. */
function nextStars(scene, card) {
  const start = begun(scene, card);
  const next = new Set();
  for (const { move } of scene.moves) {
    if (move.card !== card.id) continue;
    if (move.type === "mark_star" && !start.length) next.add(move.star);
    if (move.path && move.path.length > start.length && beginsWith(move.path, start)) next.add(move.path[start.length]);
  }
  return next;
}

function pens(slot) {
  return new Map(slot.marks.flatMap((mark) => mark.stars.map((star) => [star, mark.seat])));
}

function line(card, [from, to], path) {
  const [a, b] = [place(card.stars[from]), place(card.stars[to])];
  const steps = path.map((star, index) => [path[index - 1], star]).slice(1);
  const isChosen = steps.some(([one, other]) => (one === from && other === to) || (one === to && other === from));
  return s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: isChosen ? "line chosen" : "line" });
}

const POINTS = 5;

/** A grand star has rays, a start star a ring, so that they differ without colour. */
function figure(star, { x, y }, classes) {
  const radius = RADIUS[star.kind];
  if (star.kind !== "grand") return s("circle", { cx: x, cy: y, r: radius, class: classes });
  const corners = Array.from({ length: 2 * POINTS }, (_, corner) => {
    const angle = (Math.PI * corner) / POINTS - Math.PI / 2;
    const length = corner % 2 ? radius * 0.62 : radius * 1.15;
    return `${(x + length * Math.cos(angle)).toFixed(1)},${(y + length * Math.sin(angle)).toFixed(1)}`;
  });
  return s("polygon", { points: corners.join(" "), class: classes });
}

function describe(scene, card, star, pen) {
  const by = pen === undefined ? t("astra.unmarked") : t("astra.marked_by", { name: scene.who(pen) });
  return `${starName(card, star.star)}, ${t(`star.${star.kind}`)}, ${by}`;
}

/** What pressing a star does: go on with the path, or take the last star back. */
function pressing(scene, card, star, next) {
  const path = begun(scene, card);
  const choose = (stars) => () => scene.choose(stars.length ? { card: card.id, path: stars } : {});
  if (path.length && path.at(-1) === star) return choose(path.slice(0, -1));
  return next.has(star) ? choose([...path, star]) : null;
}

function drawStar(scene, card, star, pen, next) {
  const at = place(star);
  const order = begun(scene, card).indexOf(star.star) + 1;
  const press = pressing(scene, card, star.star, next);
  const classes = `star ${star.kind} ${pen === undefined ? "" : `marked pen-${pen}`} ${order ? "chosen" : ""}`;
  const mark = order || (pen === undefined ? "" : pen || "☾");
  return pressable(describe(scene, card, star, pen), `${card.id}-${star.star}`, press,
    { class: next.has(star.star) ? "next" : "" },
    star.kind === "start" && s("circle", { cx: at.x, cy: at.y, r: RADIUS.start + 4, class: "ring" }),
    figure(star, at, classes),
    press && s("circle", { cx: at.x, cy: at.y, r: reach(card, star), class: "reach" }),
    mark !== "" && s("text", { x: at.x, y: at.y, class: "pen-mark", "aria-hidden": "true" }, mark));
}

/** The drawing of a card in the sky. */
export function starMap(scene, card, slot) {
  const marked = pens(slot);
  const next = nextStars(scene, card);
  const path = begun(scene, card);
  return h("div", { class: "sky-map" }, svg(WIDTH, HEIGHT, card.name,
    ...card.lines.map((each) => line(card, each, path)),
    ...card.stars.map((star) => drawStar(scene, card, star, marked.get(star.star), next))));
}
