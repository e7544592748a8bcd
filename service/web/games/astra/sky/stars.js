/** One star in each of its states, around 0,0. */

import { s } from "../../../dom.js";
import { halo, innerOffset, mark, sparkPath, star8 } from "../../../draw/marks.js";
import { MARKED, RADIUS } from "./layout.js";

export const radiusOf = (star, isMarked, scale) => (isMarked ? MARKED : RADIUS)[star.kind] * scale;

const circle = (r, attributes) => s("circle", { r: r.toFixed(1), ...attributes });

/** What kind of star it was is cut out of its mark. */
function kindCutOut(kind, seat, radius, scale) {
  const cy = innerOffset(seat, radius);
  if (kind === "grand") {
    return s(
      "g",
      { transform: `translate(0 ${cy})` },
      star8(radius * (seat === 3 ? 0.66 : 0.8), "var(--on-pen)", "var(--on-pen)"),
    );
  }
  return (
    kind === "start" &&
    circle(radius * 0.45, { cy, fill: "none", stroke: "var(--on-pen)", "stroke-width": 1.6 * scale })
  );
}

const markedStar = ({ kind }, seat, radius, scale) => [
  s("g", { stroke: "var(--plate)", "stroke-width": 1 }, mark(seat, radius)),
  kindCutOut(kind, seat, radius, scale),
];

function openStar({ kind }, radius, scale) {
  if (kind === "grand") return [star8(radius)];
  if (kind === "start") {
    return [
      circle(radius, { fill: "none", stroke: "var(--gold)", "stroke-width": 1.5 * scale }),
      s("path", { d: sparkPath(radius * 0.72), fill: "var(--star)" }),
    ];
  }
  return [circle(radius, { fill: "var(--star)" }), circle(radius * 0.4, { fill: "var(--plate)", opacity: 0.35 })];
}

/** Chosen and not yet paid: the order in the own pen; a grand star keeps a badge. */
function chosenStar({ kind }, order, seat, radius, scale) {
  return [
    circle(radius + 4.5 * scale, { fill: "none", stroke: "var(--ink)", "stroke-width": 1.6 }),
    s("g", { class: "chosen-mark" }, s("circle", { r: radius, fill: `var(--p${seat})` })),
    s(
      "text",
      { y: 4.6 * scale, "text-anchor": "middle", class: "order", "font-size": 13 * scale, "aria-hidden": "true" },
      order,
    ),
    kind === "grand" &&
      s(
        "g",
        { transform: `translate(${radius * 0.95} ${-radius * 0.95})` },
        circle(7 * scale, { fill: "var(--plate)" }),
        star8(6.6 * scale),
      ),
  ];
}

/** Legal next glows and breathes; legal elsewhere has a thinner ring. */
function legalRing(how, radius, scale) {
  const isNext = how === "next";
  return s(
    "g",
    { class: `legal ${how}` },
    circle(radius + 10 * scale, { fill: "url(#legal-glow)", class: "glow", opacity: isNext ? 1 : 0.8 }),
    circle(radius + (isNext ? 6 : 4.5) * scale, {
      fill: "none",
      stroke: "var(--gold)",
      "stroke-width": isNext ? 1.5 : 1,
      opacity: isNext ? 1 : 0.75,
    }),
  );
}

/**
 * @param {{kind: string, star?: number}} star
 * @param {{seat: number | null, order: number, pen: number, legal: string | null, changed: boolean, scale: number}}
 * state
 */
export function starFigure(star, state) {
  const { seat, order, pen, scale } = state;
  const radius = radiusOf(star, seat !== null || order > 0, scale);
  const figure = order
    ? chosenStar(star, order, pen, radius, scale)
    : seat !== null
      ? markedStar(star, seat, radius, scale)
      : openStar(star, radius, scale);
  return [
    state.legal && !order && legalRing(state.legal, radius, scale),
    state.changed && halo(radius),
    s("g", { "data-arrives": seat === null ? null : star.star }, ...figure),
    circle(radius + 9 * scale, { class: "focus" }),
    s("circle", { r: 1, class: "at", fill: "none" }),
  ];
}
