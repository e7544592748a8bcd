/** The seven stars: a colour is also a shape. A coin is a dark disc with a coloured rim and the shape in it. */

import { memo, s } from "../../dom.js";

export const COLOURS = ["red", "violet", "yellow", "white", "blue", "orange"];
export const BLACK = "black";

/** @typedef {[number, number]} Point */

export const round = (number) => Math.round(number * 10) / 10;
const polarPoint = (angle, reach) => `${(reach * Math.cos(angle)).toFixed(3)} ${(reach * Math.sin(angle)).toFixed(3)}`;

function starPath(points, far, near) {
  const corners = Array.from({ length: 2 * points }, (_, number) =>
    polarPoint(((number * 180) / points - 90) * (Math.PI / 180), number % 2 ? near : far),
  );
  return `M${corners.join("L")}Z`;
}

const ring = (reach, sweep = 1) =>
  `M${reach} 0A${reach} ${reach} 0 1 ${sweep} ${-reach} 0A${reach} ${reach} 0 1 ${sweep} ${reach} 0Z`;

function sun() {
  const rays = Array.from({ length: 8 }, (_, number) => {
    const angle = (number * Math.PI) / 4;
    return `M${polarPoint(angle - 0.237, 0.68)}L${polarPoint(angle, 1.06)}L${polarPoint(angle + 0.237, 0.68)}Z`;
  });
  return ring(0.55) + rays.join("");
}

const SHAPES = {
  red: starPath(5, 1.02, 0.46),
  orange: starPath(3, 1.08, 0.4),
  yellow: sun(),
  white: "M0-1.08Q.16-.16 1.08 0Q.16.16 0 1.08Q-.16.16-1.08 0Q-.16-.16 0-1.08Z",
  blue: "M.95-.95C.62-.25.66.22.33.55A.64.64 0 1 1-.55-.33C-.22-.66.25-.62.95-.95Z",
  violet: ring(0.88) + ring(0.54, 0) + ring(0.25),
};

const CORONA = Array.from({ length: 8 }, (_, number) => {
  const angle = (number * Math.PI) / 4;
  return `M${polarPoint(angle, 0.9)}L${polarPoint(angle, 1.12)}`;
}).join("");

/** The shape of a star alone; a star that is not known is a faint disc. */
export function figure(star, [x, y], reach, opacity = 1) {
  const place = {
    transform: `translate(${round(x)} ${round(y)}) scale(${round(reach)})`,
    opacity: opacity === 1 ? null : opacity,
  };
  if (star === BLACK) {
    return s(
      "g",
      place,
      s("path", { d: CORONA, stroke: "var(--corona)", "stroke-width": 0.13, "stroke-linecap": "round" }),
      s("circle", { r: 0.72, fill: "var(--black)", stroke: "var(--corona)", "stroke-width": 0.13 }),
    );
  }
  const d = SHAPES[star] ?? ring(0.5);
  return s(
    "g",
    place,
    s("path", {
      d,
      fill: `var(--${SHAPES[star] ? star : "muted"})`,
      "fill-rule": "evenodd",
      class: "neb-edge",
      "stroke-width": Math.max(0.07, 1.1 / reach).toFixed(3),
    }),
  );
}

const rimOf = (star) => ({ black: "var(--corona)", white: "var(--white-rim)" })[star] ?? `var(--${star ?? "muted"})`;

export function coin(star, [x, y], reach, { share = 0.66, width = Math.max(1, reach * 0.075) } = {}) {
  return s(
    "g",
    { class: "neb-coin" },
    s("circle", {
      cx: round(x),
      cy: round(y),
      r: round(reach),
      fill: star === "white" ? "var(--coin-white)" : "var(--coin)",
      stroke: rimOf(star),
      "stroke-opacity": 0.8,
      "stroke-width": round(width),
    }),
    figure(star, [x, y], reach * share),
  );
}

export function rays([x, y], near, far, count, ink, width) {
  const d = Array.from({ length: count }, (_, number) => {
    const angle = ((number + 0.5) * 2 * Math.PI) / count;
    const [c, n] = [Math.cos(angle), Math.sin(angle)];
    return `M${round(x + near * c)} ${round(y + near * n)}L${round(x + far * c)} ${round(y + far * n)}`;
  }).join("");
  return s("path", { d, stroke: ink, "stroke-width": width, "stroke-linecap": "round", class: "neb-rays" });
}

/** A star in a line of text or on a button; its name stands beside it. */
export const starIcon = (star, size = 22) =>
  s(
    "svg",
    { class: "neb-star", width: size, height: size, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    figure(star, [0, 0], 10),
  );

export const coinIcon = (star, size = 38) =>
  memo(`coin ${star} ${size}`, () =>
    s(
      "svg",
      { class: "neb-star", width: size, height: size, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
      coin(star, [0, 0], 11, { width: 1, share: 0.68 }),
    ),
  );

/** The boosted star shines. */
export const boostedIcon = (star, size = 44) =>
  s(
    "svg",
    { class: "neb-star", width: size, height: size, viewBox: "-22 -22 44 44", "aria-hidden": "true" },
    rays([0, 0], 17, 21, 20, "var(--glow)", 1.4),
    coin(star, [0, 0], 15, { width: 1.4 }),
  );
