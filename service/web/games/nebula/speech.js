/** The words of the game: names, what events say, what a seat did, how far the game is, explanations, lessons. */

import { about } from "./about.js";
import { seatPicture } from "./seats.js";

const RACE_MARKS = { 2: 5, 3: 6, 4: 8 };
const CONSTELLATIONS = 3;

function namesOf(content) {
  return new Map([...content.stars, ...content.galaxy.constellations, ...content.personal_goals, ...content.race_goals, ...content.advanced_goals].map((each) => [each.id, each.name]));
}

const signed = (step) => (step > 0 ? `+${step}` : String(step));

/** Numbers that would be taken for something else are worded here; a missing star of a clock is nothing. */
function words(names, event) {
  if (event.type === "time_taken") return { steps: event.steps.map(signed).join(", "), stars: event.stars.map((star) => names.get(star) ?? "–").join(", ") };
  if (event.type === "marker_advanced" || event.type === "token_advanced") return { cell: event.cell + 1 };
  return {};
}

const TOLD = {
  time_taken: (t, names, { stars }) => (stars.some(Boolean) ? t("recap.took", { stars: stars.filter(Boolean).map((star) => names.get(star)).join(", ") }) : ""),
  stars_kept: (t, names, { kept }) => t("recap.took", { stars: kept.map((star) => names.get(star) ?? "?").join(", ") }),
  star_replaced: (t, names, { star, old }) => t("recap.replaced", { star: names.get(star), old: names.get(old) }),
  token_advanced: (t, names, { token }) => t("recap.token", { token: names.get(token) }),
  race_goal_marked: (t, names, { goal, value }) => t("recap.race", { goal: names.get(goal), value }),
};

function recap(t, names, events) {
  const placed = events.filter((event) => event.type === "star_placed").map((event) => names.get(event.star));
  const black = events.filter((event) => event.type === "black_star_placed").map(() => names.get("black"));
  const told = events.filter((event) => event.type in TOLD).map((event) => TOLD[event.type](t, names, event)).filter(Boolean);
  const stars = [...placed, ...black];
  if (stars.length) told.splice(1, 0, t("recap.placed", { stars: stars.join(", ") }));
  return told.join("; ");
}

/** Four ways to the end: the fullest of them is near. */
function progress({ view, t, size }) {
  const most = Math.max(...view.seats.map((side) => side.constellations.length));
  const marks = view.race_goals.reduce((sum, goal) => sum + goal.marked_by.length, 0);
  const round = view.last_round ? t("round_last", { round: view.round }) : t("round", { round: view.round });
  if (size === "phone") return [];
  if (size !== "wide") return [{ text: round, about: "ends" }];
  const { marker, marker_last: last, bag } = view.nebula;
  const way = (text, full) => ({ text, about: "ends", full });
  return [{ text: round, about: "ends" }, way(t("end.black", { at: marker, last }), [marker, last]), way(t("end.constellations", { at: most, last: CONSTELLATIONS }), [most, CONSTELLATIONS]),
    way(t("end.race", { at: marks, last: RACE_MARKS[view.seats.length] }), [marks, RACE_MARKS[view.seats.length]]), { text: t("end.bag", { count: bag.count }), about: "ends" }];
}

const tally = ({ view, score }) => view.seats.map(({ seat, score: known }) => ({ seat, total: score?.seats.find((each) => each.seat === seat)?.total ?? known }));

/** Everybody's galaxy. @type {import("../contract.js").Speech["minis"]} */
const minis = (scene) => scene.view.seats.map(({ seat }) => ({ name: scene.who(seat), seat, picture: seatPicture(scene, seat, "mini") }));

/** @type {import("../contract.js").Drawing["speak"]} */
export function speech(content, t) {
  const names = namesOf(content);
  return { names, words: (event) => words(names, event), recap: (events) => recap(t, names, events), progress, tally, about, minis, steps: ["take", "place", "race", "value", "end"].map((step) => t(`lesson.${step}`)) };
}
