/** Nebula: the clusters and their clocks, the goals, the value board, and everybody's galaxy. */

import { button, h } from "../dom.js";
import { listed, t } from "../i18n.js";
import { galaxy } from "./galaxy.js";
import { chosenBar, facts, ofType, playButton } from "./parts.js";
import { clockFields, sky, stepsOf, stepsTaken, TURNS } from "./nebula_sky.js";
import { starChip } from "./stars.js";
import { valueBoard } from "./value_board.js";

export function names(content) {
  const named = [...content.stars, ...content.galaxy.constellations, ...content.personal_goals, ...content.race_goals,
    ...content.advanced_goals];
  return new Map(named.map((each) => [each.id, each.name]));
}

const signed = (step) => (step > 0 ? `+${step}` : String(step));

/** Numbers that would be taken for something else are worded here; a missing star of a clock is nothing. */
export function words(event, content) {
  const star = (id) => content.stars.find((each) => each.id === id)?.name ?? "–";
  if (event.type === "time_taken") return { steps: listed(event.steps.map(signed)), stars: listed(event.stars.map(star)) };
  if (event.type === "marker_advanced" || event.type === "token_advanced") return { cell: event.cell + 1 };
  return {};
}

export function phase(scene) {
  const { round, phase: now, ending } = scene.view;
  const end = ending && `${t("last_round_now")}: ${scene.content.texts.end[ending] ?? ending}`;
  return listed([t("round", { round }), scene.content.texts.phase[now], end].filter(Boolean));
}

const goalOf = (list, id) => list.find((goal) => goal.id === id);

function raceGoals(scene) {
  return h("section", { class: "panel" }, h("h3", {}, t("nebula.race_goals")),
    h("ul", { class: "goals" }, ...scene.view.race_goals.map((each) => {
      const goal = goalOf(scene.content.race_goals, each.goal);
      return h("li", {}, h("b", {}, `${goal.name} (${each.upper} / ${each.lower})`), h("span", {}, goal.text),
        each.marked_by.length > 0 && h("small", {}, listed(each.marked_by.map(scene.who))));
    })));
}

/** The own personal goals: to choose from at the start, to remember afterwards. */
function personalGoals(scene, side) {
  const shown = side.goal ? [side.goal] : side.goals_offered;
  if (!shown.length) return null;
  return h("ul", { class: "goals", "aria-label": t("nebula.personal_goal") }, ...shown.map((id) => {
    const goal = goalOf(scene.content.personal_goals, id);
    const keep = ofType(scene, "keep_goal").find((each) => each.move.goal === id);
    return h("li", {}, h("b", {}, goal.name), h("span", {}, goal.text), keep && playButton(scene, keep));
  }));
}

/** A star on a button that stays pressed. */
function starButton(scene, star, isPressed, key, onclick) {
  return button(starChip(scene.content, star), onclick, { "aria-pressed": String(isPressed), "data-key": key });
}

const USES = ["place_star", "replace_star", "turn_to_chaos"];
const usable = (scene, star) => ofType(scene, ...USES).some((each) => each.move.star === star);

/** The stars in front of a player; one's own can be taken up. */
function area(scene, side) {
  const isOwn = side.seat === scene.seat;
  const stars = side.area.map((star, index) => {
    const isChosen = isOwn && scene.pick.index === index;
    const choose = () => scene.choose(isChosen ? {} : { star, index });
    const can = isOwn && usable(scene, star);
    const chip = can ? starButton(scene, star, isChosen, `area-${index}`, choose) : starChip(scene.content, star);
    return h("li", {}, chip);
  });
  const none = h("li", { class: "quiet" }, t("nebula.no_stars"));
  return h("ul", { class: "area", "aria-label": t("nebula.area") }, ...(stars.length ? stars : [none]));
}

function drawn(scene) {
  const { drawn: stars } = scene.view.this_turn;
  if (!stars.length) return null;
  const kept = scene.pick.keep ?? [];
  const canKeep = ofType(scene, "keep_stars").length > 0;
  const toggled = (index) => (kept.includes(index) ? kept.filter((each) => each !== index) : [...kept, index].slice(-2));
  const chip = (star, index) => (canKeep
    ? starButton(scene, star, kept.includes(index), `drawn-${index}`, () => scene.choose({ keep: toggled(index) }))
    : starChip(scene.content, star));
  return h("section", { class: "panel" }, h("h3", {}, t("nebula.drawn")),
    h("ul", { class: "area" }, ...stars.map((star, index) => h("li", {}, chip(star, index)))));
}

function side(scene, each) {
  const isOwn = each.seat === scene.seat;
  return h("article", { class: `journal pen-${each.seat} ${isOwn ? "own" : ""}` },
    h("h3", {}, h("b", { class: "pen" }, each.seat), " ", scene.who(each.seat)),
    facts([t("nebula.score"), each.score], [t("nebula.black_stars"), each.black_stars],
      [t("nebula.race_goals"), each.race_goals], [t("nebula.personal_goal"), each.goal ? scene.names.get(each.goal) : t("secret")]),
    personalGoals(scene, each), area(scene, each), galaxy(scene, each));
}

function keptMove(scene) {
  const stars = (scene.pick.keep ?? []).map((index) => scene.view.this_turn.drawn[index]).sort();
  return ofType(scene, "keep_stars").find((each) => listed([...each.move.stars].sort()) === listed(stars));
}

function starBar(scene) {
  const chaos = ofType(scene, "turn_to_chaos").find((each) => each.move.star === scene.pick.star);
  const name = scene.names.get(scene.pick.star);
  return chosenBar(scene, chaos ? t("nebula.chaos", { star: name }) : t("nebula.choose_cell", { star: name }), chaos);
}

function bar(scene) {
  if (scene.pick.star) return starBar(scene);
  if (ofType(scene, "keep_stars").length) return chosenBar(scene, t("nebula.keep_two"), keptMove(scene));
  const times = ofType(scene, "take_time");
  if (times.length) {
    const steps = stepsOf(scene);
    const legal = times.find((each) => listed(each.move.steps) === listed(steps));
    return chosenBar(scene, t("nebula.steps", { steps: stepsTaken(steps), all: TURNS }), legal);
  }
  const plain = ofType(scene, "place_black_star", "end_placing").map((each) => playButton(scene, each));
  const canPlace = ofType(scene, "place_star", "replace_star").length > 0;
  if (!canPlace && !plain.length) return null;
  return h("div", { class: "chosen" }, canPlace && h("span", {}, t("nebula.choose_star")), ...plain);
}

function bagFacts(scene) {
  const { bag, box } = scene.view.nebula;
  const left = Object.entries(bag.stars).map(([id, count]) => h("li", {}, starChip(scene.content, id), ` ${count}`));
  const boxed = Object.values(box).reduce((sum, count) => sum + count, 0);
  return h("details", { class: "panel" }, h("summary", {}, t("nebula.bag", { count: bag.count, box: boxed })),
    h("ul", { class: "area" }, ...left));
}

export function draw(scene) {
  if (!scene.view) return { board: null, bar: null };
  const own = (each) => (each.seat === scene.seat ? 0 : 1);
  const sides = [...scene.view.seats].sort((a, b) => own(a) - own(b));
  const board = h("div", { class: "nebula-board" },
    h("div", { class: "nebula-sky" }, sky(scene), clockFields(scene), bagFacts(scene)),
    h("div", {}, drawn(scene), side(scene, sides[0])),
    h("div", {}, valueBoard(scene), raceGoals(scene)),
    ...sides.slice(1).map((each) => side(scene, each)));
  return { board, bar: bar(scene) };
}
