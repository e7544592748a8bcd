/** What is chosen: a goal, the way of the clocks, a star for Chaos, stars to keep, a star and its cell, a token. */

import { skyOf } from "./galaxy/layout.js";
import { shortestSteps } from "./clocks/clock_face.js";
import { BLACK } from "./stars.js";
import { gains, sum } from "./values/worth.js";

export const STEPS = 5;
const TURN = 7;
const listed = new WeakMap();

const movesOfType = (scene, ...types) =>
  scene.moves.filter(({ move }) => types.includes(move.type)).map(({ move }) => move);
export const canMove = (scene, ...types) => scene.moves.some(({ move }) => types.includes(move.type));
export const ownSide = (scene) => scene.view.seats.find((side) => side.seat === scene.seat);

/** Which boards the stage shows: stars are taken from the nebula and placed in the galaxy. */
export const isTaking = (scene) => (scene.view.phase === "take" || scene.view.phase === "keep") && scene.isMine;

/** The stars that have a cell, by colour: {red: {place: [...], replace: [...]}}; made once for a list of moves. */
export function placesOf(scene) {
  if (!listed.has(scene.moves)) {
    const found = {};
    for (const { star, cell, type } of movesOfType(scene, "place_star", "replace_star")) {
      found[star] ??= { place: [], replace: [] };
      found[star][type === "place_star" ? "place" : "replace"].push(cell);
    }
    listed.set(scene.moves, found);
  }
  return listed.get(scene.moves);
}

export const canTakeUp = (scene, star) =>
  star in placesOf(scene) || (star === BLACK && canMove(scene, "place_black_star"));

/** What the galaxy would gain by this star on this cell. */
export function gainsOn(scene, star, cell) {
  const side = ownSide(scene);
  return gains(scene.content, scene.view, side, { ...side.galaxy, [cell]: star });
}

const tagged = new WeakMap();

/** A tag for each cell that takes the star; made once for a list of moves. */
export function tagsFor(scene, star) {
  if (!tagged.has(scene.moves)) tagged.set(scene.moves, {});
  const known = tagged.get(scene.moves);
  known[star] ??= tagsOf(scene, star);
  return known[star];
}

/** Points, or how far the constellation gets. */
function tagsOf(scene, star) {
  const sky = skyOf(scene.content);
  const { galaxy } = ownSide(scene);
  return Object.fromEntries(
    (placesOf(scene)[star]?.place ?? []).map((id) => {
      const gain = sum(gainsOn(scene, star, id));
      const { constellation } = sky.at.get(id);
      const count = constellation
        ? sky.constellations.get(constellation).filter((each) => galaxy[each] || each === id).length
        : 0;
      return [id, gain > 0 ? `+${gain}` : constellation ? `${sky.symbols.get(constellation)} ${count}/6` : ""];
    }),
  );
}

export const stepsOf = (scene) => scene.draft?.steps ?? [0, 0, 0];
export const stepsSpent = (steps) => steps.reduce((all, each) => all + Math.abs(each), 0);

/** Tapping a star brings the hand there, tapping it again by the long way, a third time back. */
function touchRing(scene, [cluster, cell]) {
  if (!canMove(scene, "take_time")) return { refused: { why: scene.t("not_now") } };
  const steps = [...stepsOf(scene)];
  const way = shortestSteps(scene.view.nebula.clusters[cluster].clock - 1, cell);
  const long = way > 0 ? way - TURN : way + TURN;
  const next = way === 0 ? 0 : steps[cluster] === way ? long : steps[cluster] === long ? 0 : way;
  const others = stepsSpent(steps) - Math.abs(steps[cluster]);
  if (others + Math.abs(next) > STEPS) return touchTooFar(scene, steps, cluster, others, next);
  steps[cluster] = next;
  return { draft: { steps } };
}

/** Too far: by the long way it is taken back instead, else it is told how many steps are left. */
function touchTooFar(scene, steps, cluster, others, next) {
  if (Math.abs(next) > STEPS - 1 || steps[cluster] !== 0)
    return { draft: { steps: steps.map((each, at) => (at === cluster ? 0 : each)) } };
  return { refused: { why: scene.t("why_steps", { wanted: Math.abs(next), left: STEPS - others }) } };
}

function touchStar(scene, star) {
  if (canMove(scene, "turn_to_chaos")) return { draft: scene.draft?.chaos === star ? null : { chaos: star } };
  if (!canMove(scene, "place_star", "replace_star", "place_black_star", "end_placing"))
    return { refused: { why: scene.t("not_now") } };
  if (!canTakeUp(scene, star)) return { refused: whyNoStar(scene, star) };
  return { draft: { star } };
}

