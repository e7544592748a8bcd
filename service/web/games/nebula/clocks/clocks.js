/** The nebula: three rings of stars, each with a clock; the boosted star. */

import { s } from "../../../dom.js";
import { touchable } from "../../../draw/parts.js";
import { arc, CELLS, dial, hand, numerals, pointOnRing } from "./clock_face.js";
import { coin, rays, round } from "../stars.js";

/** Where everything stands on a large nebula and on a small one. */
export const LARGE = {
  width: 648,
  height: 560,
  ring: 104,
  coin: 27,
  centres: [
    [324, 142],
    [494, 408],
    [154, 408],
  ],
  boosted: [324, 306],
  hub: 16,
  isLarge: true,
};

export const SMALL = {
  width: 354,
  height: 344,
  ring: 58,
  coin: 17,
  centres: [
    [177, 80],
    [272, 258],
    [82, 258],
  ],
  boosted: [177, 188],
  hub: 15.5,
  isLarge: false,
};

function pill([x, y], text) {
  return s(
    "g",
    { transform: `translate(${round(x)} ${round(y)})`, class: "neb-pill", "aria-hidden": "true" },
    s("rect", { x: -15, y: -9.5, width: 30, height: 19, rx: 9.5 }),
    s("text", { y: 4.6 }, text),
  );
}

const CHIP = { wide: 28, high: 16 };

/** What a chip may not lie on: coins, dials, the boosted star. As [x, y, reach]. */
const OBSTACLES = [
  [...LARGE.boosted, 52],
  ...LARGE.centres.flatMap(([x, y]) => [
    [x, y, 66],
    ...Array.from({ length: CELLS }, (_, cell) => [...pointOnRing([x, y], cell, LARGE.ring), LARGE.coin]),
  ]),
];

const isFree = ([x, y]) =>
  x >= 32 &&
  x <= LARGE.width - 32 &&
  y >= 18 &&
  OBSTACLES.every(
    ([ox, oy, reach]) =>
      Math.hypot(Math.max(0, Math.abs(x - ox) - CHIP.wide), Math.max(0, Math.abs(y - oy) - CHIP.high)) >= reach,
  );

/** Outside of the ring where there is room, else beside the star. */
function chipPlace(centre, cell, ring) {
  const [x, y] = pointOnRing(centre, cell, ring);
  const outside = pointOnRing(centre, cell, ring + 54);
  return [outside, [x, y - 48], [x + 60, y - 14], [x - 60, y - 14], [x, y + 48]].find(isFree) ?? outside;
}

function stepsChip(centre, cell, steps, ring) {
  const [x, y] = chipPlace(centre, cell, ring);
  const text = `${steps > 0 ? "↻" : "↺"} ${Math.abs(steps)}`;
  return s(
    "g",
    {
      transform: `translate(${round(Math.max(34, Math.min(614, x)))} ${round(Math.max(20, y))})`,
      class: "neb-steps",
      "aria-hidden": "true",
    },
    s("rect", { x: -CHIP.wide, y: -CHIP.high, width: 2 * CHIP.wide, height: 2 * CHIP.high, rx: CHIP.high }),
    s("text", { y: 6.5 }, text),
  );
}

/** A star of a ring: empty, there, or the one in front of the hand. */
function ringCell(layout, cluster, number, cell, { third, isFront, isSet, touch, label }) {
  const centre = layout.centres[number];
  const at = pointOnRing(centre, cell, layout.ring);
  const star = cluster.cells[cell];
  const { coin: reach, isLarge } = layout;
  const parts = [
    isFront && s("circle", { cx: round(at[0]), cy: round(at[1]), r: reach + (isLarge ? 13 : 8), class: "neb-front" }),
  ];
  if (star)
    parts.push(
      s("g", { "data-arrives": `${number}:${cell}:${star}` }, coin(star, at, reach, { width: isLarge ? 2.2 : 1.6 })),
    );
  else parts.push(s("circle", { cx: round(at[0]), cy: round(at[1]), r: round(reach * 0.5), class: "neb-vacant" }));
  if (isFront)
    parts.push(
      s("circle", {
        cx: round(at[0]),
        cy: round(at[1]),
        r: reach + (isSet ? 5 : 4),
        class: isSet ? "neb-front-ring set" : "neb-front-ring",
      }),
    );
  if (third && isLarge && star) parts.push(pill([at[0] - reach * 0.86, at[1] - reach * 0.86], third));
  if (!touch) return s("g", {}, ...parts);
  return touchable(
    touch,
    label,
    { chosen: isFront, class: "neb-touch", "data-about": "clock" },
    ...parts,
    s("circle", { cx: round(at[0]), cy: round(at[1]), r: reach + 2, class: "focus at" }),
  );
}

