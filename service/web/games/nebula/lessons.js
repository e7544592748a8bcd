/** Five steps, each with a small board of its own, drawn and touched like the real one. */

import { isNarrow } from "../../draw/parts.js";
import { h, s } from "../../dom.js";
import { galaxyLarge } from "./galaxy/galaxy_board.js";
import { nebulaLarge } from "./clocks/nebula_board.js";
import { frontStars } from "./bar.js";
import { stepsSpent, STEPS, stepsOf } from "./choose.js";
import { raceRows } from "./values/goal_rows.js";
import { BLACK, boostedIcon, coinIcon, COLOURS, figure, starIcon } from "./stars.js";
import { valueBoard } from "./values/value_board.js";
import { markerTrack } from "./clocks/marker.js";

const RINGS = [
  [null, "violet", null, "violet", null, null, "yellow"],
  ["yellow", "red", "black", "blue", null, "violet", "black"],
  ["white", "violet", null, null, "black", "white", "white"],
];
const GALAXY = {
  1.1: "yellow",
  2.1: "violet",
  3.1: "red",
  2.2: "yellow",
  3.3: "red",
  4.2: "white",
  5.2: "yellow",
  4.1: "red",
  3.2: "blue",
};

const emptySide = (seat) => ({
  seat,
  area: [],
  galaxy: {},
  black_stars: 0,
  constellations: [],
  race_goals: 0,
  goal_kept: true,
  goal: null,
  goals_offered: [],
  score: 0,
});

function valueTracks(content) {
  const tokens = (ids, cells) => ids.map((token, at) => ({ token, cell: cells[at] ?? 0 }));
  return [
    { track: "colours", tokens: tokens(["orange", "white", "blue", "red", "yellow", "violet"], [1, 1]) },
    {
      track: "constellations",
      tokens: tokens(
        content.galaxy.constellations.map((each) => each.id),
        [1],
      ),
    },
    {
      track: "advanced_goals",
      tokens: tokens(
        content.advanced_goals.slice(0, 4).map((each) => each.id),
        [1],
      ),
    },
  ];
}

function viewOf(content, side, more = {}) {
  return {
    phase: "place",
    round: 3,
    last_round: null,
    active: 1,
    deciders: [1],
    end_reason: null,
    variant: "full",
    nebula: {
      clusters: RINGS.map((cells, at) => ({ clock: [3, 5, 3][at], cells })),
      boosted: "white",
      marker: 2,
      marker_last: content.nebula.marker.length - 1,
      bag: { count: 90, stars: {} },
      box: {},
    },
    race_goals: content.race_goals
      .slice(0, 2)
      .map((goal) => ({ goal: goal.id, upper: goal.upper, lower: goal.lower, marked_by: [] })),
    value_board: valueTracks(content),
    this_turn: { placed: [], cells: [], boosted_placed: false, drawn: [] },
    seats: [{ ...emptySide(1), ...side }, emptySide(2)],
    ...more,
  };
}

const offers = (moves) => moves.map((move) => ({ move, label: "", ruling: "" }));
const point = (t, glyph, key) => ({ glyph, text: t(key) });

/** Every way to spend five steps over three clocks. */
function timeMoves() {
  const range = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5];
  return range
    .flatMap((a) => range.flatMap((b) => range.map((c) => [a, b, c])))
    .filter((steps) => steps.reduce((sum, each) => sum + Math.abs(each), 0) === 5)
    .map((steps) => ({ type: "take_time", steps }));
}

/** Five steps and the way they go. */
const stepsGlyph = () =>
  s(
    "svg",
    { width: 44, height: 34, viewBox: "0 0 44 34", "aria-hidden": "true" },
    ...[0, 1, 2, 3, 4].map((at) => s("circle", { cx: 5 + at * 8.5, cy: 10, r: 3.6, fill: "var(--gold)" })),
    s("path", {
      d: "M5 20Q22 32 37 22M37 22l-6.5 .4M37 22l-3 5.8",
      fill: "none",
      stroke: "var(--gold)",
      "stroke-width": 2,
      "stroke-linecap": "round",
    }),
  );

/** A star, and the hand that points at it. */
const frontGlyph = () =>
  s(
    "svg",
    { width: 34, height: 42, viewBox: "-17 -17 34 46", "aria-hidden": "true" },
    figure("violet", [0, 0], 11),
    s("circle", { r: 15, fill: "none", stroke: "var(--violet)", "stroke-width": 1.6 }),
    s("path", { d: "M-5 28L0 17L5 28Z", fill: "var(--gold)" }),
  );

/** Stars of any colour. */
const anyStarsGlyph = () =>
  s(
    "svg",
    { width: 44, height: 34, viewBox: "-22 -17 44 34", "aria-hidden": "true" },
    figure("red", [-13, -6], 7),
    figure("blue", [1, 6], 7),
    figure("yellow", [14, -5], 7),
  );

/** One step, two and two: three stars. */
const TURNED = [1, 2, -2];

/** What the hands bring, once all steps are spent. */
function takenRow(scene) {
  const { t } = scene;
  const steps = stepsOf(scene);
  const stars = stepsSpent(steps) === STEPS ? frontStars(scene, steps).filter(Boolean) : [];
  return h(
    "p",
    { class: "neb-taken" },
    h(
      "b",
      { class: "serif gold" },
      stars.length ? t("your_stars") : t("take_title", { spent: stepsSpent(steps), all: STEPS }),
    ),
    ...stars.map((star) => coinIcon(star, 38)),
    stars.length > 0 && h("span", { class: "gold" }, `${steps.map(Math.abs).join(" + ")} = ${STEPS}`),
  );
}

