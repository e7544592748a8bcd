/** A constellation as a map: graticule, figure lines, stars, names. */

import { memo, s } from "../../../dom.js";
import { dust, mark, star8 } from "../../../draw/marks.js";
import { touchable } from "../../../draw/parts.js";
import { graticule } from "./graticule.js";
import { labels } from "./labels.js";
import { spreadStars, rawPositions } from "./layout.js";
import { radiusOf, starFigure } from "./stars.js";

/** Letters of Bayer's names, with their numbers raised. */
export const shortName = (star) =>
  star.name ?? star.bayer.replace(/ .*/, "").replace("1", "¹").replace("2", "²").replace("3", "³");
export const starName = (card, star) => card.stars[star].name ?? card.stars[star].bayer;

/** Whose mark is on each star. */
export const marksOf = (slot) => new Map(slot.marks.flatMap((each) => each.stars.map((star) => [star, each.seat])));

/** @typedef {{marks: Map<number, number>, before: Map<number, number> | null, path: number[],
 *   next: Set<number>, soft: Set<number>, from: number | null, pen: number, label: (star: number) => string, live: boolean}} Sky */

/** What a line is: part of the chosen path, where it would go on, where it came in, or of the figure. */
function kindOf(sky, [a, b]) {
  const [ia, ib] = [sky.path.indexOf(a), sky.path.indexOf(b)];
  if (ia >= 0 && ib >= 0 && Math.abs(ia - ib) === 1) return "chosen";
  const end = sky.path.at(-1);
  if (sky.path.length && ((a === end && sky.next.has(b)) || (b === end && sky.next.has(a)))) return "onward";
  const first = sky.path[0];
  if (sky.from !== null && ((a === first && b === sky.from) || (b === first && a === sky.from))) return "entry";
  return "figure";
}

const STROKES = {
  chosen: (pen) => ({ stroke: `var(--p${pen})`, "stroke-width": 3.4 }),
  onward: () => ({ stroke: "var(--gold)", "stroke-width": 2.2, "stroke-dasharray": "2 5" }),
  entry: (pen) => ({ stroke: `var(--p${pen})`, "stroke-width": 1.6, "stroke-dasharray": "4 4" }),
  figure: () => ({ stroke: "var(--figure)", "stroke-width": 1.25 }),
};

/** Lines stop short of their stars, as engraved. */
function line(sky, ends, places, radius, scale) {
  const [a, b] = ends.map((star) => places[star]);
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ra, rb] = ends.map((star) => radius(star) + (sky.path.includes(star) ? 5 : 2.2) * scale);
  if (length <= ra + rb) return null;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const kind = kindOf(sky, ends);
  const [x1, y1, x2, y2] = [a.x + ux * ra, a.y + uy * ra, b.x - ux * rb, b.y - uy * rb].map((each) => each.toFixed(1));
  return memo(`line ${x1} ${y1} ${x2} ${y2} ${kind} ${sky.pen}`, () =>
    s("line", { x1, y1, x2, y2, "stroke-linecap": "round", class: `line ${kind}`, ...STROKES[kind](sky.pen) }),
  );
}

const legality = (sky, star) => (sky.next.has(star) ? "next" : sky.soft.has(star) ? "soft" : null);
const isNewMark = (now, then, star) => then !== null && now.has(star) && !then.has(star);

function star(card, sky, each, place, scale) {
  const number = each.star;
  const seat = sky.marks.get(number) ?? null;
  const order = sky.path.indexOf(number) + 1;
  const state = {
    seat,
    order,
    pen: sky.pen,
    scale,
    legal: legality(sky, number),
    changed: isNewMark(sky.marks, sky.before, number),
  };
  const transform = `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`;
  const label = sky.live ? sky.label(number) : "";
  return memo(`star ${card.id} ${number} ${label} ${transform} ${Object.values(state)}`, () => {
    const figure = starFigure(each, state);
    if (!sky.live) return s("g", { transform }, ...figure);
    const disabled = !order && !state.legal;
    return touchable(
      `star:${card.id}:${number}`,
      label,
      { chosen: disabled ? null : order > 0, disabled, transform, "data-about": `star:${card.id}:${number}` },
      ...figure,
    );
  });
}

/** Names of chosen, grand and next stars. */
function labelWishes(card, sky) {
  const weight = (each) =>
    sky.path.includes(each.star) ? 0 : each.kind === "grand" ? 1 : sky.next.has(each.star) ? 2 : 9;
  return card.stars
    .filter((each) => weight(each) < 9)
    .sort((a, b) => weight(a) - weight(b))
    .map((each) => ({ star: each.star, text: shortName(each), own: sky.path.includes(each.star) }));
}

/** Graticule and dust of a card. */
const ground = (card, box, at) =>
  memo(`ground ${card.id} ${box.width} ${box.height} ${box.scale ?? 1} ${box.dust}`, () => {
    const seed = [...card.id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
    return s(
      "svg",
      { width: box.width, height: box.height, "aria-hidden": "true" },
      graticule(card, at),
      dust(box.width, box.height, box.dust ?? 34, seed),
    );
  });

function neighbourRing(sky, number, scale) {
  if (sky.path.includes(number) || sky.next.has(number)) return 9 * scale;
  return (sky.soft.has(number) || isNewMark(sky.marks, sky.before, number) ? 7 : 3) * scale;
}

/**
 * @param {any} card @param {Sky} sky
 * @param {{width: number, height: number, pad: number[], scale?: number, names?: number, dust?: number, taken?: any[],
 * top?: number}} box
 */
export function starMap(card, sky, box) {
  const { places, scale, at } = spreadStars(card, box);
  const radius = (number) => radiusOf(card.stars[number], sky.marks.has(number) || sky.path.includes(number), scale);
  const stars = places.map((place, index) => ({ ...place, r: radius(index) + neighbourRing(sky, index, scale) }));
  const around = {
    ...box,
    top: box.top ?? 3,
    stars,
    lines: card.lines.map(([a, b]) => [places[a], places[b]]),
    taken: box.taken ?? [],
  };
  return [
    ground(card, box, at),
    s("g", {}, ...card.lines.map((ends) => line(sky, ends, places, radius, scale))),
    s("g", {}, ...card.stars.map((each, index) => star(card, sky, each, places[index], scale))),
    s("g", {}, ...labels(labelWishes(card, sky), around, box.names ?? 12.5)),
  ];
}

/** The figure alone, small. */
export function miniature(card, marks, { width, height, pad = [10, 10, 10, 10], large = 3.2, small = 2, pens = 4 }) {
  const places = rawPositions(card, { width, height, pad });
  const point = (each) => {
    const seat = marks?.get(each.star);
    if (seat !== undefined) return mark(seat, pens);
    return each.kind === "grand" ? star8(large * 1.5) : s("circle", { r: small, fill: "var(--star)" });
  };
  return [
    ...card.lines.map(([a, b]) =>
      s("line", { x1: places[a].x, y1: places[a].y, x2: places[b].x, y2: places[b].y, stroke: "var(--figure)" }),
    ),
    ...card.stars.map((each, index) =>
      s("g", { transform: `translate(${places[index].x.toFixed(1)} ${places[index].y.toFixed(1)})` }, point(each)),
    ),
  ];
}
