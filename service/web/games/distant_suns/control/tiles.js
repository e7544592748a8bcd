/**
 * The tiles of mission control: silhouette, shape, mission, and how far the viewer is. They are the legend of the
 * sheet.
 */

import { h, memo, s } from "../../../dom.js";
import { explained } from "../../../draw/parts.js";
import { chartOf } from "../sheet/chart.js";
import { glyph, icon, INKS, MISSION_SIGNS } from "../glyphs.js";
import { hexPath, outline, radius, rounded1 } from "../sheet/hexes.js";
import { BLACK_HOLE, fillUrl, hue, stripesUrl } from "../sheet/patterns.js";
import { worth } from "../prospects.js";

const PRINTED = 5;

export const inkOf = (position) => (position === BLACK_HOLE ? "var(--gold)" : hue(position));

function flower(points, width) {
  return [
    s("path", { d: outline(points, width, 1), class: "suns-hole" }),
    s(
      "g",
      { class: "suns-orbits" },
      ...[0.52, 1].map((reach) =>
        s("ellipse", {
          rx: rounded1(width * reach),
          ry: rounded1(width * reach * 0.8),
          transform: "rotate(-20)",
          opacity: 0.6,
        }),
      ),
    ),
    glyph("black_hole", [0, 0], width * 0.3, "#f1cf80"),
  ];
}

/** A shape as the tile shows it, in a box; its outline is found once for a form. */
export function silhouette(content, shape, position, wide, high, largest = 22) {
  const { hexes } = chartOf(content).shapes.get(shape);
  return memo(`silhouette ${JSON.stringify(hexes)} ${position} ${wide} ${high}`, () =>
    figure(hexes, position, wide, high, largest),
  );
}

/** Hexes as a shape, in a box. */
export function figure(hexes, position, wide, high, largest) {
  const [xs, ys] = [hexes.map((each) => each.x), hexes.map((each) => each.y)];
  const [x0, x1, y0, y1] = [
    Math.min(...xs) - 0.5,
    Math.max(...xs) + 0.5,
    Math.min(...ys) - 0.577,
    Math.max(...ys) + 0.577,
  ];
  const width = Math.min(wide / (x1 - x0), high / (y1 - y0), largest) * 0.96;
  const points = hexes.map(({ x, y }) => [(x - (x0 + x1) / 2) * width, (y - (y0 + y1) / 2) * width]);
  const body =
    position === BLACK_HOLE
      ? flower(points, width)
      : [
          s("path", {
            d: outline(points, width, 1),
            fill: fillUrl(position, width),
            stroke: hue(position),
            class: "suns-shape small",
          }),
          ...points.map((point) =>
            s("path", {
              d: hexPath(point, radius(width)),
              fill: "none",
              stroke: hue(position),
              "stroke-width": 0.6,
              opacity: 0.45,
            }),
          ),
        ];
  return s(
    "svg",
    {
      class: "suns-silhouette",
      width: wide,
      height: high,
      viewBox: `${-wide / 2} ${-high / 2} ${wide} ${high}`,
      "aria-hidden": "true",
    },
    ...body,
  );
}

function box(content, position, number, { times, more }) {
  const isNew = number > times && number <= times + more;
  const state = number <= times ? "done" : isNew ? "new" : "";
  const paper =
    isNew &&
    s(
      "svg",
      { class: "suns-box-fill", "aria-hidden": "true" },
      s("rect", { width: "100%", height: "100%", fill: stripesUrl(position, 20) }),
    );
  return h("span", { class: `suns-box ${state}` }, paper, h("b", {}, worth(content, number)));
}

/** Boxes of what the mission is worth when fulfilled once, twice and so on. */
export function track(scene, { position, mission }, { times, more = 0 }) {
  const { content, t } = scene;
  const first = Math.max(0, times + more - PRINTED);
  const boxes = Array.from({ length: PRINTED }, (_, at) => box(content, position, first + at + 1, { times, more }));
  const label = t("track_says", { times, points: worth(content, times) });
  return explained(`mission:${mission}`, { class: "suns-track", "aria-label": label }, ...boxes);
}

/** The first can have the focus, so that the list can be scrolled by keys. */
const shapeName = (scene, { shape, position }) =>
  explained(
    `shape:${shape}`,
    { class: "suns-name", tabindex: position === 1 ? 0 : -1 },
    icon(shape, 20, inkOf(position)),
    scene.names.get(shape),
  );

function missionLine(scene, { mission }) {
  const { t } = scene;
  if (!mission) {
    const scorer = scene.view.board.find((each) => each.mission === "black_hole");
    return h(
      "p",
      { class: "suns-about" },
      icon("black_hole", 18),
      h("span", {}, t("hole_scores", { shape: scene.names.get(scorer.shape) })),
    );
  }
  return explained(
    `mission:${mission}`,
    { class: "suns-about" },
    icon(MISSION_SIGNS[mission], 18, INKS[MISSION_SIGNS[mission]]),
    h("span", {}, t(`counts.${mission}`)),
  );
}

/** How often the viewer has drawn the shape of this tile. */
export function drawnCount({ t }, each, own) {
  const count = own?.drawings.filter((drawing) => drawing.position === each.position).length ?? 0;
  return h("span", {}, count ? t("drawn_times", { count }) : t("none_drawn"));
}

/** Who draws it in this turn, or how often it was drawn. */
function underSilhouette(scene, each, own) {
  const { view, t, seat } = scene;
  const drawers = view.seats.filter((side) => side.to_draw === each.shape);
  if (drawers.some((side) => side.seat === seat)) return h("b", { class: "gold" }, t("you_draw"));
  if (drawers.length === 1) return h("span", {}, t("one_draws", { name: scene.who(drawers[0].seat) }));
  if (drawers.length) return h("span", {}, t("others_draw"));
  return drawnCount(scene, each, own);
}

const points = (mine, gain) =>
  gain
    ? h("b", { class: "suns-points gain" }, `+${gain}`)
    : h("b", { class: `suns-points ${mine.points ? "" : "none"}` }, mine.points);

/**
 * One tile; `gained` is what the chosen drawing adds to its mission. While one chooses, who draws it is told elsewhere.
 */
export function tile(scene, each, { own, gained = null, isDrawn = false, isChoosing = false, classes = "" }, ...more) {
  const { content } = scene;
  const mine = own?.missions.find((mission) => mission.mission === each.mission);
  return h(
    "div",
    { class: `suns-tile ${isDrawn ? "mine" : ""} ${classes}`, "data-position": each.position },
    h(
      "div",
      { class: "suns-side" },
      silhouette(content, each.shape, each.position, 76, 70),
      !isChoosing && h("small", {}, underSilhouette(scene, each, own)),
    ),
    h(
      "div",
      { class: "suns-told" },
      h("div", { class: "suns-top" }, shapeName(scene, each), mine && points(mine, gained?.gain)),
      missionLine(scene, each),
      mine && track(scene, each, { times: mine.times, more: gained ? Math.max(0, gained.to - gained.from) : 0 }),
      ...more,
    ),
  );
}
