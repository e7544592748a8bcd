/** What is being tried on a sheet: never like a drawing, with what it would bring where it would bring it. */

import { s } from "../../../dom.js";
import { centre, centres, neighbours, signSector, touches } from "./chart.js";
import { glyph } from "../glyphs.js";
import { outline, rounded1 } from "./hexes.js";
import { BLACK_HOLE, hue, stripesUrl } from "./patterns.js";
import { groups } from "../prospects.js";
import { edge } from "./sheet.js";

const translateTo = ([x, y]) => `translate(${rounded1(x)} ${rounded1(y)})`;

function shape(chart, sectors, position, width) {
  const path = outline(centres(chart, sectors, width), width, 1.5);
  const ink = position === BLACK_HOLE ? "var(--gold)" : hue(position);
  const fill = position === BLACK_HOLE ? "url(#suns-hole)" : stripesUrl(position, width);
  return [
    s("path", { d: path, class: "suns-ghost-glow", stroke: ink }),
    s("path", { d: path, fill, opacity: position === BLACK_HOLE ? 0.75 : 1, "data-drag": "lay" }),
    s("path", { d: path, class: "suns-ghost-case" }),
    s("path", { d: path, class: "suns-ghost-line" }),
  ];
}

/** A chain over the edge that two shapes of a fleet share. */
function chain(chart, one, other, width) {
  const [a, b] = [centre(chart, one, width), centre(chart, other, width)];
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const ring = (x) => s("rect", { x, y: -2.8, width: 10, height: 5.6, rx: 2.8, class: "suns-chain-ring" });
  return s(
    "g",
    { transform: `${translateTo([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])} rotate(${rounded1(turn)})` },
    s("rect", { x: -13, y: -6, width: 26, height: 12, rx: 6, class: "suns-chain" }),
    ring(-9.5),
    ring(-0.5),
  );
}

function badge(chart, sector, number, width, classes) {
  const [x, y] = centre(chart, sector, width);
  return s(
    "g",
    { transform: translateTo([x + width * 0.26, y - width * 0.27]), class: `suns-badge ${classes}` },
    s("circle", { r: 9.5 }),
    s("text", { y: 4.8 }, number),
  );
}

const sharedEdge = (chart, one, other) => {
  const sector = one.find((each) => neighbours(chart, each).some((near) => other.includes(near)));
  return [sector, neighbours(chart, sector).find((near) => other.includes(near))];
};

/** The fleet that the ghost would belong to: its shapes counted, and chained where they touch. */
function fleet(chart, side, position, sectors, width) {
  const own = side.drawings.filter((each) => each.position === position).map((each) => each.sectors);
  const group = groups(chart, [...own, sectors]).find((each) => each.includes(sectors));
  const pairs = group.flatMap((one, number) =>
    group
      .slice(number + 1)
      .filter((other) => touches(chart, one, other))
      .map((other) => [one, other]),
  );
  const ordered = [...group.filter((each) => each !== sectors), sectors];
  return [
    ...pairs.map(([one, other]) => chain(chart, ...sharedEdge(chart, one, other), width)),
    ...ordered.map((each, number) =>
      badge(chart, signSector(chart, each), number + 1, width, each === sectors ? "new" : ""),
    ),
  ];
}

const BUBBLE = "M-23-13H23A6 6 0 0 1 29-7V5A6 6 0 0 1 23 11H4L-2 19L-6 11H-23A6 6 0 0 1-29 5V-7A6 6 0 0 1-23-13Z";

function bubble(chart, sector, text, width) {
  const [x, y] = centre(chart, sector, width);
  return s(
    "g",
    { transform: translateTo([x + 2, Math.max(y - width * 0.74, -width * 0.25)]), class: "suns-gain" },
    s("path", { d: BUBBLE }),
    s("text", { y: 4.5 }, text),
  );
}

/** Treasures beside the ghost get the edges that it would bring them. */
function edges(chart, sectors, width) {
  const treasures = new Set(
    sectors.flatMap((sector) => neighbours(chart, sector)).filter((each) => chart.sectors[each].kind === "treasure"),
  );
  return [...treasures].flatMap((treasure) =>
    neighbours(chart, treasure)
      .filter((each) => sectors.includes(each))
      .map((each) => edge(chart, width, treasure, each, "suns-edge tried")),
  );
}

function sign(chart, { shape: name, position, sectors }, width) {
  if (position === BLACK_HOLE) return null;
  const point = centre(chart, signSector(chart, sectors), width);
  return s(
    "g",
    {},
    s("circle", {
      cx: rounded1(point[0]),
      cy: rounded1(point[1]),
      r: rounded1(width * 0.27),
      class: "suns-disc suns-ghost-disc",
    }),
    glyph(name, point, width * 0.185, hue(position)),
  );
}

const coveredHexes = (chart, sectors, width) =>
  sectors
    .filter((sector) => ["alien", "upgrade"].includes(chart.sectors[sector].kind))
    .map((sector) => {
      const point = centre(chart, sector, width);
      const { kind } = chart.sectors[sector];
      return s(
        "g",
        {},
        s("circle", {
          cx: rounded1(point[0]),
          cy: rounded1(point[1]),
          r: rounded1(width * 0.34),
          class: "suns-disc suns-won",
        }),
        glyph(kind, point, width * 0.205, kind === "alien" ? "var(--danger)" : "var(--success)"),
      );
    });

/** The ghost of a shape on a side's sheet; `parts` are its effects. */
export function ghost(chart, side, { shape: name, position, sectors, parts, counts }, width) {
  const gains = parts.filter((part) => part.sector !== undefined && part.gain > 0);
  return s(
    "g",
    { class: "suns-ghost" },
    ...shape(chart, sectors, position, width),
    s("g", {}, ...edges(chart, sectors, width)),
    s("g", {}, ...coveredHexes(chart, sectors, width)),
    sign(chart, { shape: name, position, sectors }, width),
    s("g", {}, ...(counts ? fleet(chart, side, position, sectors, width) : [])),
    s("g", {}, ...gains.map((part) => bubble(chart, part.sector, `+${part.gain}`, width))),
  );
}

/** The ghost on a small sheet: outline and stripes alone. */
export function smallGhost(chart, sectors, position, width) {
  const path = outline(centres(chart, sectors, width), width, 1);
  return s(
    "g",
    { class: "suns-ghost small" },
    s("path", { d: path, fill: stripesUrl(position === BLACK_HOLE ? 5 : position, width) }),
    s("path", { d: path, class: "suns-ghost-line" }),
  );
}
