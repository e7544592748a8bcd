/** What is chosen, in words: the sentence of the coach, the action bar, and what its button says. */

import { isNarrow } from "../../draw/parts.js";
import {
  canMove,
  canTakeUp,
  gainsOn,
  keptStars,
  moveOf,
  ownSide,
  placesOf,
  stepsSpent,
  STEPS,
  stepsOf,
  touch,
} from "./choose.js";
import { skyOf } from "./galaxy/layout.js";
import { BLACK } from "./stars.js";
import { turnPlacings } from "./turn.js";
import { sum, starWorth } from "./values/worth.js";

const scoreOf = (scene) => scene.score?.seats.find((each) => each.seat === scene.seat)?.total ?? ownSide(scene).score;
const starNames = (scene, stars) => stars.map((star) => scene.names.get(star)).join(", ");

const LINES = {
  constellation: (scene, { id, gain }) => ({
    text: scene.t("gain.constellation", { symbol: skyOf(scene.content).symbols.get(id), gain }),
    about: `token:${id}`,
  }),
  race: (scene, { id, isFirst, gain }) => ({
    text: scene.t(isFirst ? "gain.race_first" : "gain.race_later", { goal: scene.names.get(id), gain }),
    about: `race:${id}`,
  }),
  colours: (scene, { gain }) => ({
    text: scene.t("gain.colours", { gain: gain > 0 ? `+${gain}` : `−${-gain}` }),
    about: "values",
  }),
  advanced_goals: (scene, { gain }) => ({
    text: scene.t("gain.advanced", { gain: gain > 0 ? `+${gain}` : `−${-gain}` }),
    about: "values",
  }),
};

function placingEffects(scene, star, lines) {
  const { t, names } = scene;
  const effects = lines.map((line) => ({ ...LINES[line.kind](scene, line), tone: line.gain > 0 ? "gain" : "cost" }));
  const itself = lines.some((line) => line.kind === "colours")
    ? []
    : [{ text: t("gain.itself", { star: names.get(star), worth: starWorth(scene.view, star) }), about: "values" }];
  const now = scoreOf(scene);
  return [
    ...effects,
    ...(scene.view.value_board ? itself : []),
    { text: t("gain.total", { now, then: now + sum(lines) }), about: "score" },
  ];
}

const endButton = (scene) =>
  canMove(scene, "end_placing") ? [{ label: scene.t("end"), touch: "end", pressed: Boolean(scene.draft?.end) }] : [];

function cellChoice(scene, draft, move) {
  const { t, names } = scene;
  const lines = gainsOn(scene, draft.star, draft.cell);
  const gain = sum(lines);
  const star = names.get(draft.star);
  const old = move.type === "replace_star" && names.get(ownSide(scene).galaxy[draft.cell]);
  return {
    draft,
    move,
    title: old ? t("replace_title", { star, old, cell: draft.cell }) : t("place_title", { star, cell: draft.cell }),
    effects: placingEffects(scene, draft.star, lines),
    coach: old ? t("coach.replace", { star, old }) : t("coach.placed", { star, cell: draft.cell }),
    buttons: endButton(scene),
    play: t(gain > 0 ? "play.place_gain" : "play.place", { star, gain }),
  };
}

function blackChoice(scene, draft, move) {
  const { t, content } = scene;
  const { black_stars: black } = ownSide(scene);
  const track = content.galaxy.black_track;
  const gain = track[black].value - (black ? track[black - 1].value : 0);
  const glows = content.nebula.marker[scene.view.nebula.marker + 1]?.glowing;
  return {
    draft,
    move,
    title: t("black_title"),
    coach: t(scene.view.value_board ? "coach.black" : "coach.black_plain"),
    play: t("play.black", { gain }),
    buttons: endButton(scene),
    effects: [
      { text: t("gain.black", { gain }), tone: "gain", about: "black" },
      { text: t(glows ? "gain.marker_glows" : "gain.marker"), about: "marker" },
      ...(scene.view.value_board ? [{ text: t("gain.step"), about: "values" }] : []),
    ],
  };
}

/** How many more may be placed, and what opens a third. */
function placingCoach(scene) {
  const { t, names, view } = scene;
  const { placed, boosted_placed: isOpen } = view.this_turn;
  const boosted = names.get(view.nebula.boosted);
  if (!Object.keys(ownSide(scene).galaxy).length) return t("coach.centre");
  if (placed.length >= 2) return t("coach.third", { boosted });
  return t(isOpen ? "coach.place_three" : placed.length ? "coach.place_one" : "coach.place", { boosted });
}

function starInHand(scene, draft) {
  const { t, names } = scene;
  const places = placesOf(scene)[draft.star];
  const star = names.get(draft.star);
  const count = places.place.length;
  return {
    draft,
    move: null,
    title: t("hand_title", { star }),
    effects: [{ text: t("hand_fits", { count, others: places.replace.length }) }],
    coach: t(count ? "coach.hand" : "coach.hand_swap", { star }),
    buttons: endButton(scene),
  };
}

