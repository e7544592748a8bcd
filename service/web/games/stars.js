/** Nebula's stars: a colour and a sign each, so that they differ without colour. */

import { h, s } from "../dom.js";

const SIGNS = { red: "▲", violet: "◆", yellow: "★", white: "○", blue: "■", orange: "✚", black: "✖" };
const ON_DARK = ["black", "violet", "blue", "red"];

/** @returns {{id: string, name: string, colour: string}} */
export const starOf = (content, id) => content.stars.find((star) => star.id === id);

/** The class of letters that can be read on a star. */
export const inkOn = (id) => (ON_DARK.includes(id) ? "ink-light" : "ink-dark");

export const signOf = (id) => SIGNS[id] ?? "?";

/** A star in a drawing. */
export function starFigure(content, id, { x, y }, radius, classes = "") {
  return s("g", { class: `gem ${classes}` },
    s("circle", { cx: x, cy: y, r: radius, fill: starOf(content, id)?.colour ?? "#888" }),
    s("text", { x, y, class: inkOn(id), "font-size": radius, "aria-hidden": "true" }, signOf(id)));
}

/** A star in a line of text or on a button. */
export function starChip(content, id) {
  const figure = s("svg", { viewBox: "0 0 40 40", class: "chip-star", "aria-hidden": "true" },
    starFigure(content, id, { x: 20, y: 20 }, 17));
  return h("span", { class: "star-chip" }, figure, starOf(content, id)?.name ?? "?");
}
