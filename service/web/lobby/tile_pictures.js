/** The pictures of the tiles, one per game, drawn here so that the lobby needs no game's code. */

import { s } from "../dom.js";
import { seededRandom, dust, mark, sparkPath, star8 } from "../draw/marks.js";

const WIDTH = 448;

const HEIGHT = 304;

/** @param {number[]} place */
export const translateTo = ([x, y]) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

function picture(...children) {
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "motif", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    s("rect", { width: WIDTH, height: HEIGHT, fill: "var(--plate)" }),
    ...children,
  );
}

/** The great bear under an astrolabe. */
function astra() {
  const bear = [
    [49, 131],
    [94, 108],
    [132, 116],
    [171, 121],
    [243, 94],
    [246, 135],
    [188, 151],
    [190, 197],
    [236, 225],
    [304, 243],
    [321, 70],
    [314, 104],
    [379, 60],
    [349, 153],
    [399, 163],
  ];
  const lines = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [3, 6],
    [5, 6],
    [6, 7],
    [7, 8],
    [8, 9],
    [4, 10],
    [10, 12],
    [12, 11],
    [5, 11],
    [11, 13],
    [13, 14],
  ];
  const seats = { 0: 3, 1: 3, 3: 1, 4: 1, 5: 1 };
  const ring = (r, more = {}) => s("circle", { cx: 324, cy: 156, r, fill: "none", stroke: "var(--rule)", ...more });
  const ticks = Array.from({ length: 72 }, (_, tick) => {
    const angle = (tick * Math.PI) / 36;
    const point = (r) => `${(324 + Math.cos(angle) * r).toFixed(1)} ${(156 + Math.sin(angle) * r).toFixed(1)}`;
    return `M${point(104)}L${point(tick % 6 ? 99 : 95)}`;
  }).join("");
  const lit = () => [
    s("circle", { r: 24, fill: "url(#legal-glow)" }),
    s("circle", { r: 16, fill: "none", stroke: "var(--gold)" }),
    star8(11),
  ];
  const cut = (index) =>
    index === 0
      ? s("circle", { r: 3.4, cy: 1.6, fill: "none", stroke: "var(--on-pen)", "stroke-width": 1.6 })
      : index === 3
        ? null
        : s(
            "g",
            { transform: seats[index] === 3 ? "translate(0 1.6)" : null },
            star8(6, "var(--on-pen)", "var(--on-pen)"),
          );
  const plainStar = () => [
    s("circle", { r: 5, fill: "var(--star)" }),
    s("circle", { r: 2, fill: "var(--plate)", opacity: 0.55 }),
  ];
  const figure = (index) => (index in seats ? [mark(seats[index], 10), cut(index)] : index === 2 ? lit() : plainStar());
  const names = [
    ["Mizar", 35, 112],
    ["Alioth", 148, 101],
    ["Dubhe", 186, 82],
    ["Merak", 268, 139],
  ].map(([name, x, y]) => s("text", { x, y, class: "star-name" }, name));
  const point = (place, index) => s("g", { transform: translateTo(place) }, ...figure(index));
  return picture(
    s(
      "g",
      { fill: "none", stroke: "var(--graticule)" },
      ...[120, 220, 320, 420].map((r) => s("circle", { cx: 230, cy: -120, r })),
      ...[-0.5, -0.2, 0.1, 0.4].map((a) =>
        s("line", { x1: 230, y1: -120, x2: 230 + Math.sin(a) * 600, y2: -120 + Math.cos(a) * 600 }),
      ),
    ),
    dust(WIDTH, HEIGHT, 90, 3),
    ring(108),
    ring(104, { "stroke-width": 0.6 }),
    s("path", { d: ticks, stroke: "var(--rule)", "stroke-width": 0.8 }),
    ...lines.map(([a, b]) =>
      s("line", {
        x1: bear[a][0],
        y1: bear[a][1],
        x2: bear[b][0],
        y2: bear[b][1],
        stroke: "var(--figure)",
        "stroke-width": 1.2,
      }),
    ),
    ...bear.map(point),
    ...names,
  );
}

/** Specks along two arms, as one stroke of dots. */
function arms(next) {
  const speck = (_, index) => {
    const way = (index % 190) / 190;
    const angle = (index < 190 ? 0 : Math.PI) + way * 5.2 + (next() - 0.5) * 0.5;
    const reach = 24 + way * 175 + (next() - 0.5) * 20;
    return `M${(Math.cos(angle) * reach * 1.1).toFixed(1)} ${(Math.sin(angle) * reach * 0.58).toFixed(1)}h0`;
  };
  return s("path", {
    d: Array.from({ length: 380 }, speck).join(""),
    stroke: "var(--speck)",
    "stroke-width": 1.5,
    "stroke-linecap": "round",
    opacity: 0.55,
  });
}

