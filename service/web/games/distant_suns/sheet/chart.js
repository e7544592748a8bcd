/** What a sheet is made of, looked up once per content: sectors, shapes, worlds, and what lies beside what. */

const FORBIDDEN = ["treasure", "start", "world"];
const known = new WeakMap();

const byId = (list) => new Map(list.map((each) => [each.id, each]));

function buildChart(content) {
  return {
    content,
    sectors: content.sectors,
    shapes: byId(content.shapes),
    missions: byId(content.missions),
    worlds: byId(content.worlds),
    worldAt: new Map(content.worlds.map((world) => [world.sector, world])),
    at: new Map(content.sectors.map(({ row, column, sector }) => [`${row},${column}`, sector])),
    start: content.sectors.find((sector) => sector.kind === "start").sector,
  };
}

/** @typedef {ReturnType<typeof buildChart>} Chart */

/** @returns {Chart} */
export function chartOf(content) {
  if (!known.has(content)) known.set(content, buildChart(content));
  return known.get(content);
}

/** @typedef {[number, number]} Point */

/** @returns {Point} */
export const centre = (chart, sector, width) => [chart.sectors[sector].x * width, chart.sectors[sector].y * width];

export const centres = (chart, sectors, width) => sectors.map((sector) => centre(chart, sector, width));

export const nameOf = (chart, sector) => chart.sectors[sector].name;

export const kindOf = (chart, sector) => chart.sectors[sector].kind;

/** Shapes go round treasures, worlds and the start, never over them. */
export const isForbidden = (chart, sector) => FORBIDDEN.includes(kindOf(chart, sector));

export const neighbours = (chart, sector) => chart.sectors[sector].neighbours;

export const neighboursOfAll = (chart, sectors) => new Set(sectors.flatMap((sector) => neighbours(chart, sector)));

export const touches = (chart, sectors, others) => {
  const beside = neighboursOfAll(chart, sectors);
  return others.some((sector) => beside.has(sector));
};

/** The middle of some sectors, in widths of a hex. */
export function middle(chart, sectors) {
  const sum = sectors.reduce(([x, y], sector) => [x + chart.sectors[sector].x, y + chart.sectors[sector].y], [0, 0]);
  return sum.map((each) => each / sectors.length);
}

const distance = (chart, sector, [x, y]) => Math.hypot(chart.sectors[sector].x - x, chart.sectors[sector].y - y);

const nearest = (chart, sectors, point) =>
  [...sectors].sort((a, b) => distance(chart, a, point) - distance(chart, b, point))[0];

/** Where a drawing bears its sign: its most central plain sector. */
export function signSector(chart, sectors) {
  const plain = sectors.filter((sector) => !kindOf(chart, sector));
  return nearest(chart, plain.length ? plain : sectors, middle(chart, sectors));
}
