/** Five steps, each with a small sheet of its own, drawn and touched like the real one. */

import { h, s } from "../../dom.js";
import { centre, centres, chartOf, kindOf, middle, neighbours, signSector } from "./charts.js";
import { drafted, ownEffects, ownPosition } from "./choosing.js";
import { fitsOn } from "./fits.js";
import { ghost } from "./ghost.js";
import { icon } from "./glyphs.js";
import { outline, short } from "./hexes.js";
import { end, links } from "./modules.js";
import { layPatterns } from "./patterns.js";
import { lessonTargets } from "./targets.js";
import { effects } from "./prospects.js";
import { extent, layers } from "./sheet.js";
import { isNarrow } from "./sizes.js";
import { silhouette, tile } from "./tiles.js";

const WIDTH = 54;
const ORDER = ["treasures", "aliens", "upgrades", "group", "black_hole"];

/** A board of the first five shapes, each with a mission. */
function boardOf(content) {
  const shapes = content.shapes.filter((shape) => shape.id !== content.black_hole).slice(0, ORDER.length);
  return [
    ...shapes.map((shape, at) => ({ position: at + 1, shape: shape.id, mission: ORDER[at] })),
    { position: ORDER.length + 1, shape: content.black_hole, mission: null },
  ];
}

const emptySide = (seat) => ({
  seat,
  to_draw: null,
  has_drawn: false,
  sealed: null,
  drawings: [],
  covered: [],
  upgrades: { ready: [], used: [], without_slot: 0 },
  worlds: [],
  missions: ORDER.map((mission) => ({ mission, times: 0, points: 0 })),
});

const withDrawing = (side, place, sectors) => ({
  ...side,
  covered: [...side.covered, ...sectors],
  drawings: [...side.drawings, { shape: place.shape, position: place.position, sectors, left_out: 0 }],
});

function viewOf(content, side, more = {}) {
  return {
    phase: "draw",
    round: 1,
    last_round: 3,
    active: 1,
    deciders: [1],
    turns_played: 1,
    next_module: null,
    modules: [],
    board: boardOf(content),
    seats: [side, emptySide(2)],
    ...more,
  };
}

const draws = (fits, upgrades = 0) =>
  fits.map((fit) => ({
    move: { type: "draw", sectors: [...fit.sectors].sort((a, b) => a - b), upgrades },
    label: "",
    ruling: "",
  }));

/** The fit of which most is true. */
const preferred = (fits, liking) => fits.reduce((best, fit) => (liking(fit) > liking(best) ? fit : best), fits[0]);

/** A sheet with a first drawing on it, in the lower corner where everybody begins. */
function begun(content, towards) {
  const chart = chartOf(content);
  const [place] = boardOf(content);
  const side = emptySide(1);
  const fit = preferred(
    fitsOn(chart, side, place.shape),
    (each) => each.middle[0] * towards[0] + each.middle[1] * towards[1],
  );
  return withDrawing(side, place, fit.sectors);
}

/** A part of the sheet, drawn as the real one. */
function liveSheet(scene, [columns, rows], ...more) {
  layPatterns();
  const chart = chartOf(scene.content);
  const [side] = scene.view.seats;
  const size = extent(chart, WIDTH);
  const [wide, high] = [columns * WIDTH, rows * WIDTH * 0.9];
  const box = [size.left, size.top + size.height - high, wide, high].map(short).join(" ");
  const place = ownPosition(scene);
  const tried = drafted(scene);
  const over =
    tried &&
    ghost(
      chart,
      side,
      { ...place, sectors: tried.sectors, parts: ownEffects(scene, tried.sectors), counts: place.mission === "group" },
      WIDTH,
    );
  return s(
    "svg",
    { viewBox: box, class: "suns-lesson", role: "group", "aria-label": scene.t("your_sheet"), "data-near": "" },
    ...layers(chart, scene.view, side, WIDTH, { open: new Set(scene.moves.flatMap(({ move }) => move.sectors)) }),
    lessonTargets(scene, WIDTH),
    over,
    ...more,
  );
}

const point = (t, glyph, key) => ({ glyph, text: t(key) });

const KINDS = ["", "new", "not"];

/** A number on the sheet that the text repeats. */
const badge = (number) =>
  s("g", { class: `suns-badge ${KINDS[number - 1]}` }, s("circle", { r: 12 }), s("text", { y: 4.8 }, number));

