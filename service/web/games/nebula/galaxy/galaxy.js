/** A galaxy: its constellations and links, and every cell in the state it is in. */

import { memo, s } from "../../../dom.js";
import { touchable } from "../../../draw/parts.js";
import { filledCells, hull, orbitCurve, point, skyOf } from "./layout.js";
import { coin, figure, rays, round } from "../stars.js";
import { tags } from "./tags.js";

export const BOX = "-8 92 1016 1044";

export const WIDE_BOX = "-34 96 1068 1060";

const MINI_BOX = "-20 130 1040 980";

function region(sky, id, galaxy, { mini, completes }) {
  const cells = sky.constellations.get(id);
  const state =
    filledCells(cells, galaxy).length === cells.length ? "complete" : completes?.includes(id) ? "completes" : "";
  return s("path", {
    d: hull(
      cells.map((each) => point(sky, each)),
      mini ? 64 : 52,
    ),
    class: `neb-region ${state} ${mini ? "mini" : ""}`,
  });
}

/** Where the corners of the window are taken, the outermost numbers stand beside their first cell. */
function numberPlace(sky, number, { scale, cell }) {
  const [x, y] = point(sky, sky.orbits[number][0]);
  return [x + (number ? 1 : -1) * (cell + 17 * scale), y - 6 * scale];
}

function orbit(sky, number, options) {
  const { mini, scale, cell } = options;
  const { d, top: above } = orbitCurve(sky, number, mini ? 0 : cell + 17 * scale + 7);
  const isOuter = number === 0 || number === sky.orbits.length - 1;
  const top = options.hasCorners && isOuter ? numberPlace(sky, number, options) : above;
  const label = mini
    ? []
    : [
        s("circle", { cx: Math.round(top[0]), cy: Math.round(top[1]), r: 17 * scale, class: "neb-orbit-disc" }),
        s(
          "text",
          {
            x: Math.round(top[0]),
            y: Math.round(top[1] + 8 * scale),
            "font-size": 23 * scale,
            class: "neb-orbit-number",
          },
          number + 1,
        ),
      ];
  return [s("path", { d, class: `neb-orbit ${mini ? "mini" : ""}` }), ...label];
}

function link(sky, [one, other], state) {
  const [[x1, y1], [x2, y2]] = [point(sky, one), point(sky, other)];
  return s("path", { d: `M${x1} ${y1}L${x2} ${y2}`, class: `neb-link ${state}` });
}

const linksOfKind = (sky, kind, galaxy) =>
  sky.links[kind].map((pair) => link(sky, pair, `${kind} ${pair.every((id) => galaxy[id]) ? "lit" : ""}`));

/** Links that the chosen star would light, over the others. */
const chosenLinks = (sky, chosen, galaxy) =>
  ["direct", "dotted", "orbital"].flatMap((kind) =>
    sky.links[kind]
      .filter((pair) => pair.includes(chosen) && pair.every((id) => id === chosen || galaxy[id]))
      .map((pair) => link(sky, pair, `${kind} chosen`)),
  );

/** Regions, orbits and links under the cells. */
export function ground(content, galaxy, options) {
  const sky = skyOf(content);
  const { mini, scale, cell, completes, chosen } = options;
  const lying = memo(`ground ${Boolean(mini)} ${scale} ${cell} ${completes} ${JSON.stringify(galaxy)}`, () =>
    s(
      "g",
      {},
      ...[...sky.constellations.keys()].map((id) => region(sky, id, galaxy, options)),
      ...sky.orbits.flatMap((_, number) => orbit(sky, number, options)),
      ...linksOfKind(sky, "direct", galaxy),
      ...linksOfKind(sky, "dotted", galaxy),
    ),
  );
  return s(
    "g",
    { class: mini ? "neb-ground mini" : "neb-ground", "aria-hidden": "true" },
    lying,
    ...(chosen ? chosenLinks(sky, chosen, galaxy) : []),
  );
}

const halo = ([cx, cy], reach, mini) =>
  s("circle", { cx, cy, r: reach + (mini ? 17 : 12), class: `neb-halo changed ${mini ? "mini" : ""}` });

function glow(at, reach, mini) {
  return [
    s("circle", { cx: at[0], cy: at[1], r: round(reach * 1.75), class: "neb-glow" }),
    rays(at, reach * 1.22, reach * 1.46, 20, "var(--glow)", mini ? 5 : 2.6),
  ];
}

function badge([x, y], text, reach, scale) {
  const at = [x - reach * 0.8, y + reach * 0.84];
  return [
    s("circle", { cx: x, cy: y, r: reach + 7, class: "neb-placed" }),
    s("circle", { cx: round(at[0]), cy: round(at[1]), r: 16 * scale, class: "neb-badge" }),
    s(
      "text",
      { x: round(at[0]), y: round(at[1] + 7.5 * scale), "font-size": 21 * scale, class: "neb-badge-text" },
      text,
    ),
  ];
}

const SWAP = "M-7-3h13m-4-4l4 4M7 4h-13m4 4l-4-4";

