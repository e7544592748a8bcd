/** Goals as rows: a small galaxy of the cells that matter, what is asked, how far one is, and what it is worth. */

import { h, s } from "../../../dom.js";
import { icon } from "../../../draw/icons.js";
import { seatMark } from "../../../draw/marks.js";
import { explained } from "../../../draw/parts.js";
import { orbitCurve, skyOf } from "../galaxy/layout.js";
import { personalProgress, raceProgress } from "./goals.js";
import { BLACK, COLOURS, figure } from "../stars.js";
import { PERSONAL_GOAL } from "./worth.js";

/** A target cell: the own star, a ring where one is missing, red where one is in the way. */
function target(cell, galaxy, { only, bad }) {
  const held = galaxy[cell.id];
  const at = /** @type {import("../stars.js").Point} */ ([cell.x, cell.y]);
  if (!held || (only && held !== only)) return [s("circle", { cx: cell.x, cy: cell.y, r: 72, class: "neb-wanted" })];
  const under = held === "white" ? [s("circle", { cx: cell.x, cy: cell.y, r: 95, fill: "var(--coin-white)" })] : [];
  return [
    ...under,
    figure(held, at, 104),
    ...(bad.includes(cell.id) ? [s("circle", { cx: cell.x, cy: cell.y, r: 128, class: "neb-bad" })] : []),
  ];
}

function cellsPicture(content, progress, galaxy) {
  const sky = skyOf(content);
  const orbits = sky.orbits.map((_, number) => s("path", { d: orbitCurve(sky, number, 0).d, class: "neb-faint" }));
  const marks = sky.cells.flatMap((cell) =>
    progress.cells.includes(cell.id)
      ? target(cell, galaxy, progress)
      : [s("circle", { cx: cell.x, cy: cell.y, r: 34, class: "neb-dot" })],
  );
  return s(
    "svg",
    { viewBox: "-90 80 1180 1070", class: "neb-goal-picture", "aria-hidden": "true" },
    ...orbits,
    ...marks,
  );
}

const strip = (...children) =>
  s("svg", { viewBox: "0 0 62 54", class: "neb-goal-picture", "aria-hidden": "true" }, ...children);

/** Goals that no single cells stand for. */
const PICTURES = {
  two_in_three_constellations: (goal) =>
    strip(
      ...[0, 1, 2].flatMap((at) => [
        s("rect", { x: 4 + at * 19, y: 8, width: 16, height: 38, rx: 5, class: "neb-orbits" }),
        figure(goal.colour, [12 + at * 19, 19], 6),
        figure(goal.colour, [12 + at * 19, 35], 6),
      ]),
    ),
  two_of_each_colour: () =>
    strip(
      ...COLOURS.flatMap((colour, at) => [
        figure(colour, [10 + (at % 3) * 21, at < 3 ? 14 : 40], 6),
        figure(colour, [18 + (at % 3) * 21, at < 3 ? 18 : 44], 5),
      ]),
    ),
  six_of_colour: (goal) =>
    strip(...[0, 1, 2, 3, 4, 5].map((at) => figure(goal.colour, [12 + (at % 3) * 19, at < 3 ? 16 : 38], 8))),
  most_black: () => strip(figure(BLACK, [31, 27], 15)),
};

export const goalPicture = (content, progress, galaxy) =>
  PICTURES[progress.goal.rule]?.(progress.goal) ?? cellsPicture(content, progress, galaxy);

/** Done, added by what is being tried, still missing. */
function meter(progress, after) {
  const boxes = Math.min(progress.want, 12);
  const part = (count) => Math.floor((count / progress.want) * boxes);
  const kind = (at) => (at < part(progress.have) ? "done" : after && at < part(after.have) ? "tried" : "");
  return h(
    "span",
    { class: "neb-meter", "aria-hidden": "true" },
    ...Array.from({ length: boxes }, (_, at) => h("i", { class: kind(at) })),
  );
}

/** What a goal asks, as short as can be. */
export function goalText(scene, goal) {
  const { t, names, content } = scene;
  const symbol = goal.constellation && skyOf(content).symbols.get(goal.constellation);
  return t(`goal.${goal.rule}`, {
    symbol,
    orbit: goal.orbit,
    colour: names.get(goal.colour),
    other: names.get(goal.other),
  });
}