/** `options`: steps (of each clock), boosted, third (a word), refilled, touch, label. */
function clusterFigure(layout, cluster, number, options) {
  const { ring, isLarge, hub } = layout;
  const centre = layout.centres[number];
  const from = cluster.clock - 1;
  const steps = options.steps?.[number] ?? 0;
  const target = (from + steps + 2 * CELLS) % CELLS;
  const face = ring * (isLarge ? 0.62 : 0.6);
  const [x, y] = centre;
  const turns = `clock-${number} ${(target * 360) / CELLS} ${x} ${y}`;
  const hands = steps
    ? [hand(centre, from, face * 0.98, isLarge, "before"), hand(centre, target, face * 0.98, isLarge, "", turns)]
    : [hand(centre, from, face * 0.98, isLarge, "", turns)];
  return s(
    "g",
    { class: "neb-cluster" },
    s("circle", { cx: x, cy: y, r: round(ring * 1.5), fill: `url(#neb-gas-${number})` }),
    s("circle", { cx: x, cy: y, r: ring, class: "neb-ring" }),
    ...dial(centre, face, isLarge),
    ...(isLarge ? numerals(centre, from, face, target) : []),
    ...(steps ? arc(centre, from, steps, ring * 0.785) : []),
    ...hands,
    s("circle", { cx: x, cy: y, r: hub * 0.75, class: "neb-hub" }),
    s("text", { x, y: y + hub * 0.35, class: "neb-hub-text", "font-size": hub }, number + 1),
    options.refilled?.includes(number) &&
      s("circle", { cx: x, cy: y, r: ring + layout.coin + 9, class: "neb-refilled changed" }),
    ...cluster.cells.map((star, cell) =>
      ringCell(layout, cluster, number, cell, {
        third: star && star === options.boosted ? options.third : null,
        isFront: cell === target,
        isSet: steps !== 0,
        touch: options.touch?.(number, cell),
        label: options.label?.(number, cell),
      }),
    ),
    isLarge && steps !== 0 && stepsChip(centre, target, steps, ring),
  );
}

function gases() {
  const stop = (ink, offset, opacity) => s("stop", { offset, "stop-color": `var(--${ink})`, "stop-opacity": opacity });
  return s(
    "defs",
    {},
    ...[0, 1, 2].map((number) =>
      s(
        "radialGradient",
        { id: `neb-gas-${number}` },
        stop(`gas-${number}`, 0, 0.34),
        stop(`gas-${number}`, 0.62, 0.13),
        stop(`gas-${number}`, 1, 0),
      ),
    ),
  );
}

/** Faint arms round the boosted star. */
function arms([x, y], ring) {
  return [0, 1, 2].map((arm) => {
    const d = Array.from({ length: 41 }, (_, number) => {
      const [turn, way] = [arm * 2.094 - 1.22 + (number / 40) * 2.5, ring * (0.35 + (number / 40) * 2.25)];
      return `${round(x + way * Math.cos(turn) * 1.05)} ${round(y + way * Math.sin(turn) * 0.95)}`;
    }).join("L");
    return s("path", { d: `M${d}`, class: "neb-arm" });
  });
}

function boostedFigure([x, y], star, reach) {
  return s(
    "g",
    { class: "neb-boosted" },
    s("circle", { cx: x, cy: y, r: reach * 2, class: "neb-glow" }),
    rays([x, y], reach * 1.16, reach * 1.42, 24, "var(--glow)", reach > 30 ? 2 : 1.5),
    coin(star, [x, y], reach, { width: 2 }),
  );
}

/** The three clusters and the boosted star, as parts of a drawing. */
export function nebula(layout, board, options) {
  return [
    gases(),
    ...arms(layout.boosted, layout.ring),
    ...board.clusters.map((cluster, number) => clusterFigure(layout, cluster, number, options)),
    boostedFigure(layout.boosted, board.boosted, layout.coin * 1.3),
  ];
}

/** One cluster alone, for narrow rooms. */
export function oneCluster(board, number, options) {
  const layout = {
    ...SMALL,
    ring: 30,
    coin: 10,
    hub: 20,
    centres: [
      [44, 44],
      [44, 44],
      [44, 44],
    ],
  };
  return s(
    "svg",
    { viewBox: "0 0 88 88", class: "neb-one", "aria-hidden": "true" },
    gases(),
    clusterFigure(layout, board.clusters[number], number, options),
  );
}
