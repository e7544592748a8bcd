/** Hexes on paper: corners, single hexes, and the rounded outline of several. Points are [x, y]. */

const CORNER = 60;
const ROOT = Math.sqrt(3);
const SIDES = [
  [0.5, -0.866],
  [1, 0],
  [0.5, 0.866],
  [-0.5, 0.866],
  [-1, 0],
  [-0.5, -0.866],
];
const SAME = 0.15;

export const ROW = 0.866;

/** From the centre of a hex of this width to its corners. */
export const radius = (width) => width / ROOT;

export const rounded1 = (number) => String(Math.round(number * 10) / 10);

/** @param {number[]} centre @returns {number[]} */
export function corner([x, y], reach, number) {
  const angle = (Math.PI / 180) * (CORNER * number - 90);
  return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
}

const linePath = (points) => "M" + points.map((point) => point.map(rounded1).join(" ")).join("L");

export const hexPath = (centre, reach) =>
  `${linePath([0, 1, 2, 3, 4, 5].map((number) => corner(centre, reach, number)))}Z`;

/** The side of a hex that looks in one of the six directions, from the upper right clockwise. */
export const sidePath = (centre, reach, side) =>
  linePath([corner(centre, reach, side), corner(centre, reach, (side + 1) % 6)]);

/** The side of one hex that looks at another, or -1. */
export function sideTowards([x, y], [toX, toY], width) {
  return SIDES.findIndex(([dx, dy]) => Math.hypot(x + dx * width - toX, y + dy * width - toY) < width * SAME);
}

/** The sides that no other hex of the group shares. */
function edges(centres, width) {
  const reach = radius(width);
  return centres.flatMap((centre) => {
    const shared = new Set(centres.map((other) => sideTowards(centre, other, width)));
    return SIDES.map((_, side) => side)
      .filter((side) => !shared.has(side))
      .map((side) => [corner(centre, reach, side), corner(centre, reach, (side + 1) % 6)]);
  });
}

const isNear = (a, b, width) => Math.hypot(a[0] - b[0], a[1] - b[1]) < width * SAME;

/** Sides one after the other until the first corner is reached again. */
function loops(centres, width) {
  const left = edges(centres, width);
  const found = [];
  while (left.length) {
    const [start, next] = left.shift();
    const loop = [start];
    let end = next;
    while (!isNear(end, start, width)) {
      const at = left.findIndex((edge) => isNear(edge[0], end, width));
      if (at < 0) break;
      const [edge] = left.splice(at, 1);
      loop.push(edge[0]);
      end = edge[1];
    }
    found.push(loop);
  }
  return found;
}

const direction = (from, to) => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
};

/** The loop drawn a little inside, so that neighbours stay apart. */
function inset(loop, by) {
  return loop.map((point, at) => {
    const [ux, uy] = direction(loop.at(at - 1), point);
    const [vx, vy] = direction(point, loop[(at + 1) % loop.length]);
    const share = 1 + uy * vy + ux * vx;
    return [point[0] + (by * (-uy - vy)) / share, point[1] + (by * (ux + vx)) / share];
  });
}

function roundedPath(loop, by) {
  const corners = loop.map((point, at) => {
    const [bx, fx] = [direction(point, loop.at(at - 1)), direction(point, loop[(at + 1) % loop.length])];
    const from = [point[0] + bx[0] * by, point[1] + bx[1] * by];
    const to = [point[0] + fx[0] * by, point[1] + fx[1] * by];
    return `${from.map(rounded1).join(" ")}Q${point.map(rounded1).join(" ")} ${to.map(rounded1).join(" ")}`;
  });
  return `M${corners.join("L")}Z`;
}

/** One path round a group of hexes. */
export const outline = (centres, width, within, round = width * 0.1) =>
  loops(centres, width)
    .map((loop) => roundedPath(inset(loop, within), round))
    .join("");
