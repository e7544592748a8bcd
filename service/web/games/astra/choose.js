/** What touching a thing of Astra means: a path of stars, a Rest, an ability, a boon, a card to discard. */

import { canMove, isPath, moveOfPath, movesOfType, nextStars, ownSeat } from "./queries.js";

/** Stars: go on, take back, restart, or ask why not. */
function touchStar(scene, id, star) {
  const path = isPath(scene.draft, id) ? scene.draft.path : [];
  const at = path.indexOf(star);
  if (at >= 0) return pathDraft(id, path.slice(0, at === path.length - 1 ? at : at + 1));
  if (path.length && nextStars(scene, id, path).has(star)) return pathDraft(id, [...path, star]);
  if (nextStars(scene, id, []).has(star)) return pathDraft(id, [star]);
  return { refused: { move: pathMove(scene, id, [...path, star]) } };
}

const pathDraft = (card, path) => ({ draft: path.length ? { kind: "path", card, path } : null });

/** The move that one would have made, so that the server says why not. */
function pathMove(scene, card, path) {
  if (scene.view.phase === "marking") return { type: "mark_star", card, star: path.at(-1) };
  return { type: scene.view.phase === "dream" ? "dream" : "observe", card, path };
}

const offeredMoves = (scene, type, card) =>
  movesOfType(scene, type)
    .filter(({ move }) => move.card === card)
    .map(({ move }) => move);

function touchUse(scene, card) {
  const moves = offeredMoves(scene, "use_ability", card);
  if (!moves.length) return { refused: { move: { type: "use_ability", card } } };
  return { draft: { kind: "use", card, telescopes: moves[0].telescopes ?? null } };
}

/** More or fewer telescopes, as far as they are offered. */
function touchTelescopes(scene, by) {
  const { card, telescopes } = scene.draft;
  const wanted = offeredMoves(scene, "use_ability", card)
    .map((move) => move.telescopes)
    .find((each) => each === telescopes + by);
  return { draft: { ...scene.draft, telescopes: wanted ?? telescopes } };
}

function touchBoon(scene, boon) {
  const move = movesOfType(scene, "pick_boon")
    .map((each) => each.move)
    .find((each) => each.boon === boon);
  if (!move) return { refused: { move: { type: "pick_boon", boon, activate: [] } } };
  return { draft: { kind: "boon", boon, activate: [...(move.activate ?? [])] } };
}

/** As many cards are woken as the boon says: another one takes the place of the first. */
function touchWake(scene, card) {
  const { boon, activate } = scene.draft;
  if (activate.includes(card)) return { draft: scene.draft };
  const wanted = [...activate.slice(1), card];
  return { draft: { kind: "boon", boon, activate: ownSeat(scene).exhausted.filter((each) => wanted.includes(each)) } };
}

/** What one would have touched for a move. */
const DRAFTS = {
  observe: ({ card, path }) => ({ kind: "path", card, path }),
  dream: ({ card, path }) => ({ kind: "path", card, path }),
  mark_star: ({ card, star }) => ({ kind: "path", card, path: [star] }),
  use_ability: ({ card, telescopes = null }) => ({ kind: "use", card, telescopes }),
  pick_boon: ({ boon, activate = [] }) => ({ kind: "boon", boon, activate }),
  discard: ({ card }) => ({ kind: "discard", card }),
  rest: () => ({ kind: "rest" }),
  end_turn: () => ({ kind: "end_turn" }),
};

const draftOf = ({ move }) => DRAFTS[move.type](move);

const touchButton = (type) => (scene) =>
  canMove(scene, type) ? { draft: { kind: type } } : { refused: { move: { type } } };

const TOUCHES = {
  star: (scene, card, star) => touchStar(scene, card, Number(star)),
  use: touchUse,
  discard: (scene, card) => ({ draft: { kind: "discard", card } }),
  boon: (scene, number) => touchBoon(scene, Number(number)),
  wake: touchWake,
  rest: touchButton("rest"),
  end: touchButton("end_turn"),
  move: (scene, number) => ({ draft: draftOf(scene.moves[Number(number)]) }),
  telescopes: (scene, by) => touchTelescopes(scene, Number(by)),
};

const sameList = (a, b) => JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

/** The legal move that a draft makes. */
const MOVES = {
  path: (scene, { card, path }) => moveOfPath(scene, card, path),
  use: (scene, { card, telescopes }) =>
    offeredMoves(scene, "use_ability", card).find((move) => (move.telescopes ?? null) === telescopes) ?? null,
  boon: (scene, { boon, activate }) =>
    movesOfType(scene, "pick_boon")
      .map((each) => each.move)
      .find((move) => move.boon === boon && sameList(move.activate, activate)) ?? null,
  discard: (scene, { card }) => offeredMoves(scene, "discard", card)[0] ?? null,
  rest: (scene) => movesOfType(scene, "rest")[0]?.move ?? null,
  end_turn: (scene) => movesOfType(scene, "end_turn")[0]?.move ?? null,
};

export const moveOf = (scene, draft) => (draft ? MOVES[draft.kind](scene, draft) : null);

/** The draft after something was touched, or why it cannot be. */
export function touch(scene, touched) {
  const [kind, ...rest] = touched.split(":");
  return TOUCHES[kind](scene, ...rest);
}
