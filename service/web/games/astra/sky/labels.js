/** Names beside stars: eight directions at three distances, and the place that hides least. */

import { memo, s } from "../../../dom.js";

const DIRECTIONS = [
  [1, 0, 0],
  [-1, 0, 0.1],
  [0, 1, 0.3],
  [0, -1, 0.3],
  [0.75, -0.75, 0.2],
  [0.75, 0.75, 0.2],
  [-0.75, -0.75, 0.2],
  [-0.75, 0.75, 0.2],
];
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
  const dx = direction[0];
  const dy = direction[1];
  const ax = x + dx * (radius + extra);
  const ay = y + dy * (radius + extra);
  const aside = Math.abs(dx) > 0.1;
  const left = dx > 0.1 ? ax : dx < -0.1 ? ax - width : ax - width / 2;
  const top =
    dy > 0.5 ? ay - (aside ? height * 0.3 : 0) : dy < -0.5 ? ay - height * (aside ? 0.7 : 1) : ay - height / 2;
  return { left, top, width, height };
}

const overlap = (a, b) =>
  a.left < b.left + b.width && a.left + a.width > b.left && a.top < b.top + b.height && a.top + a.height > b.top;

function hitsStar(box, { x, y, r }) {
  const nx = Math.max(box.left, Math.min(x, box.left + box.width));
  const ny = Math.max(box.top, Math.min(y, box.top + box.height));
  return Math.hypot(x - nx, y - ny) < r;
}

/**
 * How much of a line lies under the box; most lines lie wholly beside it. Asked hundreds of times at a tap: it makes no
 * lists.
 */
function lineCost(box, a, b) {
  const left = box.left - 2;
  const right = box.left + box.width + 2;
  const bottom = box.top + box.height;
  if (
    (a.x <= left && b.x <= left) ||
    (a.x >= right && b.x >= right) ||
    (a.y <= box.top && b.y <= box.top) ||
    (a.y >= bottom && b.y >= bottom)
  )
    return 0;
  let cost = 0;
  for (let step = 0; step <= 1; step += 0.05) {
    const px = a.x + (b.x - a.x) * step;
    const py = a.y + (b.y - a.y) * step;
    if (px > left && px < right && py > box.top && py < bottom) cost += 0.8;
  }
  return cost;
}

/** What a box hides, beside what its place costs anyway; counted no farther than to `enough`. */
function placeCost(box, around, own, place, enough) {
  const { width, height, top, stars, lines, taken } = around;
  let sum = place;
  if (box.left < 3 || box.left + box.width > width - 3 || box.top < top || box.top + box.height > height - 4) sum += 8;
  for (let index = 0; index < stars.length && sum < enough; index += 1)
    if (index !== own && hitsStar(box, stars[index])) sum += 6;
  for (let index = 0; index < taken.length && sum < enough; index += 1) if (overlap(box, taken[index])) sum += 7;
  for (let index = 0; index < lines.length && sum < enough; index += 1)
    sum += lineCost(box, lines[index][0], lines[index][1]);
  return sum;
}

function bestPlace(wish, around, width, height) {
  const star = around.stars[wish.star];
  const least = { box: null, cost: Infinity };
  for (const direction of DIRECTIONS) {
    for (const extra of DISTANCES) {
      const place = direction[2] + extra * 0.05;
      if (place >= least.cost) continue;
      const box = boxAt(star, star.r + 2, direction, extra, width, height);
      const hidden = placeCost(box, around, wish.star, place, least.cost);
      if (hidden < least.cost) Object.assign(least, { box, cost: hidden });
    }
  }
  least.box.left = Math.max(3, Math.min(around.width - width - 3, least.box.left));
  return least;
}

/**
 * Names by star; nothing for those that have none, or no room for it.
 * @param {{star: number, text: string, own: boolean}[]} wishes most important first
 * @param {{width: number, height: number, top: number, stars: {x: number, y: number, r: number}[], lines: any[], taken:
 * any[]}} around
 */
export function labels(wishes, around, size) {
  const font = serif();
  const room = { ...around, taken: [...around.taken] };
  const names = around.stars.map(() => null);
  for (const wish of wishes) {
    const width = widthOf(wish.text, `italic ${wish.own ? "bold " : ""}${size}px ${font}`) + 3;
    const { box, cost: hidden } = bestPlace(wish, room, width, size * 1.05);
    if (hidden >= TOO_MUCH && !wish.own) continue;
    room.taken.push(box);
    const [x, y] = [(box.left + 1).toFixed(1), (box.top + size * 0.84).toFixed(1)];
    names[wish.star] = memo(`name ${wish.text} ${x} ${y} ${wish.own} ${size}`, () =>
      s(
        "text",
        {
          x,
          y,
          class: `star-name ${wish.own ? "own" : ""}`,
          "font-size": size,
          "aria-hidden": "true",
        },
        wish.text,
      ),
    );
  }
  return names;
}
