/** Engraved signs, drawn in a box of radius 10: lines with a width, and filled parts. */

import { memo, s } from "../../dom.js";

const disc = (x, y, r) => `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;

const sign = (lines, fills = []) => ({ lines, fills });

const SIGNS = {
  alien: sign(
    [["M0 9.5C-5 6.5-8.6 2.4-8.6-2A8.6 7.6 0 0 1 8.6-2C8.6 2.4 5 6.5 0 9.5Z", 1.7]],
    ["M-6-1.8C-3.4-2.4-1.6-.6-1.4 2.2C-4 2-5.7.6-6-1.8ZM6-1.8C3.4-2.4 1.6-.6 1.4 2.2C4 2 5.7.6 6-1.8Z"],
  ),
  upgrade: sign([["M-7 .8L0-6.4L7 .8M-7 7.4L0 .2L7 7.4", 2.3]]),
  treasure: sign([
    ["M-9-2.5L-5-8H5L9-2.5L0 9Z", 1.7],
    ["M-9-2.5H9M-5-8L-3.2-2.5L0 9L3.2-2.5L5-8M-3.2-2.5L0-8L3.2-2.5", 1],
  ]),
  world: sign([
    [disc(0, 0, 6), 1.7],
    ["M-5.6 2.2C-9.6 4.8-11.2 6-10.4 6.9C-9.2 8.2-1 3.8 4-.4S10.6-7.2 9.8-7.9C9.2-8.5 7.4-7.2 4.6-4.2", 1.4],
    ["M-2.6-3.6Q0-5 2.4-4M-4-.6Q-1-2.4 2-1.8", 0.9],
  ]),
  start: sign(
    [
      ["M6-6L1.6-1.6M-6-6L-1.6-1.6M6 6L1.6 1.6M-6 6L-1.6 1.6", 1.2],
      [disc(0, 0, 8), 0.9],
    ],
    ["M0-11L2-2L11 0L2 2L0 11L-2 2L-11 0L-2-2Z"],
  ),
  group: sign([
    [disc(-5, 3.6, 3.4) + disc(5, 3.6, 3.4) + disc(0, -5, 3.4), 1.7],
    ["M-1.6 3.6H1.6M-3.3.7L-1.7-2M3.3.7L1.7-2", 1.7],
  ]),
  black_hole: sign([
    [disc(0, 0, 4), 1.6],
    ["M-9.5 2.4C-8-1-4-2.6 0-2.6S8-1 9.5 2.4M9.5-2.4C8 1 4 2.6 0 2.6", 1.4],
    ["M-7-5.6A9 9 0 0 1 6-6.8M7 5.6A9 9 0 0 1-6 6.8", 1.3],
  ]),
  moon: sign([["M3.5-8.6A9 9 0 1 0 8.8 3.6A7.2 7.2 0 0 1 3.5-8.6Z", 1.8]]),
  antenna: sign(
    [
      ["M-8.6-4A9.2 9.2 0 0 0 4 8.6Z", 1.7],
      ["M-2.3 2.3L3-3", 1.7],
      ["M4-8.4A6 6 0 0 1 8.4-4", 1.5],
    ],
    [disc(3.6, -3.6, 1.7)],
  ),
  boomerang: sign([
    ["M-8.6 7.6C-7.6-1-3-7.8 8.8-8.4C9.6-5.6 8.4-4.6 6.2-4C0-2.4-2.6 1-4.8 7.4C-5.8 9.4-8 9.2-8.6 7.6Z", 1.7],
  ]),
  comet: sign([
    [disc(-3.6, 3.6, 4.4), 1.7],
    ["M-4.4-2.4L6-9M.6.2L9-8.6M2.4 4.6L9.4-2", 1.6],
  ]),
  lightning: sign([["M3-9.6L-6.6 1.6H-.6L-3 9.6L6.6-2H.6Z", 1.7]]),
  star: sign([["M0-9.4L2.4-3L9.2-2.8L3.8 1.4L5.7 8L0 4.2L-5.7 8L-3.8 1.4L-9.2-2.8L-2.4-3Z", 1.7]]),
  rocket: sign(
    [
      ["M0-10C4-6.6 4.6-1 3.4 4.4H-3.4C-4.6-1-4-6.6 0-10Z", 1.7],
      ["M-3.8 0L-7.4 5V8L-3.2 5M3.8 0L7.4 5V8L3.2 5M0 6V9.6", 1.5],
    ],
    [disc(0, -3, 1.6)],
  ),
  serpent: sign(
    [["M-8.6 6.6C-4 9-2 5-2.6 2.4C-3.4-1-1-3 1.6-1.6C5 .4 8 2 8.6-2C9-5 6-7 3.6-6", 2]],
    [disc(3, -6, 1.5)],
  ),
  satellite: sign([
    ["M-3-3H3V3H-3Z", 1.6],
    ["M-10-2.4H-5.4V2.4H-10ZM10-2.4H5.4V2.4H10ZM-5.4 0H-3M5.4 0H3M0 3V8", 1.5],
  ]),
  dipper: sign([["M-9-6L-4-3L0 0L1 6L8 6L9 0L0 0", 1.6]]),
  seal: sign(
    [],
    [
      "M0-9.6L2.6-7.6L5.9-7.7L6.9-4.6L9.6-2.6L8.5.5L9.4 3.7L6.6 5.6L5.5 8.7L2.2 8.5L-.4 10.4L-2.9 8.3L-6.2 " +
        "8.2L-7 5L-9.6 3L-8.4-.1L-9.2-3.3L-6.4-5.2L-5.2-8.2L-1.9-8.1Z",
    ],
  ),
  turn: sign([["M7.4-1A7.5 7.5 0 1 0 3 6.8M10-4.6L7.4-.6L3.4-3.4", 2]]),
  mirror: sign(
    [
      ["M0-10V-6M0-2V2M0 6V10", 1.6],
      ["M-3-6V6H-10Z", 1.7],
    ],
    ["M3-6V6H10Z"],
  ),
  left: sign([["M3-5L-3 0L3 5", 2.4]]),
  right: sign([["M-3-5L3 0L-3 5", 2.4]]),
  flip: sign([["M-8-3H7M3-7L7-3L3 1M8 4H-7M-3 0L-7 4L-3 8", 1.6]]),
  whole: sign([["M-8-3V-8H-3M3-8H8V-3M8 3V8H3M-3 8H-8V3", 1.9]]),
};

/** Which sign stands for what a mission counts. */
export const MISSION_SIGNS = {
  aliens: "alien",
  upgrades: "upgrade",
  treasures: "treasure",
  group: "group",
  black_hole: "black_hole",
};

export const INKS = {
  alien: "var(--danger)",
  upgrade: "var(--success)",
  treasure: "var(--gold)",
  world: "var(--ink)",
  start: "var(--gold)",
  group: "var(--gold)",
  black_hole: "var(--gold)",
};

/** A sign in a drawing, `size` being half its height. An unknown shape of a pack of one's own is a plain ring. */
export function glyph(name, [x, y], size, ink) {
  const { lines, fills } = SIGNS[name] ?? sign([[disc(0, 0, 7), 2]]);
  return s(
    "g",
    { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 10).toFixed(3)})` },
    ...lines.map(([d, width]) =>
      s("path", {
        d,
        fill: "none",
        stroke: ink,
        "stroke-width": width,
        "stroke-linejoin": "round",
        "stroke-linecap": "round",
      }),
    ),
    ...fills.map((d) => s("path", { d, fill: ink })),
  );
}

/** A sign in a line of text; it says nothing itself. */
export const icon = (name, size = 18, ink = INKS[name] ?? "currentColor") =>
  memo(`glyph ${name} ${size} ${ink}`, () =>
    s(
      "svg",
      { class: "glyph", width: size, height: size, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
      glyph(name, [0, 0], 10, ink),
    ),
  );
