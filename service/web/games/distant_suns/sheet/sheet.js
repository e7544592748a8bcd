/** A cosmos sheet: grid, printed sectors, drawings with outlines, and over them whatever is being tried. */

import { s } from "../../../dom.js";
import { centre, centres, kindOf, neighbours, signSector } from "./chart.js";
import { glyph, INKS } from "../glyphs.js";
import { hexPath, outline, radius, ROW, rounded1, sidePath, sideTowards } from "./hexes.js";
import { BLACK_HOLE, fillUrl, hue } from "./patterns.js";

const SMALL = 40;
const TINY = 18;
const isSmall = (width) => width < SMALL;

/** The size of a sheet whose hexes have this width. */
export const extent = (chart, width) => ({
  left: -width / 2 - 3,
  top: -radius(width) - 3,
  width: (chart.content.columns + 0.5) * width + 6,
  height: (chart.content.rows - 1) * ROW * width + 2 * radius(width) + 6,
});

const SPARKS = [
  "M0-6L1.1-1.1L6 0L1.1 1.1L0 6L-1.1 1.1L-6 0L-1.1-1.1Z",
  "M0-3.8L.9-.9L3.8 0L.9.9L0 3.8L-.9.9L-3.8 0L-.9-.9Z",
];

/** A free sector holds a small star; which one depends on where it is, so that it never changes. */
function spark({ sector, row }, [x, y]) {
  const kind = (sector * 7919 + row * 31) % 11;
  if (kind > 4) return s("circle", { cx: rounded1(x), cy: rounded1(y), r: 1.6, class: "suns-spark" });
  return s("path", {
    d: SPARKS[kind < 2 ? 0 : 1],
    transform: `translate(${rounded1(x)} ${rounded1(y)})`,
    class: "suns-spark",
  });
}

function gridHex(chart, width, each, { covered, open }) {
  const at = centre(chart, each.sector, width);
  const isOpen = open?.has(each.sector) && !covered.has(each.sector);
  const isBare = !each.kind && !covered.has(each.sector) && !isSmall(width);
  return s(
    "g",
    { class: `suns-hex ${isOpen ? "open" : ""}` },
    s("path", { d: hexPath(at, radius(width) * 0.97) }),
    isBare && spark(each, at),
  );
}

/** Treasures, worlds and the start have a plate of their own, which shapes cannot cover. */
function plateHex(chart, width, { sector, kind }, covered) {
  const at = centre(chart, sector, width);
  const reach = radius(width);
  const near = neighbours(chart, sector);
  const isRinged = kind === "treasure" && near.every((each) => covered.has(each));
  const edges =
    kind !== "treasure"
      ? [s("path", { d: hexPath(at, reach * 0.88), class: "suns-rim" })]
      : near.filter((each) => covered.has(each)).map((each) => edge(chart, width, sector, each, "suns-edge"));
  return s(
    "g",
    {},
    s("path", { d: hexPath(at, reach * 0.92), class: `suns-plate ${isRinged ? "ringed" : ""}` }),
    ...edges,
  );
}

/** The side of a treasure that looks at a covered neighbour. */
export function edge(chart, width, sector, towards, classes) {
  const at = centre(chart, sector, width);
  const side = sideTowards(at, centre(chart, towards, width), width);
  return s("path", {
    d: sidePath(at, radius(width) * 0.84, side),
    class: `${classes} ${isSmall(width) ? "small" : ""}`,
  });
}

function hole(points, path, width) {
  const [x, y] = points.reduce(([a, b], point) => [a + point[0] / points.length, b + point[1] / points.length], [0, 0]);
  const orbits = [0.52, 0.78, 1.04].map((reach, at) =>
    s("ellipse", {
      cx: rounded1(x),
      cy: rounded1(y),
      rx: rounded1(reach * width),
      ry: rounded1(reach * width * 0.8),
      opacity: 0.75 - 0.14 * at,
      transform: `rotate(-20 ${rounded1(x)} ${rounded1(y)})`,
      "stroke-dasharray": at % 2 ? `${rounded1(width * 0.2)} ${rounded1(width * 0.1)}` : null,
    }),
  );
  return [
    s("path", { d: path, class: "suns-hole" }),
    s("g", { class: "suns-orbits" }, ...orbits),
    glyph("black_hole", [x, y], width * 0.28, "#f1cf80"),
  ];
}

/** One drawing, as one path with a rounded outline. */
export function drawing(chart, { sectors, position }, width, classes = "") {
  const points = centres(chart, sectors, width);
  const path = outline(points, width, isSmall(width) ? Math.max(0.7, width * 0.035) : 2.2);
  const parts =
    position === BLACK_HOLE
      ? hole(points, path, width)
      : [s("path", { d: path, fill: fillUrl(position, width), stroke: hue(position), class: "suns-shape" })];
  const halo = classes.includes("changed") && s("path", { d: path, class: "suns-halo" });
  return s(
    "g",
    { class: `suns-drawing ${isSmall(width) ? "small" : ""} ${classes}`, "data-arrives": sectors.join() },
    halo,
    ...parts,
  );
}