function progressText(scene, progress) {
  if (progress.bad.length)
    return h("span", { class: "neb-told bad" }, scene.t("in_the_way", { count: progress.bad.length }));
  return h("span", { class: "neb-told" }, goalText(scene, progress.goal));
}

/** The upper value is struck out beside the mark of who has it. */
function values(scene, race) {
  const { t, shown: seat } = scene;
  const [first] = race.marked_by;
  const mine = race.marked_by.includes(seat);
  return h(
    "span",
    { class: "neb-prices" },
    h(
      "span",
      { class: first ? "gone" : "now" },
      first ? seatMark(first, 14) : h("small", {}, t("first")),
      first && first !== seat ? h("s", {}, race.upper) : race.upper,
    ),
    h(
      "span",
      { class: first && first !== seat ? "now" : "later" },
      h("small", {}, mine ? t("reached") : first && scene.seat ? t("you_get") : t("later")),
      mine && first === seat ? icon("check", 16) : race.lower,
    ),
  );
}

function row(scene, progress, after, galaxy, prices, { about, classes = "", secret = "", tabindex = -1 }) {
  const count = `${progress.have}/${progress.want}`;
  const says = [`${progress.goal.name}: ${count}`, secret].filter(Boolean).join(", ");
  return explained(
    about,
    {
      class: `neb-goal ${classes} ${after && after.have > progress.have ? "helped" : ""}`,
      "aria-label": says,
      tabindex,
    },
    goalPicture(scene.content, progress, galaxy),
    h(
      "span",
      { class: "neb-goal-words" },
      h("b", { class: "neb-goal-name" }, progress.goal.name),
      progressText(scene, progress),
      h(
        "span",
        { class: "neb-progress" },
        meter(progress, after),
        h("span", {}, count),
        secret && h("span", { class: "neb-secret" }, icon("lock", 14), secret),
      ),
    ),
    prices,
  );
}

/** The first can have the focus, so that the list can be scrolled by keys. */
export function raceRows(scene, side, tried) {
  const { view, content } = scene;
  return view.race_goals.map((race, at) => {
    const after = tried && raceProgress(content, race.goal, tried);
    const changed =
      scene.before &&
      scene.before.race_goals.find((each) => each.goal === race.goal)?.marked_by.length !== race.marked_by.length;
    return row(scene, raceProgress(content, race.goal, side.galaxy), after, side.galaxy, values(scene, race), {
      about: `race:${race.goal}`,
      classes: `${race.marked_by.includes(side.seat) ? "reached" : ""} ${changed ? "changed" : ""}`,
      tabindex: at ? -1 : 0,
    });
  });
}

const rivalsOf = (view, side) =>
  Math.max(0, ...view.seats.filter((each) => each.seat !== side.seat).map((each) => each.black_stars));

/** The goal that only its owner sees. */
export function secretRow(scene, side, tried) {
  if (!side.goal) return null;
  const facts = (galaxy) => ({ galaxy, black: side.black_stars, rivals: rivalsOf(scene.view, side) });
  const progress = personalProgress(scene.content, side.goal, facts(side.galaxy));
  const prices = h("span", { class: "neb-prices" }, h("span", { class: "now" }, PERSONAL_GOAL));
  return row(scene, progress, tried && personalProgress(scene.content, side.goal, facts(tried)), side.galaxy, prices, {
    about: `personal:${side.goal}`,
    classes: "secret",
    secret: scene.t("secret"),
  });
}

/** At the start: two goals to keep one of. */
export function goalChoices(scene, side) {
  return side.goals_offered.map((id) => {
    const progress = personalProgress(scene.content, id, { galaxy: {}, black: 0, rivals: 0 });
    return h(
      "button",
      {
        type: "button",
        class: "neb-offer",
        "data-touch": `goal:${id}`,
        "data-about": `personal:${id}`,
        "aria-pressed": String(scene.draft?.goal === id),
      },
      goalPicture(scene.content, progress, {}),
      h("b", { class: "serif" }, progress.goal.name),
      h("span", {}, progress.goal.text),
      h("span", { class: "neb-offer-worth" }, scene.t("points", { points: PERSONAL_GOAL })),
    );
  });
}
