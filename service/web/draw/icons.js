/** Icons, drawn with one stroke in a square of 24 around 0,0. They take the colour of the text. */

import { memo, s } from "../dom.js";
import { sparkPath } from "./marks.js";

const filledPath = (d, more = {}) => s("path", { d, fill: "currentColor", stroke: "none", ...more });
const dot = (cx, cy, r) => s("circle", { cx, cy, r, fill: "currentColor", stroke: "none" });
const strokePath = (d) => s("path", { d });

const ICONS = {
  stardust: () => [filledPath(sparkPath(9.5)), filledPath(sparkPath(3.6), { transform: "translate(8 -7.5)" })],
  telescope: () => [
    strokePath("M-10 2.6L5.4 -5.6L8.2 -.4L-8.6 5.4ZM6 -7L9 -8.2L11 -3.4L8.2 -1.6M-1 4L-4.6 11M.8 3.4L4.6 11M0 3.8V8"),
  ],
  wisdom: () => [
    strokePath("M0 -5.5C-3 -8 -7 -8.2 -10 -7.4V7C-7 6.2 -3 6.4 0 9C3 6.4 7 6.2 10 7V-7.4C7 -8.2 3 -8 0 -5.5ZM0 -5.5V9"),
  ],
  pouch: () => [
    strokePath(
      "M-4.4 -5.4C-10.5 -.5 -10.5 10 -3 10H3C10.5 10 10.5 -.5 4.4 -5.4M-5.4 -5.4H5.4M-4.4 -5.6L-6.4 -10L-2 -8.6L0 -10.4L2 -8.6L6.4 -10L4.4 -5.6",
    ),
  ],
  fame: () => [
    dot(0, 0, 4.4),
    strokePath(
      "M0 -7.6V-10.6M0 7.6V10.6M7.6 0H10.6M-7.6 0H-10.6M5.4 -5.4L7.5 -7.5M-5.4 -5.4L-7.5 -7.5M5.4 5.4L7.5 7.5M-5.4 5.4L-7.5 7.5",
    ),
  ],
  activation: () => [strokePath("M7.6 -4.6A9 9 0 1 0 9 1.5M8.8 -9.4V-4H3.4")],
  cards: () => [
    s("rect", { x: -8.6, y: -6.4, width: 10.4, height: 15, rx: 1.6 }),
    strokePath("M-4.4 -9.6H6.6Q8.4 -9.6 8.4 -7.8V5.4"),
  ],
  moon: () => [strokePath("M4 -9A9.4 9.4 0 1 0 4 9A7 7 0 1 1 4 -9Z")],
  sun: () => [
    s("circle", { r: 4.2 }),
    strokePath(
      "M0 -7.4V-10M0 7.4V10M7.4 0H10M-7.4 0H-10M5.3 -5.3L7.1 -7.1M-5.3 -5.3L-7.1 -7.1M5.3 5.3L7.1 7.1M-5.3 5.3L-7.1 7.1",
    ),
  ],
  undo: () => [strokePath("M-8.6 -8.6V-2.6H-2.6M-8 -3A8.6 8.6 0 1 1 -8 4.6")],
  close: () => [strokePath("M-6 -6L6 6M6 -6L-6 6")],
  play: () => [filledPath("M-5 -8L8 0L-5 8Z")],
  pause: () => [s("path", { d: "M-4.4 -7V7M4.4 -7V7", "stroke-width": 3.4 })],
  next: () => [strokePath("M-3 -7L4 0L-3 7")],
  prev: () => [strokePath("M3 -7L-4 0L3 7")],
  first: () => [strokePath("M6 -7L-1 0L6 7M-6 -7V7")],
  final: () => [strokePath("M-6 -7L1 0L-6 7M6 -7V7")],
  link: () => [
    strokePath(
      "M-2.4 2.4A4.6 4.6 0 0 1 -2.4 -4.1L1.4 -7.9A4.6 4.6 0 0 1 7.9 -1.4L6 .5M2.4 -2.4A4.6 4.6 0 0 1 2.4 4.1L-1.4 7.9A4.6 4.6 0 0 1 -7.9 1.4L-6 -.5",
    ),
  ],
  board: () => [
    s("rect", { x: -9, y: -9, width: 18, height: 18, rx: 2 }),
    strokePath("M-4.6 4.6L-1 -1.6L4.8 -4.6"),
    dot(-4.6, 4.6, 1.5),
    dot(-1, -1.6, 1.5),
    dot(4.8, -4.6, 1.5),
  ],
  curve: () => [strokePath("M-9 -9V8.6H9.4M-6 4L-2 -2L2.4 1.4L8.4 -7")],
  podium: () => [strokePath("M-10 9V2H-3.4V-6H3.4V4H10V9Z")],
  people: () => [
    s("circle", { cx: -3, cy: -4, r: 3.8 }),
    strokePath("M-10 8.6C-10 -.4 4 -.4 4 8.6M4.4 -7.4A3.8 3.8 0 0 1 4.4 -.4M6.6 2.4C9 3.4 10 5.6 10 8.6"),
  ],
  log: () => [strokePath("M-7.6 -7H7.6M-7.6 -.6H7.6M-7.6 5.8H3")],
  rules: () => [strokePath("M-4.2 -3.6A4.3 4.3 0 1 1 1.6 .6C.3 1.2 0 2 0 3.8"), dot(0, 8, 1.3)],
  discard: () => [
    s("rect", { x: -6, y: -8, width: 10, height: 14, rx: 1.6 }),
    strokePath("M7.6 -3V8.4H-1M4.6 5.6L7.6 8.6L10.6 5.6"),
  ],
  flag: () => [strokePath("M-6.6 10V-9.4M-6.6 -8.6H7.6L4 -3.4L7.6 1.8H-6.6")],
  lock: () => [
    s("rect", { x: -6, y: -1.6, width: 12, height: 9.6, rx: 1.6 }),
    strokePath("M-3.6 -1.6V-4.6A3.6 3.6 0 0 1 3.6 -4.6V-1.6"),
  ],
  share: () => [strokePath("M0 -9.4V4M-4.6 -5L0 -9.6L4.6 -5M-8 1V8.4H8V1")],
  bell: () => [strokePath("M-7 5.4C-4.6 3 -5.6 -2 -4.6 -4.6A5 5 0 0 1 4.6 -4.6C5.6 -2 4.6 3 7 5.4ZM-1.8 8.2H1.8")],
  gear: () => [s("circle", { r: 3.4 }), s("circle", { r: 7.4, "stroke-dasharray": "3.2 2.6" })],
  check: () => [s("path", { d: "M-7 0L-2 5.4L7.4 -5.6", "stroke-width": 2.4 })],
  turn: () => [strokePath("M-3.6 -9L-7.6 -5.6L-3.8 -2M-7.2 -5.6A8.6 8.6 0 1 1 -8.4 3")],
  sound: () => [strokePath("M-9 -3V3H-5L1 8V-8L-5 -3ZM5 -4A6 6 0 0 1 5 4M7.6 -7A10 10 0 0 1 7.6 7")],
  lamp: () => [
    strokePath(
      "M-3 5.4C-3 2.6 -6.4 1.2 -6.4 -3A6.4 6.4 0 0 1 6.4 -3C6.4 1.2 3 2.6 3 5.4ZM-2.6 8.2H2.6M-1.4 10.8H1.4M0 5.4V-.6L-2.2 -3M0 -.6L2.2 -3",
    ),
  ],
  clock: () => [s("circle", { r: 9 }), strokePath("M0 -5.4V0L3.6 2.6")],
};

/** The strokes of an icon, to be put into another drawing. */
export const iconFigure = (name, scale = 1, attributes = {}) =>
  s(
    "g",
    {
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      transform: `scale(${scale})`,
      ...attributes,
    },
    ...ICONS[name](),
  );

/** An icon in a line of text. */
export const icon = (name, size = 20, classes = "") =>
  memo(`icon ${name} ${size} ${classes}`, () =>
    s(
      "svg",
      {
        class: `icon ${classes}`,
        width: size,
        height: size,
        viewBox: "-12 -12 24 24",
        "aria-hidden": "true",
      },
      iconFigure(name),
    ),
  );
