/** Questions about a scene of Astra. */

import { marksOf } from "./sky/map.js";

const PATHS = ["observe", "dream"];

export const cardOf = (scene, id) => scene.content.constellations.find((card) => card.id === id);
export const seatOf = (view, seat) => view?.seats.find((each) => each.seat === seat) ?? null;
export const ownSeat = (scene) => seatOf(scene.view, scene.seat);
export const slotOf = (view, card) => view?.sky.find((slot) => slot.card === card) ?? null;
export const movesOfType = (scene, ...types) => scene.moves.filter(({ move }) => types.includes(move.type));
export const canMove = (scene, type) => scene.moves.some(({ move }) => move.type === type);

/** Marks of a card in a view, as far as it was there. */
export const marksIn = (view, card) => {
  const slot = slotOf(view, card);
  return slot ? marksOf(slot) : new Map();
};

export const isPath = (draft, card) => draft?.kind === "path" && draft.card === card;
export const pathOn = (scene, card) => (isPath(scene.draft, card) ? scene.draft.path : []);

const beginsWith = (path, start) => start.every((star, index) => path[index] === star);

const sorted = new WeakMap();

/** Legal moves by card, sorted once for as long as they are the same. */
function movesOnCard(moves, card) {
  if (!sorted.has(moves)) {
    const cards = new Map();
    for (const offer of moves) {
      if (!cards.has(offer.move.card)) cards.set(offer.move.card, []);
      cards.get(offer.move.card).push(offer);
    }
    sorted.set(moves, cards);
  }
  return sorted.get(moves).get(card) ?? [];
}

/** Stars that go on from a path to a legal move; from none, those that it can begin with. */
export function nextStars(scene, card, path) {
  const next = new Set();
  for (const { move } of movesOnCard(scene.moves, card)) {
    if (move.type === "mark_star" && !path.length) next.add(move.star);
    if (PATHS.includes(move.type) && move.path.length > path.length && beginsWith(move.path, path))
      next.add(move.path[path.length]);
  }
  return next;
}

const isSamePath = (a, b) => a.length === b.length && beginsWith(a, b);

/** The legal move that a path on a card makes. */
export function moveOfPath(scene, card, path) {
  const found = movesOnCard(scene.moves, card).find(({ move }) =>
    move.type === "mark_star"
      ? path.length === 1 && move.star === path[0]
      : PATHS.includes(move.type) && isSamePath(move.path, path),
  );
  return found?.move ?? null;
}

/** Where a path came in: a marked neighbour of its first star. */
export function entryStar(scene, card, path) {
  const marked = marksIn(scene.view, card.id);
  const first = path[0];
  const line = card.lines.find(([a, b]) => (a === first && marked.has(b)) || (b === first && marked.has(a)));
  return line ? line[line[0] === first ? 1 : 0] : null;
}

/** Whether a card lies where another one lay at the own last decision. */
export const isNew = (scene, slot) =>
  Boolean(scene.before) && slot.card !== null && !scene.before.sky.some((each) => each.card === slot.card);

/** How a number of the own seat would change. */
export function ownChange(scene, field, seat = scene.seat) {
  const now = seatOf(scene.view, seat)?.[field];
  const then = seatOf(scene.preview?.view, seat)?.[field];
  return then === undefined || now === undefined ? 0 : then - now;
}

/** By how many points the own total would change. */
export function pointGain(scene) {
  const total = (score) => score?.seats.find((each) => each.seat === scene.seat)?.total;
  const [now, then] = [total(scene.score), total(scene.preview?.score)];
  return now === undefined || then === undefined ? 0 : then - now;
}
