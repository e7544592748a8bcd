/** The face of a clock: its dial, its hand, and the way that the hand goes. */

import { s } from "../../../dom.js";
import { round } from "../stars.js";

export const CELLS = 7;

const angle = (cell) => ((cell * 360) / CELLS - 90) * (Math.PI / 180);

/** @returns {import("../stars.js").Point} */
export const pointOnRing = ([x, y], cell, reach) => [
  x + reach * Math.cos(angle(cell)),
  y + reach * Math.sin(angle(cell)),
];

export const shortestSteps = (from, to) => {
  const forward = (to - from + CELLS) % CELLS;
  return forward > CELLS / 2 ? forward - CELLS : forward;
};

export function dial([x, y], reach, isLarge) {
  const ticks = Array.from({ length: CELLS * CELLS }, (_, number) => {
    const [turn, length] = [(number * 2 * Math.PI) / (CELLS * CELLS) - Math.PI / 2, number % CELLS ? 0.95 : 0.88];
    return `M${round(x + reach * Math.cos(turn))} ${round(y + reach * Math.sin(turn))}L${round(x + reach * length * Math.cos(turn))} ${round(y + reach * length * Math.sin(turn))}`;
  }).join("");
  return [
    s("circle", { cx: x, cy: y, r: round(reach), class: "neb-dial" }),
    s("path", { d: ticks, class: "neb-ticks", "stroke-width": isLarge ? 1.1 : 0.8 }),
  ];
}

export function hand([x, y], cell, reach, isLarge, classes = "", turns = null) {
  const [turn, waist] = [angle(cell), isLarge ? 6 : 4];
  const at = (way, aside) => `${round(x + way * Math.cos(turn + aside))} ${round(y + way * Math.sin(turn + aside))}`;
  const d = `M${[at(reach, 0), at(reach * 0.55, 0.17), at(waist, 1.57), at(reach * 0.22, 3.14), at(waist, -1.57), at(reach * 0.55, -0.17)].join("L")}Z`;
  return s("path", { d, class: `neb-hand ${classes}`, "data-turns": turns });
}

/** The way that the hand goes, as an arc with a head. */
export function arc([x, y], from, steps, reach) {
  const [start, end] = [angle(from), angle(from + steps) - Math.sign(steps) * 0.09];
  const at = (turn, way = reach) => [round(x + way * Math.cos(turn)), round(y + way * Math.sin(turn))];
  const [tip, along] = [at(end), end + (Math.sign(steps) * Math.PI) / 2];
  const head = [0, 2.2, -2.2].map(
    (turn, number) =>
      `${round(tip[0] + (number ? 6.7 : 9) * Math.cos(along + turn))} ${round(tip[1] + (number ? 6.7 : 9) * Math.sin(along + turn))}`,
  );
  return [
    s("path", {
      d: `M${at(start).join(" ")}A${reach} ${reach} 0 ${Math.abs(steps) > 3 ? 1 : 0} ${steps > 0 ? 1 : 0} ${tip.join(" ")}`,
      class: "neb-arc",
    }),
    s("path", { d: `M${head.join("L")}Z`, class: "neb-arrow" }),
  ];
}

/** How many steps each star is away, by the short way. */
export function numerals(centre, from, reach, target) {
  return Array.from({ length: CELLS }, (_, cell) => cell)
    .filter((cell) => cell !== from && cell !== target)
    .map((cell) => {
      const [x, y] = pointOnRing(centre, cell, reach * 0.72);
      return s("text", { x: round(x), y: round(y + 6), class: "neb-numeral" }, Math.abs(shortestSteps(from, cell)));
    });
}
