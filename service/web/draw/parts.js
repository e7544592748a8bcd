/** Parts that all drawings share: rich text, labels, things that explain themselves, things that are touched. */

import { h, s } from "../dom.js";
import { icon } from "./icons.js";

const RICH = /\*\*(.+?)\*\*|_(.+?)_/g;

/** Turns `**bold**` and `_muted_` into nodes; anything else stays text. */
export function richText(text) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(RICH)) {
    nodes.push(text.slice(from, found.index), found[1] ? h("b", {}, found[1]) : h("em", {}, found[2]));
    from = found.index + found[0].length;
  }
  return [...nodes, text.slice(from)].filter((each) => each !== "");
}

/** A label in gold small capitals, with something muted at the other end of its line. */
export const heading = (text, ...more) =>
  h(
    "div",
    { class: "heading" },
    h("h3", { class: "caps" }, text),
    more.length > 0 && h("span", { class: "muted" }, ...more),
  );

/** An element that explains its term when it is tapped. */
export const explained = (term, attributes, ...children) =>
  h(
    "button",
    { type: "button", tabindex: -1, ...attributes, class: `about ${attributes.class ?? ""}`, "data-about": term },
    ...children,
  );

/** The same for SVG. */
export const explainedFigure = (term, label, attributes, ...children) =>
  s(
    "g",
    {
      role: "button",
      tabindex: -1,
      "aria-label": label,
      ...attributes,
      class: `about ${attributes.class ?? ""}`,
      "data-about": term,
    },
    ...children,
  );

/**
 * A touchable SVG group, with its name and its state (chosen, disabled) for screen readers.
 * @param {string} touch @param {string} label @param {Record<string, any>} state @param {...any} children
 */
export function touchable(touch, label, state, ...children) {
  const { chosen = null, disabled = false, ...attributes } = state;
  return s(
    "g",
    {
      role: "button",
      tabindex: disabled ? -1 : 0,
      "aria-label": label,
      "data-touch": touch,
      "aria-pressed": chosen === null ? null : String(chosen),
      "aria-disabled": disabled ? "true" : null,
      ...attributes,
    },
    ...children,
  );
}

/** A button that touches something. */
export const touchButton = (touch, label, attributes = {}, ...children) =>
  h("button", { type: "button", "data-touch": touch, "aria-label": label, ...attributes }, ...children);

/** An icon and a number that explain themselves. */
export function explainedCount(term, name, value, glyph, size = 18) {
  return explained(
    term,
    { class: "count", "aria-label": `${name}: ${value}` },
    typeof glyph === "string" ? icon(glyph, size) : glyph,
    h("b", {}, value),
  );
}

/** A bar at the lower edge that shows how full something is. */
export const gauge = ([at, last]) =>
  h("i", { class: "gauge", style: { "--full": `${Math.max(0, Math.min(100, (100 * at) / last))}%` } });

/**
 * An SVG drawing with a name; with `near`, a tap goes to the nearest thing.
 * @param {number} width @param {number} height @param {string} label @param {Record<string, any>} attributes @param
 * {...any} children
 */
export function drawing(width, height, label, { near = false, ...attributes } = {}, ...children) {
  return s(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": label,
      "data-near": near ? "" : null,
      ...attributes,
    },
    ...children,
  );
}

/**
 * Whether the window shows one tab at a time, as phones do. Takes a scene or the table.
 * @param {{ size: string }} at
 */
export const isNarrow = ({ size }) => ["phone", "low"].includes(size);
