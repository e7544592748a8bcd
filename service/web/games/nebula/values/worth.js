/** What things are worth: by the ranks of the value board, to a seat, and after what is being tried. */

import { filledCells, skyOf } from "../galaxy/layout.js";
import { raceProgress } from "./goals.js";
import { COLOURS } from "../stars.js";

export const BY_RANK = { colours: [3, 2, 1, 0, 0, 0], constellations: [14, 12, 10, 6], advanced_goals: [4, 3, 2, 0] };
const CONSTELLATION = 6;
export const PERSONAL_GOAL = 14;
const LAST_CELL = 5;

const cellsOf = (sky, galaxy, colour) => sky.cells.filter((cell) => galaxy[cell.id] === colour).map((cell) => cell.id);

/** As many couples as there can be, each star in one at most. */
function couples(sky, galaxy, one, other) {
  const partner = new Map();
  const finds = (id, tried) =>
    sky.near[id]
      .filter((near) => galaxy[near] === other)
      .some((near) => {
        if (tried.has(near)) return false;
        tried.add(near);
        if (partner.has(near) && !finds(partner.get(near), tried)) return false;
        partner.set(near, id);
        return true;
      });
  return cellsOf(sky, galaxy, one).filter((id) => finds(id, new Set())).length;
}

const ADVANCED = {
  connected_pairs: (sky, goal, galaxy) => couples(sky, galaxy, goal.colour, goal.other),
  most_glowing_of_one_colour: (sky, goal, galaxy) =>
    Math.max(0, ...COLOURS.map((colour) => sky.glowing.filter((id) => galaxy[id] === colour).length)),
  race_goals_reached: (sky, goal, galaxy, marks) => marks,
  orbits_with_colour: (sky, goal, galaxy) =>
    sky.orbits.filter((orbit) => orbit.some((id) => galaxy[id] === goal.colour)).length,
  surrounded_glowing_cells: (sky, goal, galaxy) =>
    sky.outer.filter((id) => sky.near[id].every((near) => galaxy[near])).length,
  beside_glowing_on_orbit: (sky, goal, galaxy) => sky.besideGlowing.filter((id) => galaxy[id] === goal.colour).length,
};

const isComplete = (sky, galaxy, id) =>
  filledCells(sky.constellations.get(id), galaxy).length === sky.constellations.get(id).length;

/** How many of what a token stands for a galaxy has. */
export function countOf(content, track, token, galaxy, marks) {
  const sky = skyOf(content);
  if (track === "colours") return cellsOf(sky, galaxy, token).length;
  if (track === "constellations") return isComplete(sky, galaxy, token) ? 1 : 0;
  const goal = content.advanced_goals.find((each) => each.id === token);
  return ADVANCED[goal.rule](sky, goal, galaxy, marks);
}

/** What the tokens of one track bring, in this order. */
export const trackPoints = (content, track, tokens, galaxy, marks) =>
  tokens.reduce(
    (sum, { token }, rank) => sum + BY_RANK[track][rank] * countOf(content, track, token, galaxy, marks),
    0,
  );

/** The order after a token went one cell further: it arrives on top. */
export function advanceToken(tokens, token) {
  const moved = tokens.find((each) => each.token === token);
  if (moved.cell >= LAST_CELL) return null;
  const cell = moved.cell + 1;
  const others = tokens.filter((each) => each !== moved);
  const ahead = others.filter((each) => each.cell > cell);
  return [...ahead, { token, cell }, ...others.slice(ahead.length)];
}

/** What a constellation is worth now. */
export function constellationWorth(view, id) {
  const track = view.value_board?.find((each) => each.track === "constellations");
  return track ? BY_RANK.constellations[track.tokens.findIndex((each) => each.token === id)] : CONSTELLATION;
}

export function starWorth(view, colour) {
  const track = view.value_board?.find((each) => each.track === "colours");
  return track ? BY_RANK.colours[track.tokens.findIndex((each) => each.token === colour)] : 0;
}

const reachedGoals = (content, view, seat, galaxy) =>
  view.race_goals.filter((each) => {
    const { have, want } = raceProgress(content, each.goal, galaxy);
    return !each.marked_by.includes(seat) && have >= want;
  });

/** What a galaxy would gain by becoming another one, line by line; race goals are checked after placing. */
export function gains(content, view, side, galaxy) {
  const sky = skyOf(content);
  const marks = side.race_goals;
  const before = reachedGoals(content, view, side.seat, side.galaxy);
  const goals = reachedGoals(content, view, side.seat, galaxy).filter((each) => !before.includes(each));
  /** @type {{kind: string, id?: string, isFirst?: boolean, gain: number}[]} */
  const lines = [...sky.constellations.keys()]
    .filter((id) => isComplete(sky, galaxy, id) && !isComplete(sky, side.galaxy, id))
    .map((id) => ({ kind: "constellation", id, gain: constellationWorth(view, id) }));
  lines.push(
    ...goals.map((each) => ({
      kind: "race",
      id: each.goal,
      isFirst: !each.marked_by.length,
      gain: each.marked_by.length ? each.lower : each.upper,
    })),
  );
  for (const { track, tokens } of view.value_board ?? []) {
    if (track === "constellations") continue;
    const points = (stars, count) => trackPoints(content, track, tokens, stars, count);
    const gain = points(galaxy, marks + goals.length) - points(side.galaxy, marks);
    if (gain) lines.push({ kind: track, gain });
  }
  return lines;
}

export const sum = (lines) => lines.reduce((all, each) => all + each.gain, 0);
