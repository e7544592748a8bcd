/**
 * One hue and one hatch for each position of the board: five patterns to fill with, in three sizes, and as wide
 * stripes.
 */

import { create, s } from "../../../dom.js";

export const BLACK_HOLE = 6;
const SIZES = [
  ["", 1],
  ["m", 0.75],
  ["s", 0.52],
];
const HATCHES = [
  { size: 8, d: "M-2 10L10-2M-2 2L2-2M6 10L10 6" },
  {
    size: 9,
    dots: [
      [2.2, 2.2],
      [6.7, 6.7],
    ],
  },
  { size: 10, d: "M0 3Q2.5 0 5 3T10 3M0 8Q2.5 5 5 8T10 8" },
  { size: 9, d: "M0 0L9 9M9 0L0 9" },
  { size: 6, d: "M3 0V6" },
];

export const hue = (position) => `var(--hue-${position})`;

/** Small hexes need finer hatches. */
const grade = (width) => (width < 30 ? "s" : width < 48 ? "m" : "");

export const fillUrl = (position, width) => `url(#suns-fill-${position}${grade(width)})`;

export const stripesUrl = (position, width) => `url(#suns-ghost-${position}${grade(width)})`;

function tile(id, size, scale, turn, ...children) {
  const patternTransform = `scale(${scale})` + (turn ? ` rotate(${turn})` : "");
  return s("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform }, ...children);
}

function hatchPattern(position, name, scale) {
  const { size, d, dots = [] } = HATCHES[position - 1];
  const wash = s("rect", { width: size, height: size, fill: hue(position), class: "suns-wash" });
  const line = d && s("path", { d, fill: "none", stroke: hue(position), "stroke-width": 1.5, class: "suns-hatch" });
  const spots = dots.map(([cx, cy]) => s("circle", { cx, cy, r: 1.5, fill: hue(position), class: "suns-hatch" }));
  return tile(`suns-fill-${position}${name}`, size, scale, 0, wash, line, ...spots);
}

function stripePattern(position, name, scale) {
  const wash = s("rect", { width: 12, height: 12, fill: hue(position), opacity: 0.16 });
  const line = s("path", { d: "M0 3H12M0 9H12", stroke: hue(position), "stroke-width": 2.6 });
  return tile(`suns-ghost-${position}${name}`, 12, scale, -45, wash, line);
}

/** All that drawings refer to; it has to be in the page once. */
export function patterns() {
  const all = SIZES.flatMap(([name, scale]) =>
    [1, 2, 3, 4, 5].flatMap((position) => [hatchPattern(position, name, scale), stripePattern(position, name, scale)]),
  );
  const blur = s(
    "filter",
    { id: "suns-glow", x: "-30%", y: "-30%", width: "160%", height: "160%" },
    s("feGaussianBlur", { stdDeviation: 5 }),
  );
  const hole = s(
    "radialGradient",
    { id: "suns-hole" },
    s("stop", { offset: 0, "stop-color": "#000" }),
    s("stop", { offset: 0.55, "stop-color": "#04050d" }),
    s("stop", { offset: 1, "stop-color": "#10132a" }),
  );
  return s(
    "svg",
    { id: "suns-patterns", width: 0, height: 0, class: "suns-patterns", "aria-hidden": "true" },
    s("defs", {}, ...all, blur, hole),
  );
}

/** Puts the patterns into the page unless they are there. */
export function addPatternsOnce() {
  if (!document.getElementById("suns-patterns")) document.body.append(create(patterns()));
}
