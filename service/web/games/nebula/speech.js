/** The words of the game: names, what events say, what a seat did, how far the game is, explanations, lessons. */

import { iconFigure } from "../../draw/icons.js";
import { about } from "./about.js";
import { endConditions } from "./ending.js";
import { phases } from "./phases.js";
import { seatPicture } from "./seats.js";

function namesOf(content) {
  return new Map(
    [
      ...content.stars,
      ...content.galaxy.constellations,
      ...content.personal_goals,
      ...content.race_goals,
      ...content.advanced_goals,
    ].map((each) => [each.id, each.name]),
  );
}

const withSign = (step) => (step > 0 ? `+${step}` : String(step));

/** Numbers that would be taken for something else are worded here; a missing star of a clock is nothing. */
function words(names, event) {
  if (event.type === "time_taken")
    return {
      steps: event.steps.map(withSign).join(", "),
      stars: event.stars.map((star) => names.get(star) ?? "–").join(", "),
    };
  if (event.type === "marker_advanced" || event.type === "token_advanced") return { cell: event.cell + 1 };
  return {};
}

const RECAPS = {
  time_taken: (t, names, { stars }) =>
    stars.some(Boolean)
      ? t("recap.took", {
          stars: stars
            .filter(Boolean)
            .map((star) => names.get(star))
            .join(", "),
        })
      : "",
  stars_kept: (t, names, { kept }) => t("recap.took", { stars: kept.map((star) => names.get(star) ?? "?").join(", ") }),
  star_replaced: (t, names, { star, old }) => t("recap.replaced", { star: names.get(star), old: names.get(old) }),
  token_advanced: (t, names, { token }) => t("recap.token", { token: names.get(token) }),
  race_goal_marked: (t, names, { goal, value }) => t("recap.race", { goal: names.get(goal), value }),
};

function recap(t, names, events) {
  const placed = events.filter((event) => event.type === "star_placed").map((event) => names.get(event.star));
  const black = events.filter((event) => event.type === "black_star_placed").map(() => names.get("black"));
  const parts = events
    .filter((event) => event.type in RECAPS)
    .map((event) => RECAPS[event.type](t, names, event))
    .filter(Boolean);
  const stars = [...placed, ...black];
  if (stars.length) parts.splice(1, 0, t("recap.placed", { stars: stars.join(", ") }));
  return parts.join("; ");
}

/** The round, and how near each way to the end is; where there is no room in the header they are told on a tap. */
function progress(scene) {
  const { view, t, size } = scene;
  const round = view.last_round ? t("round_last", { round: view.round }) : t("round", { round: view.round });
  const first = { text: round, about: "ends" };
  if (["medium", "low"].includes(size)) return [first];
  return [
    first,
    { text: t("ends_when"), about: "ends", isLabel: true },
    ...endConditions(scene).map((way) => ({ ...way, about: "ends" })),
  ];
}

const tally = ({ view, score }) =>
  view.seats.map(({ seat, score: known }) => ({
    seat,
    total: score?.seats.find((each) => each.seat === seat)?.total ?? known,
  }));

/** Everybody's galaxy. @type {import("../contract.js").Speech["minis"]} */
const minis = (scene) =>
  scene.view.seats.map(({ seat }) => ({ name: scene.who(seat), seat, picture: seatPicture(scene, seat, "mini") }));

const SIGNS = { race_goal_marked: "flag", personal_goal_reached: "lock" };

/** Goals. @type {(t: any) => import("../contract.js").Speech["milestone"]} */
const milestone =
  (t) =>
  ({ type }) =>
    type in SIGNS ? { sign: () => iconFigure(SIGNS[type], 0.72), name: t(`milestone.${type}`) } : null;

/** @type {import("../contract.js").Drawing["speak"]} */
export function speech(content, t) {
  const names = namesOf(content);
  return {
    names,
    words: (event) => words(names, event),
    recap: (events) => recap(t, names, events),
    progress,
    phases,
    tally,
    about,
    minis,
    milestone: milestone(t),
    steps: ["take", "place", "race", "value", "end"].map((step) => t(`lesson.${step}`)),
  };
}