function whyNoStar(scene, star) {
  const { placed } = scene.view.this_turn;
  return { why: scene.t(placed.includes(star) ? "why_placed" : "why_no_cell", { star: scene.names.get(star) }) };
}

/** Without a star in hand, the one that brings most here. */
function bestStarFor(scene, cell) {
  const fitting = Object.keys(placesOf(scene)).filter((star) => placesOf(scene)[star].place.includes(cell));
  return fitting.sort((a, b) => sum(gainsOn(scene, b, cell)) - sum(gainsOn(scene, a, cell)))[0];
}

function touchCell(scene, cell) {
  if (!canMove(scene, "place_star", "replace_star", "end_placing")) return { refused: { why: scene.t("not_now") } };
  const held = scene.draft?.star ?? bestStarFor(scene, cell);
  const places = placesOf(scene)[held];
  if (places?.place.includes(cell) || places?.replace.includes(cell)) return { draft: { star: held, cell } };
  if (!held || held === BLACK) return { refused: { why: scene.t("why_star_first") } };
  return { refused: { move: { type: ownSide(scene).galaxy[cell] ? "replace_star" : "place_star", star: held, cell } } };
}

function toggleKept(scene, index) {
  const kept = scene.draft?.keep ?? [];
  const wanted = Math.min(2, scene.view.this_turn.drawn.length);
  return {
    draft: { keep: kept.includes(index) ? kept.filter((each) => each !== index) : [...kept, index].slice(-wanted) },
  };
}

/** As many of the drawn stars as are kept, each by its place. */
function keptPlaces(scene, stars) {
  const left = [...stars];
  const isKept = (star) => left.includes(star) && left.splice(left.indexOf(star), 1).length > 0;
  return scene.view.this_turn.drawn.flatMap((star, index) => (isKept(star) ? [index] : []));
}

/** What one would have touched for a move. */
const DRAFTS = {
  keep_goal: (scene, { goal }) => ({ goal }),
  take_time: (scene, { steps }) => ({ steps }),
  turn_to_chaos: (scene, { star }) => ({ chaos: star }),
  keep_stars: (scene, { stars }) => ({ keep: keptPlaces(scene, stars) }),
  place_star: (scene, { star, cell }) => ({ star, cell }),
  replace_star: (scene, { star, cell }) => ({ star, cell }),
  place_black_star: () => ({ star: BLACK }),
  advance_token: (scene, { token }) => ({ token }),
  end_placing: () => ({ end: true }),
};

const draftOf = (scene, { move }) => DRAFTS[move.type](scene, move);

const TOUCHED = {
  goal: (scene, id) => ({ draft: { goal: id } }),
  ring: (scene, cluster, cell) => touchRing(scene, [Number(cluster), Number(cell)]),
  mine: touchStar,
  cell: touchCell,
  drawn: (scene, index) => toggleKept(scene, Number(index)),
  token: (scene, id) =>
    movesOfType(scene, "advance_token").some((move) => move.token === id)
      ? { draft: { token: id } }
      : { refused: { why: scene.t("why_token") } },
  end: (scene) => ({ draft: scene.draft?.end ? null : { end: true } }),
  move: (scene, number) => ({ draft: draftOf(scene, scene.moves[Number(number)]) }),
  clear: () => ({ draft: null }),
};

/** The draft after something was touched, or why it cannot be. */
export function touch(scene, touched) {
  if (!touched) return { draft: scene.draft };
  if (!scene.isMine) return { draft: null, refused: { why: scene.t("not_now") } };
  const [kind, ...rest] = touched.split(":");
  return TOUCHED[kind]?.(scene, ...rest) ?? { draft: scene.draft };
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The stars that were picked of those that Chaos drew. */
export const keptStars = (scene, draft) => (draft?.keep ?? []).map((index) => scene.view.this_turn.drawn[index]).sort();

/** The legal move that a draft makes, or null. */
export function moveOf(scene, draft) {
  if (!draft) return null;
  const found = (type, test) => movesOfType(scene, type).find(test) ?? null;
  if (draft.goal) return found("keep_goal", (move) => move.goal === draft.goal);
  if (draft.steps) return found("take_time", (move) => isSame(move.steps, draft.steps));
  if (draft.chaos) return found("turn_to_chaos", (move) => move.star === draft.chaos);
  if (draft.keep) return found("keep_stars", (move) => isSame([...move.stars].sort(), keptStars(scene, draft)));
  if (draft.token) return found("advance_token", (move) => move.token === draft.token);
  if (draft.end) return found("end_placing", () => true);
  if (draft.star === BLACK) return found("place_black_star", () => true);
  const isThere = (move) => move.star === draft.star && move.cell === draft.cell;
  return found("place_star", isThere) ?? found("replace_star", isThere);
}
