/** Figures that all drawings share: marks of seats, engraved stars, sparks. Sizes are radii; the centre is 0,0. */

import { s } from "../dom.js";

const HEXAGON = 0.87;
const polarPoint = (angle, radius) =>
  `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;

/** The mark of each seat, so that colour is never the only sign; the automa has a crescent. */
const MARKS = {
  1: (r) => s("circle", { r }),
  2: (r) => s("rect", { x: -r * 0.9, y: -r * 0.9, width: r * 1.8, height: r * 1.8, rx: r * 0.16 }),
  3: (r) => s("path", { d: `M0 ${-r * 1.08}L${r * 1.04} ${r * 0.76}H${-r * 1.04}Z`, "stroke-linejoin": "round" }),
  4: (r) => s("path", { d: `M0 ${-r * 1.2}L${r * 1.1} 0L0 ${r * 1.2}L${-r * 1.1} 0Z` }),
  5: (r) => s("path", { d: `M${r} 0L${r / 2} ${r * HEXAGON}H${-r / 2}L${-r} 0L${-r / 2} ${-r * HEXAGON}H${r / 2}Z` }),
  0: (r) =>
    s("path", {
      d: `M${r * 0.5} ${-r * 0.9}A${r} ${r} 0 1 0 ${r * 0.5} ${r * 0.9}A${r * 0.75} ${r * 0.75} 0 1 1 ${r * 0.5} ${-r * 0.9}Z`,
    }),
};

/** A seat's mark in its colour. */
export const mark = (seat, radius) => s("g", { fill: `var(--p${seat})`, class: "mark" }, MARKS[seat](radius));

/** How far the visual centre of a mark lies below its middle: a triangle's is lower. */
export const innerOffset = (seat, radius) => (seat === 3 ? radius * 0.16 : 0);

/** A small decorative picture in a line of text; the name beside it says the same. */
export function smallPicture(size, ...children) {
  return s(
    "svg",
    { class: "picture", width: size, height: size, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    ...children,
  );
}

/** A seat's mark in a line of text. */
export const seatMark = (seat, size = 18) =>
  smallPicture(size, s("g", { transform: seat === 3 ? "translate(0 1.5)" : null }, mark(seat, 9)));

/** An engraved star with eight rays in two tones. */
export function star8(radius, light = "var(--gold-light)", dark = "var(--gold-dark)") {
  const tone = (side) =>
    Array.from({ length: 8 }, (_, ray) => {
      const angle = (ray * Math.PI) / 4 - Math.PI / 2;
      const tip = polarPoint(angle, ray % 2 ? radius * 0.66 : radius);
      return `M0 0L${tip}L${polarPoint(angle + side * (Math.PI / 8), radius * 0.3)}Z`;
    }).join("");
  return s("g", { class: "star8" }, s("path", { d: tone(-1), fill: light }), s("path", { d: tone(1), fill: dark }));
}

/** The outline of a four-pointed spark. */
export function sparkPath(radius) {
  const q = radius * 0.12;
  return `M0 ${-radius}Q${q} ${-q} ${radius} 0Q${q} ${q} 0 ${radius}Q${-q} ${q} ${-radius} 0Q${-q} ${-q} 0 ${-radius}Z`;
}

/** The emblem: a star in two rings. */
export function emblem(size = 30) {
  return s(
    "svg",
    { class: "emblem", width: size, height: size, viewBox: "-15 -15 30 30", "aria-hidden": "true" },
    s("circle", { r: 13.4, fill: "none", stroke: "var(--gold)", "stroke-width": 1.2 }),
    s("circle", { r: 10.6, fill: "none", stroke: "var(--gold)", "stroke-width": 0.6, opacity: 0.7 }),
    star8(10),
  );
}

/** A halo around what differs from the viewer's last decision. */
export function halo(radius) {
  return s(
    "g",
    { class: "changed", fill: "none", stroke: "var(--changed)" },
    s("circle", { r: radius + 5, "stroke-width": 1.2 }),
    s("circle", { r: radius + 8, "stroke-width": 1.6, "stroke-dasharray": "1.5 4", "stroke-linecap": "round" }),
  );
}

/** A random number generator with a seed, so that dust stays where it is. */
export function seededRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A field of faint stars over a rectangle. */
export function dust(width, height, count, seed = 7) {
  const next = seededRandom(seed);
  const speck = () => {
    const large = next();
    return s("circle", {
      cx: (next() * width).toFixed(1),
      cy: (next() * height).toFixed(1),
      r: (0.5 + large * large).toFixed(1),
      opacity: (0.15 + next() * 0.38).toFixed(2),
    });
  };
  return s(
    "g",
    { class: "dust", fill: "var(--speck)", "aria-hidden": "true" },
    ...Array.from({ length: count }, speck),
  );
}
