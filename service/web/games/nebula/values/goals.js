/** How far a galaxy is with a goal: what it has of what it wants, the cells it looks at, and those in its way. */

import { filledCells, skyOf } from "../galaxy/layout.js";
import { COLOURS } from "../stars.js";

const THREE = 3;
const coloursIn = (cells, galaxy) => new Set(filledCells(cells, galaxy).map((id) => galaxy[id]));
const ofColour = (cells, galaxy, colour) => cells.filter((id) => galaxy[id] === colour);
const emptyIn = (cells, galaxy) => cells.length - filledCells(cells, galaxy).length;
const everyCell = (sky) => sky.cells.map((cell) => cell.id);

/** @returns {{want: number, have: number, cells: string[], bad: string[], only: string | null}} */
const progress = (want, missing, cells, { bad = [], only = null } = {}) => ({
  want,
  have: Math.max(0, want - missing),
  cells,
  bad,
  only,
});

/** Those of the rarest colours are in the way of three. */
function tooMany(cells, galaxy) {
  const colours = [...coloursIn(cells, galaxy)].sort(
    (a, b) => ofColour(cells, galaxy, b).length - ofColour(cells, galaxy, a).length,
  );
  return colours.slice(THREE).flatMap((colour) => ofColour(cells, galaxy, colour));
}

function inThreeColours(cells, galaxy) {
  const [empty, colours] = [emptyIn(cells, galaxy), coloursIn(cells, galaxy).size];
  const missing = colours > THREE ? empty + colours - THREE : Math.max(empty, THREE - colours);
  return progress(cells.length, missing, cells, { bad: tooMany(cells, galaxy) });
}

function allDifferent(cells, galaxy) {
  const twice = cells.filter((id) => galaxy[id] && ofColour(cells, galaxy, galaxy[id]).length > 1);
  return progress(cells.length, cells.length - coloursIn(cells, galaxy).size, cells, { bad: twice });
}

/** Of several places the one with least missing. */
function fullest(places, galaxy) {
  const cells = places.reduce((best, each) => (emptyIn(each, galaxy) < emptyIn(best, galaxy) ? each : best));
  return progress(cells.length, emptyIn(cells, galaxy), cells);
}

const allFilled = (cells, galaxy) => progress(cells.length, emptyIn(cells, galaxy), cells);
const union = (...lists) => [...new Set(lists.flat())];
const pairs = (sky, list) =>
  list.map(([one, other]) => union(sky.constellations.get(one), sky.constellations.get(other)));

function twiceInThree(sky, galaxy, colour) {
  const lacking = [...sky.constellations.values()]
    .map((cells) => Math.max(0, 2 - ofColour(cells, galaxy, colour).length))
    .sort();
  return progress(
    6,
    lacking.slice(0, THREE).reduce((sum, each) => sum + each, 0),
    ofColour(everyCell(sky), galaxy, colour),
    { only: colour },
  );
}

const twoOfEach = (sky, galaxy) =>
  progress(
    12,
    COLOURS.reduce((sum, colour) => sum + Math.max(0, 2 - ofColour(everyCell(sky), galaxy, colour).length), 0),
    [],
  );

const RACE = {
  constellation_in_three_colours: (sky, goal, galaxy) =>
    inThreeColours(sky.constellations.get(goal.constellation), galaxy),
  orbit_in_three_colours: (sky, goal, galaxy) => inThreeColours(sky.orbits[goal.orbit - 1], galaxy),
  orbit_all_different: (sky, goal, galaxy) => allDifferent(sky.orbits[goal.orbit - 1], galaxy),
  two_of_each_colour: (sky, goal, galaxy) => twoOfEach(sky, galaxy),
  two_in_three_constellations: (sky, goal, galaxy) => twiceInThree(sky, galaxy, goal.colour),
  three_neighbouring_orbits: (sky, goal, galaxy) =>
    fullest(
      [0, 1, 2].map((first) => sky.orbits.slice(first, first + THREE).flat()),
      galaxy,
    ),
  opposite_constellations: (sky, goal, galaxy) => fullest(pairs(sky, sky.content.galaxy.opposite), galaxy),
  neighbouring_constellations: (sky, goal, galaxy) => fullest(pairs(sky, sky.content.galaxy.neighbouring), galaxy),
  all_dotted_cells: (sky, goal, galaxy) => allFilled(sky.dotted, galaxy),
  beside_glowing_cells: (sky, goal, galaxy) => allFilled(sky.besideGlowing, galaxy),
};

function dottedLinks(sky, galaxy, colour) {
  const met = sky.links.dotted.filter((link) => link.some((id) => galaxy[id] === colour)).length;
  return progress(
    sky.links.dotted.length,
    sky.links.dotted.length - met,
    sky.dotted.filter((id) => !galaxy[id] || galaxy[id] === colour),
    { only: colour },
  );
}

const colourCount = (want, cells, galaxy, colour) =>
  progress(
    want,
    Math.max(0, want - ofColour(cells, galaxy, colour).length),
    cells.filter((id) => !galaxy[id] || galaxy[id] === colour),
    { only: colour },
  );

const GLOWING_WANTED = 4;
const SIX = 6;
const EMPTY_ALLOWED = 4;

const PERSONAL = {
  in_each_dotted_link: (sky, goal, { galaxy }) => dottedLinks(sky, galaxy, goal.colour),
  four_glowing: (sky, goal, { galaxy }) => colourCount(GLOWING_WANTED, sky.glowing, galaxy, goal.colour),
  six_of_colour: (sky, goal, { galaxy }) => ({
    ...colourCount(SIX, everyCell(sky), galaxy, goal.colour),
    cells: ofColour(everyCell(sky), galaxy, goal.colour),
  }),
  few_empty: (sky, goal, { galaxy }) => {
    const want = sky.cells.length - EMPTY_ALLOWED;
    return progress(
      want,
      Math.max(0, emptyIn(everyCell(sky), galaxy) - EMPTY_ALLOWED),
      filledCells(everyCell(sky), galaxy),
    );
  },
  most_black: (sky, goal, { black, rivals }) => progress(Math.max(1, rivals), Math.max(0, rivals - black), []),
};

/** A race goal of the table. */
export function raceProgress(content, id, galaxy) {
  const goal = content.race_goals.find((each) => each.id === id);
  return { goal, ...RACE[goal.rule](skyOf(content), goal, galaxy) };
}

/** A personal goal; black stars of rivals count for one of them. */
export function personalProgress(content, id, { galaxy, black, rivals }) {
  const goal = content.personal_goals.find((each) => each.id === id);
  return { goal, ...PERSONAL[goal.rule](skyOf(content), goal, { galaxy, black, rivals }) };
}
