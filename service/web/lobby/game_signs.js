/** A small square sign for each game, for lists. */

import { s } from "../dom.js";
import { mark, star8 } from "../draw/marks.js";
import { translateTo, hexagon } from "./tile_pictures.js";

/** A constellation of six. */
function constellation() {
  const stars = [
    [-14, 6],
    [-8, -5],
    [0, 1],
    [6, -7],
    [14, -4],
    [9, 10],
  ];
  const path = stars.map((star, index) => `${index ? "L" : "M"}${star.join(" ")}`).join("");
  return [
    s("path", { d: path, fill: "none", stroke: "var(--figure)", "stroke-width": 1.2 }),
    ...stars.map(([cx, cy]) => s("circle", { cx, cy, r: 2.2, fill: "var(--star)" })),
  ];
}

/** Three stars around one. */
const around = [
  [1, -11, -5, 3.6],
  [2, 9, -8, 3.4],
  [4, 10, 8, 3.6],
];

const orbit = () => [
  s("ellipse", { rx: 17, ry: 10, fill: "none", stroke: "var(--rule-2)", transform: "rotate(-14)" }),
  ...around.map(([seat, x, y, r]) => s("g", { transform: translateTo([x, y]) }, mark(seat, r))),
  star8(7),
];

/** Three sectors, two of them drawn on. */
const sectors = { "var(--p1)": [-7.4, -5], "var(--p2)": [7.4, -5], "var(--rule-2)": [0, 8] };

const sheet = () => [
  ...Object.entries(sectors).map(([colour, place]) =>
    s("path", {
      d: hexagon(0.31),
      transform: translateTo(place),
      fill: colour,
      "fill-opacity": 0.28,
      stroke: colour,
      "stroke-width": 1.3,
    }),
  ),
  s("g", { transform: "translate(0 8)" }, star8(5.5)),
];

const SIGNS = { astra: constellation, nebula: orbit, distant_suns: sheet };

export const gameSign = (rulebook) =>
  s(
    "svg",
    { class: "sign", viewBox: "-22 -22 44 44", "aria-hidden": "true" },
    ...(SIGNS[rulebook] ?? (() => [star8(15)]))(),
  );