/** @param {number[]} point @param {number} number */
const badgeAt = ([x, y], number) => s("g", { transform: `translate(${short(x)} ${short(y)})` }, badge(number));

const badgeIcon = (number) =>
  s("svg", { width: 34, height: 34, viewBox: "-13 -13 26 26", "aria-hidden": "true" }, badge(number));

/** Between two sectors. */
const between = (chart, one, other) =>
  [0, 1].map((axis) => (centre(chart, one, WIDTH)[axis] + centre(chart, other, WIDTH)[axis]) / 2);

/** Where what is tried touches what was drawn. */
function touching(chart, side, sectors) {
  const one = sectors.find((sector) => neighbours(chart, sector).some((near) => side.covered.includes(near)));
  return one === undefined
    ? null
    : between(
        chart,
        one,
        neighbours(chart, one).find((near) => side.covered.includes(near)),
      );
}

const FAR = 5;

/** The first drawing once more, so far away that it touches nothing: crossed out, unless something is tried there. */
function nowhere(chart, side, tried) {
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
    s("path", { d: `M${short(x - 11)} ${short(y - 11)}l22 22m0-22l-22 22`, class: "suns-cross" }),
    badgeAt([x + 26, y - 26], 3),
  ];
}

/** Numbers at the compass, where the shape touches, and where it would not. */
function numbered(scene) {
  const chart = chartOf(scene.content);
  const [side] = scene.view.seats;
  const tried = drafted(scene)?.sectors ?? [];
  const joint = touching(chart, side, tried);
  const [x, y] = centre(chart, chart.start, WIDTH);
  return s(
    "g",
    { class: "suns-overlay" },
    badgeAt([x + 20, y - 22], 1),
    joint && badgeAt(joint, 2),
    ...nowhere(chart, side, tried),
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

const turning = (t) =>
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

function drawLesson(content, t) {
  const chart = chartOf(content);
  const side = begun(content, [0.2, -1]);
  const place = boardOf(content)[1];
  const view = viewOf(content, { ...side, to_draw: place.shape });
  const fits = fitsOn(chart, side, place.shape);
  const liked = preferred(fits, (fit) => -Math.hypot(fit.middle[0] - 2.2, fit.middle[1] - 3.4));
  return {
    title: t("lesson.draw"),
    task: t("lesson.draw.task"),
    view,
    moves: draws(fits),
    draft: { sectors: [...liked.sectors].sort((a, b) => a - b), leave: 0 },
    draw: (scene) =>
      isNarrow(scene)
        ? liveSheet(scene, [8, 7], numbered(scene))
        : h("div", { class: "suns-draw-lesson" }, liveSheet(scene, [8, 8.6], numbered(scene)), turning(t)),
    legend: { text: t("lesson.draw.also"), drawing: captions(content, t) },
    points: [
      point(t, badgeIcon(1), "lesson.draw.start"),
      point(t, badgeIcon(2), "lesson.draw.touch"),
      point(t, badgeIcon(3), "lesson.draw.not"),
      point(t, icon("turn", 34, "var(--gold)"), "lesson.draw.turn"),
    ],
  };
}

function moduleLesson(content, t) {
  const view = viewOf(content, emptySide(1), { phase: "assign", next_module: 1 });
  const moves = [1, 2].flatMap((side) =>
    [1, 2, 3, 4, 5].flatMap((position) =>
      [false, true].map((flipped) => ({ move: { type: "assign", side, position, flipped }, label: "", ruling: "" })),
    ),
  );
  const pens = ["var(--p2)", "var(--p3)"];
  return {
    title: t("lesson.module"),
    task: t("lesson.module.task"),
    view,
    moves,
    draw: (scene) => {
      layPatterns();
      return h(
        "div",
        { class: "suns-control lesson" },
        ...scene.view.board.map((each) => tile(scene, each, { own: scene.view.seats[0] })),
        ...links(scene),
      );
    },
    points: [
      point(t, end("own", ["var(--p1)"], 38), "lesson.module.own"),
      point(t, end("others", pens, 38), "lesson.module.others"),
      point(t, icon("flip", 34, "var(--gold)"), "lesson.module.flip"),
    ],
  };
}

function missionLesson(content, t) {
  const chart = chartOf(content);
  const place = boardOf(content)[3];
  const start = emptySide(1);
  const first = preferred(fitsOn(chart, start, place.shape), (fit) => -Math.abs(fit.middle[0] - 2.5));
  const side = withDrawing(start, place, first.sectors);
  const view = viewOf(content, {
    ...side,
    to_draw: place.shape,
    missions: start.missions.map((each) => (each.mission === "group" ? { ...each, times: 1, points: 3 } : each)),
  });
  return {
    title: t("lesson.mission"),
    task: t("lesson.mission.task"),
    view,
    moves: draws(fitsOn(chart, side, place.shape)),
    draw: (scene) => liveSheet(scene, [9, 7]),
    points: [
      point(t, icon("group", 34), "lesson.mission.group"),
      point(t, icon("alien", 34), "lesson.mission.alien"),
      point(t, icon("treasure", 34), "lesson.mission.treasure"),
      point(t, icon("black_hole", 34), "lesson.mission.hole"),
    ],
  };
}

/** A world or a treasure is most telling where a drawing is about to reach it. */
function worldLesson(content, t) {
  const chart = chartOf(content);
  const place = boardOf(content)[1];
  const side = [0, 2, 4].reduce((now, at) => {
    const each = boardOf(content)[at];
    const fits = fitsOn(chart, now, each.shape);
    return withDrawing(now, each, preferred(fits, (fit) => fit.middle[0] + fit.middle[1] * 0.6).sectors);
  }, emptySide(1));
  const view = viewOf(content, { ...side, to_draw: place.shape });
  return {
    title: t("lesson.world"),
    task: t("lesson.world.task"),
    view,
    moves: draws(fitsOn(chart, side, place.shape)),
    draw: (scene) => liveSheet(scene, [12.7, 8]),
    points: [
      point(t, icon("world", 34), "lesson.world.first"),
      point(t, icon("treasure", 34), "lesson.world.ring"),
      point(t, icon("alien", 34), "lesson.world.alien"),
    ],
  };
}

function upgradeLesson(content, t) {
  const chart = chartOf(content);
  const place = boardOf(content)[3];
  const side = {
    ...begun(content, [0.6, -0.4]),
    to_draw: place.shape,
    upgrades: { ready: [1, 2], used: [], without_slot: 0 },
  };
  const whole = fitsOn(chart, side, place.shape);
  const view = viewOf(content, side);
  const liked = preferred(
    whole,
    (fit) =>
      effects(chart, view, side, place.position, fit.sectors).filter((part) => part.kind === "upgrade").length * 10 -
      middle(chart, fit.sectors)[0],
  );
  const isJoined = (sectors) =>
    sectors.every((sector) => neighbours(chart, sector).some((near) => sectors.includes(near)));
  const reduced = liked.sectors
    .map((left) => liked.sectors.filter((sector) => sector !== left))
    .filter((sectors) => isJoined(sectors) && kindOf(chart, sectors[0]) !== "start");
  return {
    title: t("lesson.upgrade"),
    task: t("lesson.upgrade.task"),
    view,
    draft: { sectors: [...liked.sectors].sort((a, b) => a - b), leave: 0 },
    moves: [
      ...draws(whole),
      ...draws(
        reduced.map((sectors) => ({ sectors })),
        1,
      ),
    ],
    draw: (scene) =>
      h(
        "div",
        { class: "suns-upgrade-lesson" },
        liveSheet(scene, [9, 6.4]),
        h(
          "div",
          { class: "suns-segment" },
          ...["fewer", "more"].map((touch) =>
            h(
              "button",
              { type: "button", class: "suns-tool", "data-touch": touch, "aria-label": t(`tool.${touch}`) },
              h("b", {}, touch === "more" ? "+" : "−"),
            ),
          ),
          h("span", { class: "suns-count" }, t("leave_out"), " ", scene.draft?.leave ?? 0),
        ),
      ),
    points: [
      point(t, icon("upgrade", 34), "lesson.upgrade.gain"),
      point(t, silhouette(content, place.shape, 4, 40, 34, 12), "lesson.upgrade.use"),
      point(t, icon("seal", 30, "var(--wax)"), "lesson.upgrade.seal"),
    ],
  };
}

export const lessons = (content, t) =>
  [drawLesson, moduleLesson, missionLesson, worldLesson, upgradeLesson].map((lesson) => lesson(content, t));
