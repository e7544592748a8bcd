/**
 * Where a card's stars lie in a rectangle. Raw positions of the sky lie too close together for marks, so that stars are
 * pushed apart until every mark has room, while each line keeps its direction: Orion's belt must not buckle.
 */

const STEPS = 260;
/** Room between two marks: linked ones keep a visible piece of line, since adjacency is the rule. */
const LINKED = 9;
const APART = 4;
const KEPT_DIRECTION = 0.35;
const HOME = 0.04;
const SHORTEST = 31;

/** Radii of marked stars at scale 1: a star does not jump when it is marked. */
export const RADIUS = { common: 5.2, start: 9, grand: 12 };
export const MARKED = { common: 9.5, start: 11, grand: 12.5 };
/** Around a mark there is a ring while it is legal or chosen. */
const RING = 3;

/** How x and y of the card become pixels: as large as fits between the paddings. */
function fitToBox(stars, { width, height, pad }) {
  const [top, right, bottom, left] = pad;
  const [xs, ys] = [stars.map((star) => star.x), stars.map((star) => star.y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (width - left - right) / Math.max(x1 - x0, 0.2),
    (height - top - bottom) / Math.max(y1 - y0, 0.2),
  );
  const [cx, cy] = [left + (width - left - right) / 2, top + (height - top - bottom) / 2];
  return ({ x, y }) => ({ x: cx + (x - (x0 + x1) / 2) * scale, y: cy + (y - (y0 + y1) / 2) * scale });
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 0.01;

/** Marks are smaller on a card whose stars stand close. */
function scaleOf(card, base, wish) {
  const shortest = Math.min(...card.lines.map(([a, b]) => distance(base[a], base[b])));
  return wish * Math.max(0.74, Math.min(1, (shortest * 1.35) / (SHORTEST * wish)));
}

function pushApart(places, room) {
  for (let i = 0; i < places.length; i += 1)
    for (let j = i + 1; j < places.length; j += 1) {
      const [a, b] = [places[i], places[j]];
      const apart = distance(a, b);
      const wanted = room(i, j);
      if (apart >= wanted) continue;
      const [dx, dy] = [((b.x - a.x) / apart) * ((wanted - apart) / 2), ((b.y - a.y) / apart) * ((wanted - apart) / 2)];
      Object.assign(a, { x: a.x - dx, y: a.y - dy });
      Object.assign(b, { x: b.x + dx, y: b.y + dy });
    }
}

/** Turns a line some way back to where the sky has it, around its middle and with its length. */
function straighten(places, base, [from, to]) {
  const [a, b] = [places[from], places[to]];
  const [own, sky] = [distance(a, b), distance(base[from], base[to])];
  const mix = (now, then) => (1 - KEPT_DIRECTION) * (now / own) + KEPT_DIRECTION * (then / sky);
  const [nx, ny] = [mix(b.x - a.x, base[to].x - base[from].x), mix(b.y - a.y, base[to].y - base[from].y)];
  const half = own / 2 / (Math.hypot(nx, ny) || 1);
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  Object.assign(a, { x: mx - nx * half, y: my - ny * half });
  Object.assign(b, { x: mx + nx * half, y: my + ny * half });
}

/** Everything is drawn home a little, and nothing leaves the card. */
function pullHome(places, base, { width, height, pad }) {
  const [top, right, bottom, left] = pad;
  places.forEach((place, index) => {
    const x = place.x + (base[index].x - place.x) * HOME;
    const y = place.y + (base[index].y - place.y) * HOME;
    place.x = Math.max(left - 4, Math.min(width - right + 4, x));
    place.y = Math.max(top - 2, Math.min(height - bottom + 4, y));
  });
}

function relax(card, base, scale, box) {
  const places = base.map((each) => ({ ...each }));
  const linked = new Set(card.lines.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const radius = (index) => (MARKED[card.stars[index].kind] + RING) * scale;
  const room = (i, j) => Math.max(22 * scale, radius(i) + radius(j) + (linked.has(`${i} ${j}`) ? LINKED : APART));
  for (let step = 0; step < STEPS; step += 1) {
    pushApart(places, room);
    for (const line of card.lines) straighten(places, base, line);
    pullHome(places, base, box);
  }
  return places;
}

const kept = new Map();

/**
 * @param {any} card of the content
 * @param {{width: number, height: number, pad: number[], scale?: number}} box
 * @returns {{places: {x: number, y: number}[], scale: number, at: (point: {x: number, y: number}) => {x: number, y:
 * number}}}
 */
export function spreadStars(card, box) {
  const key = JSON.stringify([card.id, box.width, box.height, box.pad, box.scale]);
  if (!kept.has(key)) {
    const at = fitToBox(card.stars, box);
    const base = card.stars.map(at);
    const scale = scaleOf(card, base, box.scale ?? 1);
    kept.set(key, { places: relax(card, base, scale, box), scale, at });
  }
  return kept.get(key);
}

/** Small figures need no room for marks: the sky as it is. */
export function rawPositions(card, box) {
  const at = fitToBox(card.stars, box);
  return card.stars.map(at);
}