function placingChoice(scene, draft) {
  const { t } = scene;
  const move = moveOf(scene, draft);
  if (draft?.end && move)
    return {
      draft,
      move,
      title: t("end_title"),
      effects: [{ text: t("end_effect") }],
      coach: t("coach.end"),
      play: t("end"),
      buttons: endButton(scene),
    };
  if (move && draft.star === BLACK) return blackChoice(scene, draft, move);
  if (move) return cellChoice(scene, draft, move);
  if (draft?.star && draft.star !== BLACK) return starInHand(scene, draft);
  const hasStar = ownSide(scene).area.some((star) => canTakeUp(scene, star));
  return {
    draft: null,
    move: null,
    title: t(hasStar ? "choose_star" : "nothing_fits"),
    effects: [{ text: t("placed_so_far", { count: scene.view.this_turn.placed.length }) }],
    coach: hasStar ? placingCoach(scene) : t("coach.nothing_fits"),
    buttons: endButton(scene),
  };
}

/** The stars in front of the hands where they are set now. */
export function frontStars(scene, steps) {
  return scene.view.nebula.clusters.map(({ clock, cells }, number) => cells[(clock - 1 + steps[number] + 14) % 7]);
}

function takenEffects(scene, stars) {
  const { t, names, view } = scene;
  return stars.filter(Boolean).map((star) => ({
    text:
      star === view.nebula.boosted
        ? t("take.third", { star: names.get(star) })
        : star === BLACK
          ? t("take.black", { star: names.get(star) })
          : t("take.worth", { star: names.get(star), worth: starWorth(view, star) }),
    about: `star:${star}`,
  }));
}

function takingChoice(scene, draft) {
  const { t, names } = scene;
  if (draft?.chaos) {
    const star = names.get(draft.chaos);
    return {
      draft,
      move: moveOf(scene, draft),
      title: t("chaos_title", { star }),
      effects: [{ text: t("chaos_effect") }],
      coach: t("coach.chaos", { star }),
      play: t("play.chaos"),
      buttons: [{ label: t("clear"), touch: "clear" }],
    };
  }
  const steps = stepsOf(scene);
  const move = moveOf(scene, { steps });
  const stars = frontStars(scene, steps).filter(Boolean);
  const buttons = stepsSpent(steps) ? [{ label: t("clear"), touch: "clear" }] : [];
  if (!move)
    return {
      draft,
      move: null,
      title: t("take_title", { spent: stepsSpent(steps), all: STEPS }),
      effects: [{ text: t("take_left", { count: STEPS - stepsSpent(steps) }) }],
      coach: t(stepsSpent(steps) ? "coach.take_more" : "coach.take", { count: STEPS - stepsSpent(steps) }),
      buttons,
    };
  return {
    draft,
    move,
    title: stars.length ? t("taken_title", { stars: starNames(scene, stars) }) : t("taken_nothing"),
    effects: takenEffects(scene, stars),
    coach: t("coach.taken"),
    play: t("play.take", { count: stars.length }),
    buttons,
  };
}

function keepingChoice(scene, draft) {
  const { t } = scene;
  const stars = keptStars(scene, draft);
  const move = moveOf(scene, draft);
  return {
    draft,
    move,
    title: stars.length ? t("keep_title", { stars: starNames(scene, stars) }) : t("keep_none"),
    effects: [{ text: t("keep_effect") }],
    coach: t("coach.keep"),
    play: t("play.keep"),
  };
}

function goalChoice(scene, draft) {
  const { t, names } = scene;
  const move = moveOf(scene, draft);
  return {
    draft,
    move,
    title: move ? names.get(draft.goal) : t("goal_title"),
    effects: [{ text: t("goal_effect") }],
    coach: t("coach.goal"),
    play: t("play.goal"),
  };
}

function tokenChoice(scene, draft) {
  const { t, names } = scene;
  const move = moveOf(scene, draft);
  return {
    draft,
    move,
    title: move ? t("token_title", { token: names.get(draft.token) }) : t("token_none"),
    effects: [{ text: t("token_effect") }],
    coach: t("coach.token"),
    play: t("play.token"),
  };
}

/** Narrow rooms have none for them. */
const placingsAside = (scene) => (isNarrow(scene) ? {} : { aside: turnPlacings(scene) });

function describeChoice(scene, draft) {
  if (canMove(scene, "keep_goal")) return goalChoice(scene, draft);
  if (canMove(scene, "take_time", "turn_to_chaos")) return takingChoice(scene, draft);
  if (canMove(scene, "keep_stars")) return keepingChoice(scene, draft);
  if (canMove(scene, "advance_token")) return { ...tokenChoice(scene, draft), ...placingsAside(scene) };
  if (canMove(scene, "place_star", "replace_star", "place_black_star", "end_placing"))
    return { ...placingChoice(scene, draft), ...placingsAside(scene) };
  return { draft: null, move: null, title: "", coach: "" };
}

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {import("../contract.js").Drawing["choose"]} */
export function choiceOf(scene, touched) {
  const { draft = scene.draft, refused } = touch(scene, touched);
  const choice = describeChoice({ ...scene, draft }, draft);
  return { ...choice, title: capitalize(choice.title), ...(refused ? { refused } : {}) };
}