/** A spiral of stars. */
function nebula() {
  const next = seededRandom(11);
  const arm = (index) => {
    const angle = (index % 2) * Math.PI + index * 0.113;
    const reach = 34 + index * 3.8;
    return [Math.cos(angle) * reach * 1.12, Math.sin(angle) * reach * 0.58];
  };
  const orbit = (k) => s("ellipse", { rx: 50 + k * 48, ry: 28 + k * 25, fill: "none", stroke: "var(--graticule)" });
  const body = () => {
    const kind = Math.floor(next() * 7);
    const size = 3 + next() * 6;
    if (kind === 5) return s("path", { d: sparkPath(size * 1.8), fill: "var(--star)" });
    if (kind === 6) return s("circle", { r: size, fill: "var(--plate)", stroke: "var(--gold)", "stroke-width": 1.6 });
    return mark((kind % 5) + 1, size * 0.8);
  };
  return picture(
    s("circle", { cx: 224, cy: 152, r: 150, fill: "url(#nebula-glow)" }),
    dust(WIDTH, HEIGHT, 60, 5),
    s(
      "g",
      { transform: "translate(224 152) rotate(-9)" },
      ...[0, 1, 2, 3].map(orbit),
      arms(next),
      ...Array.from({ length: 44 }, (_, index) => s("g", { transform: translateTo(arm(index)) }, body())),
      star8(22),
    ),
  );
}

const HEX = 26;

const hexAt = (column, row) => [column * HEX * 1.732 + (row % 2 ? HEX * 0.866 : 0), row * HEX * 1.5];

const corners = Array.from({ length: 6 }, (_, corner) => [
  Math.sin((corner * Math.PI) / 3) * HEX,
  Math.cos((corner * Math.PI) / 3) * HEX,
]);

export const hexagon = (scale) =>
  "M" + corners.map((corner) => corner.map((each) => (each * scale).toFixed(1)).join(" ")).join("L") + "Z";

/** A sheet of hexes with drawings on it. */
function distantSuns() {
  const drawn = {
    1: [
      [2, 2],
      [3, 2],
      [3, 3],
      [4, 3],
      [5, 5],
      [6, 5],
    ],
    2: [
      [6, 1],
      [7, 1],
      [6, 2],
    ],
    3: [
      [1, 4],
      [2, 4],
      [2, 5],
    ],
    5: [
      [7, 4],
      [6, 4],
      [8, 3],
    ],
  };
  const suns = [
    [1, 2],
    [4, 2],
    [5, 4],
    [8, 2],
    [4, 5],
  ];
  const worlds = [
    [3, 4],
    [7, 3],
  ];
  const all = Array.from({ length: 8 }, (_, row) => Array.from({ length: 11 }, (_, column) => [column, row])).flat();
  const cell = ([column, row]) =>
    s("path", {
      d: hexagon(0.98),
      transform: translateTo(hexAt(column, row)),
      fill: "none",
      stroke: "var(--graticule)",
    });
  const shape = ([seat, cells]) =>
    cells.map(([column, row]) =>
      s("path", {
        d: hexagon(0.9),
        transform: translateTo(hexAt(column, row)),
        fill: `var(--p${seat})`,
        "fill-opacity": 0.28,
        stroke: `var(--p${seat})`,
        "stroke-width": 1.5,
      }),
    );
  return picture(
    ...all.map(cell),
    dust(WIDTH, HEIGHT, 40, 9),
    ...Object.entries(drawn).flatMap(shape),
    ...suns.map(([column, row]) => s("g", { transform: translateTo(hexAt(column, row)) }, star8(15))),
    ...worlds.map(world),
  );
}

/** A planet with its ring. */
const world = ([column, row]) =>
  s(
    "g",
    {
      transform: `${translateTo(hexAt(column, row))} rotate(-18)`,
      fill: "none",
      stroke: "var(--star)",
      "stroke-width": 1.4,
    },
    s("circle", { r: 7 }),
    s("ellipse", { rx: 13, ry: 4.2 }),
  );

/** Any other game: a star in rings. */
const starInRings = () =>
  picture(
    dust(WIDTH, HEIGHT, 90, 2),
    ...[40, 70, 100].map((r) => s("circle", { cx: 224, cy: 152, r, fill: "none", stroke: "var(--rule)" })),
    s("g", { transform: "translate(224 152)" }, star8(34)),
  );

const MOTIFS = { astra, nebula, distant_suns: distantSuns };

export const tilePicture = (rulebook) => (MOTIFS[rulebook] ?? starInRings)();
