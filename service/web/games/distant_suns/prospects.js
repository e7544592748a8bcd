/** What a drawing would bring a seat, part by part, counted as the rules count it. */

import { neighboursOfAll, kindOf, neighbours, touches } from "./sheet/chart.js";
import { BLACK_HOLE } from "./sheet/patterns.js";

/** What it is worth to fulfil a mission so often. */
export function worth({ mission_points: points, mission_points_beyond: beyond }, times) {
  const last = points.length - 1;
  return points[Math.min(times, last)] + beyond * Math.max(0, times - last);
}

const coveredCount = (chart, shapes, kind) => shapes.flat().filter((sector) => kindOf(chart, sector) === kind).length;

function besideCount(chart, shapes, kind) {
  return [...neighboursOfAll(chart, shapes.flat())].filter((sector) => kindOf(chart, sector) === kind).length;
}

/** Shapes that touch each other, group by group. */
export function groups(chart, shapes) {
  const found = [];
  for (const shape of shapes) {
    const near = found.filter((group) => group.some((other) => touches(chart, shape, other)));
    const rest = found.filter((group) => !near.includes(group));
    found.splice(0, found.length, ...rest, [...near.flat(), shape]);
  }
  return found;
}

const COUNTS = {
  aliens: (chart, shapes) => coveredCount(chart, shapes, "alien"),
  upgrades: (chart, shapes) => coveredCount(chart, shapes, "upgrade"),
  treasures: (chart, shapes) => besideCount(chart, shapes, "treasure"),
  group: (chart, shapes) => Math.max(0, ...groups(chart, shapes).map((group) => group.length)),
  black_hole: (chart, shapes, holes) => shapes.filter((shape) => touches(chart, shape, holes.flat())).length,
};

const shapesAt = (drawings, position) =>
  drawings.filter((drawing) => drawing.position === position).map((drawing) => drawing.sectors);

function missionTimes(chart, drawings, { mission, position }) {
  return COUNTS[mission](chart, shapesAt(drawings, position), shapesAt(drawings, BLACK_HOLE));
}

function missionParts(chart, { view, side, after }) {
  return view.board
    .filter((each) => each.mission)
    .map((each) => {
      const from = missionTimes(chart, side.drawings, each);
      const to = missionTimes(chart, after, each);
      return { kind: "mission", ...each, from, to, gain: worth(chart.content, to) - worth(chart.content, from) };
    })
    .filter(({ from, to }) => from !== to);
}

const isReached = (view, world) => view.seats.some((seat) => seat.worlds.some((each) => each.world === world));

function worldParts(chart, { view, side, sectors }) {
  const near = neighboursOfAll(chart, sectors);
  const have = side.worlds.map((each) => each.world);
  return chart.content.worlds
    .filter((world) => near.has(world.sector) && !have.includes(world.id))
    .map((world) => ({
      kind: "world",
      world,
      sector: world.sector,
      gain: isReached(view, world.id) ? world.later : world.first,
    }));
}

/** Treasures that this drawing closes the ring round. */
function treasureParts(chart, { side, sectors }) {
  const before = new Set(side.covered);
  const after = new Set([...side.covered, ...sectors]);
  const ringed = (treasure, covered) => neighbours(chart, treasure).every((sector) => covered.has(sector));
  return [...neighboursOfAll(chart, sectors)]
    .filter((sector) => kindOf(chart, sector) === "treasure")
    .filter((sector) => ringed(sector, after) && !ringed(sector, before))
    .map((sector) => ({ kind: "treasure", sector, gain: chart.content.treasure_bonus }));
}

const sectorParts = (chart, sectors, kind, gain) =>
  sectors.filter((sector) => kindOf(chart, sector) === kind).map((sector) => ({ kind, sector, gain }));

/** Every part of what drawing a shape on these sectors changes, with its gain; upgrades gain no points. */
export function effects(chart, view, side, position, sectors) {
  const after = [...side.drawings, { position, sectors }];
  const facts = { view, side, after, sectors };
  return [
    ...missionParts(chart, facts),
    ...sectorParts(chart, sectors, "alien", chart.content.alien_penalty),
    ...worldParts(chart, facts),
    ...treasureParts(chart, facts),
    ...sectorParts(chart, sectors, "upgrade", 0),
  ];
}

export const total = (parts) => parts.reduce((sum, part) => sum + part.gain, 0);

/** The fit that brings most, and what it brings; null where nothing fits. */
export function bestFit(chart, view, side, position, fits) {
  let found = null;
  for (const fit of fits) {
    const gain = total(effects(chart, view, side, position, fit.sectors));
    if (!found || gain > found.gain) found = { fit, gain };
  }
  return found;
}
