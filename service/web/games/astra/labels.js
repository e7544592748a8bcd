/** Names beside stars: eight directions at three distances, and the place that hides least. */

import { s } from "../../dom.js";

const DIRECTIONS = [[1, 0, 0], [-1, 0, 0.1], [0, 1, 0.3], [0, -1, 0.3], [0.75, -0.75, 0.2], [0.75, 0.75, 0.2], [-0.75, -0.75, 0.2], [-0.75, 0.75, 0.2]];
const DISTANCES = [0, 4, 9];
/** Where even the best place hides that much, the name is left out; it is told when the star is touched. */
const TOO_MUCH = 6;
const ruler = document.createElement("canvas").getContext("2d");

export function widthOf(text, font) {
  ruler.font = font;
  return ruler.measureText(text).width;
}

const serif = () => getComputedStyle(document.documentElement).getPropertyValue("--serif");

/** A box for a label of this size in this direction. */
function boxAt({ x, y }, radius, direction, extra, width, height) {
  const [dx, dy] = direction;
  const [ax, ay] = [x + dx * (radius + extra), y + dy * (radius + extra)];
  const aside = Math.abs(dx) > 0.1;
  const left = dx > 0.1 ? ax : dx < -0.1 ? ax - width : ax - width / 2;
  const top = dy > 0.5 ? ay - (aside ? height * 0.3 : 0) : dy < -0.5 ? ay - height * (aside ? 0.7 : 1) : ay - height / 2;
  return { left, top, width, height };
}

const overlap = (a, b) =>
  a.left < b.left + b.width && a.left + a.width > b.left && a.top < b.top + b.height && a.top + a.height > b.top;

function hitsStar(box, { x, y, r }) {
  const nx = Math.max(box.left, Math.min(x, box.left + box.width));
  const ny = Math.max(box.top, Math.min(y, box.top + box.height));
  return Math.hypot(x - nx, y - ny) < r;
}

/** How much of a line lies under the box. */
function lineCost(box, [a, b]) {
  let cost = 0;
  for (let step = 0; step <= 1; step += 0.05) {
    const [px, py] = [a.x + (b.x - a.x) * step, a.y + (b.y - a.y) * step];
    if (px > box.left - 2 && px < box.left + box.width + 2 && py > box.top && py < box.top + box.height) cost += 0.8;
  }
  return cost;
}

function cost(box, around, own) {
  const { width, height, top, stars, lines, taken } = around;
  let sum = 0;
  if (box.left < 3 || box.left + box.width > width - 3 || box.top < top || box.top + box.height > height - 4) sum += 8;
  stars.forEach((star, index) => {
    if (index !== own && hitsStar(box, star)) sum += 6;
  });
  for (const line of lines) sum += lineCost(box, line);
  for (const other of taken) if (overlap(box, other)) sum += 7;
  return sum;
}

function best(wish, around, width, height) {
  const star = around.stars[wish.star];
  const found = DIRECTIONS.flatMap((direction) => DISTANCES.map((extra) => {
    const box = boxAt(star, star.r + 2, direction, extra, width, height);
    return { box, cost: direction[2] + extra * 0.05 + cost(box, around, wish.star) };
  }));
  const least = found.reduce((kept, each) => (each.cost < kept.cost ? each : kept));
  least.box.left = Math.max(3, Math.min(around.width - width - 3, least.box.left));
  return least;
}

/**
 * @param {{star: number, text: string, own: boolean}[]} wishes most important first
 * @param {{width: number, height: number, top: number, stars: {x: number, y: number, r: number}[], lines: any[], taken: any[]}} around
 */
export function labels(wishes, around, size) {
  const font = serif();
  const room = { ...around, taken: [...around.taken] };
  return wishes.flatMap((wish) => {
    const width = widthOf(wish.text, `italic ${wish.own ? "bold " : ""}${size}px ${font}`) + 3;
    const { box, cost: hidden } = best(wish, room, width, size * 1.05);
    if (hidden >= TOO_MUCH && !wish.own) return [];
    room.taken.push(box);
    return [s("text", {
      x: (box.left + 1).toFixed(1), y: (box.top + size * 0.84).toFixed(1), class: `star-name ${wish.own ? "own" : ""}`, "font-size": size,
      "aria-hidden": "true",
    }, wish.text)];
  });
}
