/** What a galaxy is made of, looked up once per content: cells, links, constellations, orbits, hulls. */

import { round } from "../stars.js";

const known = new WeakMap();

function neighboursByLink(links) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const [one, other] of [...links.direct, ...links.dotted, ...links.orbital]) {
    (found[one] ??= []).push(other);
    (found[other] ??= []).push(one);
  }
  return found;
}

function buildSky(content) {
  const { cells, links, constellations } = content.galaxy;
  const centre = cells.find((cell) => !cell.constellation);
  const own = (id) => [...cells.filter((cell) => cell.constellation === id).map((cell) => cell.id), centre.id];
  const orbits = [...new Set(cells.map((cell) => cell.orbit))].sort().map((orbit) =>
    cells
      .filter((cell) => cell.orbit === orbit)
      .sort((a, b) => a.position - b.position)
      .map((cell) => cell.id),
  );
  const glowing = cells.filter((cell) => cell.glowing).map((cell) => cell.id);
  const outer = glowing.filter((id) => id !== centre.id);
  const orbital = (id) =>
    links.orbital.filter((pair) => pair.includes(id)).map(([one, other]) => (one === id ? other : one));
  return {
    content,
    cells,
    links,
    centre,
    orbits,
    glowing,
    outer,
    at: new Map(cells.map((cell) => [cell.id, cell])),
    near: neighboursByLink(links),
    constellations: new Map(constellations.map((each) => [each.id, own(each.id)])),
    symbols: new Map(constellations.map((each) => [each.id, each.symbol])),
    besideGlowing: [...new Set(outer.flatMap(orbital))],
    dotted: [...new Set(links.dotted.flat())],
  };
}

/** @typedef {ReturnType<typeof buildSky>} Sky */

/** @returns {Sky} */
export function skyOf(content) {
  if (!known.has(content)) known.set(content, buildSky(content));
  return known.get(content);
}

export const point = (sky, id) => [sky.at.get(id).x, sky.at.get(id).y];

export const filledCells = (cells, galaxy) => cells.filter((id) => galaxy[id]);

const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

function halfHull(points) {
  const found = [];
  for (const each of points) {
    while (found.length > 1 && turn(found.at(-2), found.at(-1), each) <= 0) found.pop();
    found.push(each);
  }
  return found.slice(0, -1);
}

/** A rounded outline at a distance round some points. */
export function hull(points, away) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const corners = [...halfHull(sorted), ...halfHull([...sorted].reverse())];
  const sides = corners.map((one, number) => {
    const other = corners[(number + 1) % corners.length];
    const length = Math.hypot(other[0] - one[0], other[1] - one[1]);
    const [nx, ny] = [((other[1] - one[1]) / length) * away, (-(other[0] - one[0]) / length) * away];
    return [
      [one[0] + nx, one[1] + ny],
      [other[0] + nx, other[1] + ny],
    ].map((each) => each.map(round).join(" "));
  });
  const arc = `A${away} ${away} 0 0 1 `;
  return "M" + sides.map((side) => side.join("L") + arc).join("") + sides[0][0] + "Z";
}

const pointBeyond = (one, other, by) => {
  const length = Math.hypot(one[0] - other[0], one[1] - other[1]);
  return [one[0] + ((one[0] - other[0]) / length) * by, one[1] + ((one[1] - other[1]) / length) * by];
};

/** The curve of an orbit, and where its number stands. */
export function orbitCurve(sky, orbit, extra) {
  const cells = sky.orbits[orbit].map((id) => point(sky, id));
  const points = extra
    ? [pointBeyond(cells[0], cells[1], extra), ...cells, pointBeyond(cells.at(-1), cells.at(-2), extra)]
    : cells;
  const bends = points.slice(0, -1).map((from, number) => {
    const [before, to] = [points[number - 1] ?? from, points[number + 1]];
    const after = points[number + 2] ?? to;
    const one = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const two = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${[one, two, to].map((each) => each.map(Math.round).join(" ")).join(" ")}`;
  });
  return { d: `M${points[0].map(Math.round).join(" ")}${bends.join("")}`, top: points[0] };
}
