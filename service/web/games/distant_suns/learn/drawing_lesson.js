/** The lesson about drawing: where a shape may lie, and where not. */

import { isNarrow } from "../../../draw/parts.js";
import { h, s } from "../../../dom.js";
import { centre, centres, chartOf, neighbours, signSector } from "../sheet/chart.js";
import { draftDrawing } from "../choose.js";
import { fitsOn } from "../sheet/fits.js";
import { icon } from "../glyphs.js";
import { outline, rounded1 } from "../sheet/hexes.js";
import { startedSheet, boardOf, drawMoves, liveSheet, point, bestFit, viewOf, WIDTH } from "./sheets.js";

const KINDS = ["", "new", "not"];

/** A number on the sheet that the text repeats. */
const badge = (number) =>
  s("g", { class: `suns-badge ${KINDS[number - 1]}` }, s("circle", { r: 12 }), s("text", { y: 4.8 }, number));

/** @param {number[]} point @param {number} number */
const badgeAt = ([x, y], number) => s("g", { transform: `translate(${rounded1(x)} ${rounded1(y)})` }, badge(number));

const badgeIcon = (number) =>
  s("svg", { width: 34, height: 34, viewBox: "-13 -13 26 26", "aria-hidden": "true" }, badge(number));

/** Between two sectors. */
const midpoint = (chart, one, other) =>
  [0, 1].map((axis) => (centre(chart, one, WIDTH)[axis] + centre(chart, other, WIDTH)[axis]) / 2);

/** Where what is tried touches what was drawn. */
function touchPoint(chart, side, sectors) {
  const one = sectors.find((sector) => neighbours(chart, sector).some((near) => side.covered.includes(near)));
  return one === undefined
    ? null
    : midpoint(
        chart,
        one,
        neighbours(chart, one).find((near) => side.covered.includes(near)),
      );
}

const FAR = 5;

/** The first drawing once more, so far away that it touches nothing: crossed out, unless something is tried there. */
function crossedOutShape(chart, side, tried) {
  const sectors = side.covered.map((sector) =>
    chart.at.get(`${chart.sectors[sector].row},${chart.sectors[sector].column + FAR}`),
  );
  if (
    tried.some((sector) => sectors.includes(sector) || sectors.some((each) => neighbours(chart, each).includes(sector)))
  )
    return [];
  const [x, y] = centre(chart, signSector(chart, sectors), WIDTH);
  return [
    s("path", { d: outline(centres(chart, sectors, WIDTH), WIDTH, 1.5), class: "suns-not" }),
    s("path", { d: `M${rounded1(x - 11)} ${rounded1(y - 11)}l22 22m0-22l-22 22`, class: "suns-cross" }),
    badgeAt([x + 26, y - 26], 3),
  ];
}

/** Numbers at the compass, where the shape touches, and where it would not. */
function numberBadges(scene) {
  const chart = chartOf(scene.content);
  const [side] = scene.view.seats;
  const tried = draftDrawing(scene)?.sectors ?? [];
  const joint = touchPoint(chart, side, tried);
  const [x, y] = centre(chart, chart.start, WIDTH);
  return s(
    "g",
    { class: "suns-overlay" },
    badgeAt([x + 20, y - 22], 1),
    joint && badgeAt(joint, 2),
    ...crossedOutShape(chart, side, tried),
  );
}

const CAPTIONS = ["alien", "upgrade", "treasure", "world"];

/** What else is on a sheet. */
const captions = (content, t) =>
  h(
    "ul",
    { class: "suns-captions" },
    ...CAPTIONS.map((kind) =>
      h(
        "li",
        {},
        icon(kind, 24),
        h("b", {}, content.texts.sector[kind]),
        h(
          "span",
          { class: "muted" },
          t(`lesson.draw.${kind}`, { penalty: content.alien_penalty, bonus: content.treasure_bonus }),
        ),
      ),
    ),
  );

const turningPoint = (t) =>
  h(
    "div",
    { class: "suns-segment" },
    ...["turn", "mirror"].map((touch) =>
      h(
        "button",
        { type: "button", class: "suns-tool", "data-touch": touch, "aria-label": t(`tool.${touch}`) },
        icon(touch, 22, "currentColor"),
        h("span", {}, t(touch)),
      ),
    ),
  );

export function drawLesson(content, t) {
  const chart = chartOf(content);
  const side = startedSheet(content, [0.2, -1]);
  const place = boardOf(content)[1];
  const view = viewOf(content, { ...side, to_draw: place.shape });
  const fits = fitsOn(chart, side, place.shape);
  const liked = bestFit(fits, (fit) => -Math.hypot(fit.middle[0] - 2.2, fit.middle[1] - 3.4));
  return {
    title: t("lesson.draw"),
    task: t("lesson.draw.task"),
    view,
    moves: drawMoves(fits),
    draft: { sectors: [...liked.sectors].sort((a, b) => a - b), leave: 0 },
    draw: (scene) =>
      isNarrow(scene)
        ? liveSheet(scene, [8, 7], numberBadges(scene))
        : h("div", { class: "suns-draw-lesson" }, liveSheet(scene, [8, 8.6], numberBadges(scene)), turningPoint(t)),
    legend: { text: t("lesson.draw.also"), drawing: captions(content, t) },
    points: [
      point(t, badgeIcon(1), "lesson.draw.start"),
      point(t, badgeIcon(2), "lesson.draw.touch"),
      point(t, badgeIcon(3), "lesson.draw.not"),
      point(t, icon("turn", 34, "var(--gold)"), "lesson.draw.turn"),
    ],
  };
}