const swapSign = ([x, y], reach, scale) =>
  s(
    "g",
    {
      transform: `translate(${round(x + reach * 0.78)} ${round(y - reach * 0.78)}) scale(${scale > 1 ? 1.25 : 1})`,
      class: "neb-swap",
    },
    s("circle", { r: 15 }),
    s("path", { d: SWAP }),
  );

function chosenFigure(at, star, reach) {
  return [
    s("circle", { cx: at[0], cy: at[1], r: reach + 19, class: "neb-pulse" }),
    s("circle", { cx: at[0], cy: at[1], r: reach + 9, class: "neb-chosen" }),
    coin(star, at, reach, { width: 3.2 }),
  ];
}

function emptyFigure(sky, cell, at, reach, { legal, star, mini, scale, isAsking }) {
  if (mini) return [s("circle", { cx: at[0], cy: at[1], r: round(reach * 0.62), class: "neb-cell mini" })];
  if (legal) {
    return [
      s("circle", { cx: at[0], cy: at[1], r: reach + 16, class: "neb-legal-disc" }),
      s("circle", { cx: at[0], cy: at[1], r: reach + 1, class: "neb-legal" }),
      figure(star, at, reach * 0.6, 0.5),
    ];
  }
  return [
    s("circle", { cx: at[0], cy: at[1], r: reach, class: `neb-cell ${isAsking ? "dim" : ""}` }),
    s(
      "text",
      { x: at[0], y: round(at[1] + 11 * scale), "font-size": round(30 * scale), class: "neb-symbol" },
      sky.symbols.get(cell.constellation) ?? "✶",
    ),
  ];
}

/** One cell with all that is to be seen of it. */
function cellFigures(sky, cell, galaxy, options) {
  const { mini, cell: reach, scale, chosen, star, legal = {}, replace = [], placed = [], changed } = options;
  const at = /** @type {import("../stars.js").Point} */ ([cell.x, cell.y]);
  const held = galaxy[cell.id];
  const isChosen = chosen === cell.id;
  const parts = [cell.glowing && glow(at, reach, mini), changed?.(cell.id) && halo(at, reach, mini)];
  if (isChosen) parts.push(chosenFigure(at, star, reach));
  else if (held)
    parts.push(
      s(
        "g",
        { "data-arrives": `${cell.id}:${held}` },
        coin(held, at, reach, { share: mini ? 0.74 : 0.66, width: mini ? 6 : 3.2 }),
      ),
    );
  else
    parts.push(
      emptyFigure(sky, cell, at, reach, { legal: cell.id in legal, star, mini, scale, isAsking: options.isAsking }),
    );
  if (!mini && placed.includes(cell.id)) parts.push(badge(at, placed.indexOf(cell.id) + 1, reach, scale));
  if (!mini && replace.includes(cell.id) && !isChosen) parts.push(swapSign(at, reach, scale));
  return parts.flat();
}

/**
 * The cells of a galaxy. `options`: mini, cell (radius), scale (of signs), star, legal ({cell: tag}), replace, chosen,
 * placed, changed, isAsking (a star waits for its cell), touch (makes the name of a cell).
 */
export function cells(content, galaxy, options) {
  const sky = skyOf(content);
  return [...sky.cells.map((cell) => oneCell(sky, cell, galaxy, options)), ...(options.mini ? [] : tags(sky, options))];
}

/** A cell with its name where it can be touched; copied while nothing of it is otherwise. */
function oneCell(sky, cell, galaxy, options) {
  const {
    mini,
    cell: reach,
    scale,
    star,
    chosen,
    legal = {},
    replace = [],
    placed = [],
    changed,
    isAsking,
    touch,
  } = options;
  const isLegal = cell.id in legal;
  const isOpen = isLegal || replace.includes(cell.id);
  const name = touch?.(cell) ?? "";
  const state = [
    cell.id,
    name,
    Boolean(mini),
    reach,
    scale,
    galaxy[cell.id],
    chosen === cell.id,
    isOpen,
    isLegal,
    (isLegal || chosen === cell.id) && star,
    placed.indexOf(cell.id),
    changed?.(cell.id),
    isAsking,
  ];
  return memo(`cell ${state}`, () => {
    const figures = cellFigures(sky, cell, galaxy, options);
    if (!touch) return s("g", {}, ...figures);
    return touchable(
      `cell:${cell.id}`,
      name,
      { chosen: chosen === cell.id, disabled: !isOpen, class: "neb-touch", "data-about": "cell" },
      ...figures,
      s("circle", { cx: cell.x, cy: cell.y, r: reach + 4, class: "focus at" }),
    );
  });
}

/** A small picture of somebody's galaxy. */
export function miniGalaxy(content, galaxy, label, changed = null) {
  const options = { mini: true, cell: 50, scale: 1, changed };
  return s(
    "svg",
    { viewBox: MINI_BOX, class: "neb-mini", role: "img", "aria-label": label },
    ground(content, galaxy, options),
    ...cells(content, galaxy, options),
  );
}