/** Every colour beside its name is also known by its shape. */
const shapes = () => h("span", { class: "neb-shapes" }, ...[...COLOURS, BLACK].map((star) => starIcon(star, 24)));

function takeLesson(content, t) {
  return {
    title: t("lesson.take"),
    task: t("lesson.take.task"),
    view: viewOf(content, { galaxy: GALAXY }, { phase: "take" }),
    moves: offers(timeMoves()),
    draft: { steps: TURNED },
    legend: { text: t("lesson.take.shapes"), drawing: shapes() },
    draw: (scene) =>
      isNarrow(scene) ? nebulaLarge(scene) : h("div", { class: "neb-taking" }, nebulaLarge(scene), takenRow(scene)),
    points: [
      point(t, stepsGlyph(), "lesson.take.steps"),
      point(t, frontGlyph(), "lesson.take.front"),
      point(t, boostedIcon("white", 40), "lesson.take.boosted"),
      point(t, anyStarsGlyph(), "lesson.take.chaos"),
    ],
  };
}

function placeLesson(content, t) {
  const cells = ["1.2", "2.3", "3.4", "4.3", "3.5", "4.4"].filter((id) => !GALAXY[id]);
  const side = { galaxy: GALAXY, area: ["violet", "white", "black"] };
  return {
    title: t("lesson.place"),
    task: t("lesson.place.task"),
    view: viewOf(content, side),
    draft: { star: "violet" },
    moves: offers(cells.map((cell) => ({ type: "place_star", star: "violet", cell }))),
    draw: (scene) => h("div", { class: "neb-lesson" }, ...galaxyLarge(scene)),
    points: [
      point(t, coinIcon("violet", 34), "lesson.place.connected"),
      point(t, coinIcon("red", 34), "lesson.place.differ"),
      point(t, boostedIcon("white", 40), "lesson.place.three"),
    ],
  };
}

function goalLesson(content, t) {
  const cells = ["1.2", "2.3"].filter((id) => !GALAXY[id]);
  const flag = s(
    "svg",
    { width: 34, height: 34, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    s("path", { d: "M-6 10V-9H7L4-4.5L7 0H-6", fill: "none", stroke: "var(--gold)", "stroke-width": 2 }),
  );
  return {
    title: t("lesson.race"),
    task: t("lesson.race.task"),
    view: viewOf(content, { galaxy: GALAXY, area: ["violet"] }),
    draft: { star: "violet" },
    moves: offers(cells.map((cell) => ({ type: "place_star", star: "violet", cell }))),
    draw: (scene) =>
      h(
        "div",
        { class: "neb-lesson goals" },
        ...galaxyLarge(scene),
        h(
          "div",
          {},
          ...raceRows(
            scene,
            scene.view.seats[0],
            scene.draft?.cell ? { ...GALAXY, [scene.draft.cell]: "violet" } : null,
          ),
        ),
      ),
    points: [
      point(t, flag, "lesson.race.first"),
      point(t, coinIcon("yellow", 34), "lesson.race.stay"),
      point(t, coinIcon("blue", 34), "lesson.race.secret"),
    ],
  };
}

function valueLesson(content, t) {
  const tokens = valueTracks(content).flatMap((row) =>
    row.tokens.map(({ token }) => ({ type: "advance_token", token })),
  );
  return {
    title: t("lesson.value"),
    task: t("lesson.value.task"),
    view: viewOf(content, { galaxy: GALAXY, black_stars: 1 }, { phase: "token" }),
    moves: offers(tokens),
    draw: (scene) => h("div", { class: "neb-lesson panel" }, valueBoard(scene, scene.view.seats[0])),
    points: [
      point(t, coinIcon(BLACK, 34), "lesson.value.black"),
      point(t, coinIcon("orange", 34), "lesson.value.rank"),
      point(t, boostedIcon("white", 40), "lesson.value.glow"),
    ],
  };
}

function endLesson(content, t) {
  const cells = ["1.2"].filter((id) => !GALAXY[id]);
  const letter = s(
    "svg",
    { width: 34, height: 34, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    s("text", { y: 7, class: "neb-medal-letter", "font-size": 20 }, "Λ"),
  );
  const dark = s(
    "svg",
    { width: 34, height: 34, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    figure(BLACK, [0, 0], 9),
  );
  return {
    title: t("lesson.end"),
    task: t("lesson.end.task"),
    view: viewOf(content, { galaxy: GALAXY, area: ["violet"] }),
    draft: { star: "violet" },
    moves: offers(cells.map((cell) => ({ type: "place_star", star: "violet", cell }))),
    draw: (scene) =>
      h(
        "div",
        { class: "neb-lesson" },
        ...galaxyLarge(scene),
        markerTrack(content, 2, t("marker_says", { at: 2, last: content.nebula.marker.length - 1 })),
      ),
    points: [
      point(t, letter, "lesson.end.constellation"),
      point(t, dark, "lesson.end.ways"),
      point(t, coinIcon("white", 34), "lesson.end.score"),
    ],
  };
}

export const lessons = (content, t) =>
  [takeLesson, placeLesson, goalLesson, valueLesson, endLesson].map((lesson) => lesson(content, t));