function worldWords(chart, { sector }, { side, reached }) {
  const world = chart.worldAt.get(sector);
  const own = side.worlds.find((each) => each.world === world.id);
  if (own) return { text: `✓${own.points}`, classes: "won" };
  return { text: reached.has(world.id) ? String(world.later) : `${world.first}/${world.later}`, classes: "" };
}

function worldSign(chart, width, each, facts) {
  const [x, y] = centre(chart, each.sector, width);
  const { text, classes } = worldWords(chart, each, facts);
  const ink = classes ? "var(--success)" : "var(--ink)";
  if (isSmall(width)) return [glyph("world", [x, y], width * 0.27, ink)];
  return [
    glyph("world", [x, y - width * 0.09], width * 0.2, ink),
    s("text", { x: rounded1(x), y: rounded1(y + width * 0.37), class: `suns-number ${classes}` }, text),
  ];
}

function special(chart, width, each, facts) {
  const at = centre(chart, each.sector, width);
  if (each.kind === "world") return s("g", {}, ...worldSign(chart, width, each, facts));
  if (each.kind !== "alien" && each.kind !== "upgrade")
    return glyph(each.kind, at, width * (isSmall(width) ? 0.27 : 0.22), INKS[each.kind]);
  const over = facts.under.get(each.sector);
  const disc = s("circle", {
    cx: rounded1(at[0]),
    cy: rounded1(at[1]),
    r: rounded1(width * (isSmall(width) ? 0.36 : 0.31)),
    class: "suns-disc",
    stroke: over ? hue(over.position) : "none",
  });
  return s(
    "g",
    {},
    disc,
    glyph(each.kind, at, width * (isSmall(width) ? 0.25 : 0.205), over ? "var(--ink)" : INKS[each.kind]),
  );
}

/** The sign of a shape in a dark disc. */
function shapeSign(chart, width, { shape, position, sectors }, classes = "") {
  const sector = signSector(chart, sectors);
  if (position === BLACK_HOLE || kindOf(chart, sector) || width < TINY) return null;
  const at = centre(chart, sector, width);
  return s(
    "g",
    { class: `suns-sign ${classes}` },
    s("circle", {
      cx: rounded1(at[0]),
      cy: rounded1(at[1]),
      r: rounded1(width * 0.28),
      class: "suns-disc",
      stroke: hue(position),
    }),
    glyph(shape, at, width * 0.19, hue(position)),
  );
}

/** Who was at a world before; the next ones get the lower value. */
const reachedWorlds = (view) => new Set(view.seats.flatMap((seat) => seat.worlds.map((each) => each.world)));

/**
 * The layers of a sheet from bottom to top; `tried` and `over` stay empty for what changes with every tap.
 * @param {{open?: Set<number> | null, changed?: (drawing: any, at: number) => boolean}} [shown]
 */
export function layers(chart, view, side, width, shown = {}) {
  const { open = null, changed = () => false } = shown;
  const covered = new Set(side.covered);
  const under = new Map(side.drawings.flatMap((each) => each.sectors.map((sector) => [sector, each])));
  const facts = { side, under, reached: reachedWorlds(view) };
  const printed = chart.sectors.filter((each) => each.kind);
  const plates = printed.filter(({ kind }) => kind !== "alien" && kind !== "upgrade");
  return [
    s("g", { class: "suns-grid" }, ...chart.sectors.map((each) => gridHex(chart, width, each, { covered, open }))),
    s("g", {}, ...plates.map((each) => plateHex(chart, width, each, covered))),
    s("g", {}, ...side.drawings.map((each, at) => drawing(chart, each, width, changed(each, at) ? "changed" : ""))),
    s("g", { class: "suns-tried" }),
    s("g", {}, ...printed.map((each) => special(chart, width, each, facts))),
    s("g", {}, ...side.drawings.map((each) => shapeSign(chart, width, each))),
    s("g", { class: "suns-over" }),
  ];
}

/** The frame of a small picture. */
export function frameDrawing(chart, width, label, ...children) {
  const size = extent(chart, width);
  return s(
    "svg",
    {
      class: "suns-mini",
      viewBox: [size.left, size.top, size.width, size.height].map(rounded1).join(" "),
      role: "img",
      "aria-label": label,
    },
    ...children,
  );
}

/** A sheet as a small picture. */
export const miniature = (chart, view, side, width, label, options = {}) =>
  frameDrawing(chart, width, label, ...layers(chart, view, side, width, options), options.over ?? null);
