/** The sky that a large galaxy lies in. */

import { s } from "../../../dom.js";
import { seededRandom } from "../../../draw/marks.js";
import { round } from "../stars.js";

const MIDDLE = [500, 620];

const RING = 505;

function ticks() {
  return Array.from({ length: 120 }, (_, number) => {
    const [angle, length] = [(number * Math.PI) / 60, number % 10 ? (number % 5 ? 10 : 16) : 24];
    const [c, n] = [Math.cos(angle), Math.sin(angle)];
    return `M${round(MIDDLE[0] + RING * c)} ${round(MIDDLE[1] + RING * n)}L${round(MIDDLE[0] + (RING - length) * c)} ${round(MIDDLE[1] + (RING - length) * n)}`;
  }).join("");
}

function specks() {
  const next = seededRandom(11);
  return Array.from({ length: 110 }, () => {
    const [angle, way, large] = [next() * 6.283, next() ** 0.7 * 470, next()];
    return s("circle", {
      cx: Math.round(MIDDLE[0] + way * Math.cos(angle)),
      cy: Math.round(MIDDLE[1] + way * Math.sin(angle)),
      r: round(0.8 + large * large * 2.2),
      opacity: round(0.15 + 0.4 * large),
    });
  });
}

/** What lies behind a large galaxy and never changes: a graduated ring, a glowing core, dust. */
export function backdrop() {
  const [cx, cy] = MIDDLE;
  const stop = (offset, opacity) => s("stop", { offset, "stop-color": "var(--core)", "stop-opacity": opacity });
  return s(
    "g",
    { "aria-hidden": "true" },
    s("defs", {}, s("radialGradient", { id: "neb-core" }, stop(0, 0.42), stop(0.45, 0.13), stop(1, 0))),
    s("circle", { cx, cy, r: 500, fill: "url(#neb-core)" }),
    s("g", { fill: "var(--dust)" }, ...specks()),
    s(
      "g",
      { fill: "none", stroke: "var(--gold)", opacity: 0.42 },
      s("circle", { cx, cy, r: RING, "stroke-width": 1.6 }),
      s("circle", { cx, cy, r: 478, opacity: 0.6 }),
      s("path", { d: ticks(), "stroke-width": 1.6 }),
    ),
  );
}
