/** What is chosen and what it comes to: a fit of the shape, a link for the module, a slot for an upgrade. */

import { chartOf, isForbidden, kindOf, nameOf } from "./sheet/chart.js";
import { fitOf, mirrorForm, nearestFit, printedForm, nextForm, snappedFit, turnForm } from "./sheet/fits.js";
import { effects } from "./prospects.js";
import { hexWidth } from "./sizes.js";

const listed = new WeakMap();

/** The legal drawings that leave out so many hexes; made once for a list of moves. */
export function fitsFor(scene, leave) {
  if (!listed.has(scene.moves)) listed.set(scene.moves, []);
  const known = listed.get(scene.moves);
  known[leave] ??= scene.moves
    .filter(({ move }) => move.type === "draw" && (move.upgrades ?? 0) === leave)
    .map(({ move }) => fitOf(chartOf(scene.content), move.sectors, leave));
  return known[leave];
}

/** How many hexes may be left out, at most. */
export const maxLeftOut = (scene) =>
  [2, 1].find((leave) => scene.moves.some(({ move }) => move.type === "draw" && move.upgrades === leave)) ?? 0;

export const isDrawing = (scene) => scene.moves.some(({ move }) => move.type === "draw" || move.type === "pass");
export const isAssigning = (scene) => scene.moves.some(({ move }) => move.type === "assign");
export const isFilling = (scene) => scene.moves.some(({ move }) => move.type === "fill_slot");

export const ownSide = (scene) => scene.view.seats.find((side) => side.seat === scene.seat);

/** The tile that the viewer's shape of this turn is on. */
export const ownPosition = (scene) => scene.view.board.find((each) => each.shape === ownSide(scene)?.to_draw);

/** @returns {{sectors: number[], leave: number} | null} */
export const draftDrawing = (scene) => (scene.draft?.sectors ? scene.draft : null);

const leftOutCount = (scene) => scene.draft?.leave ?? (fitsFor(scene, 0).length ? 0 : Math.min(1, maxLeftOut(scene)));

const sameSectors = (one, other) => one.length === other.length && one.every((each, at) => each === other[at]);

export const currentFit = (scene) => {
  const draft = draftDrawing(scene);
  return draft && fitsFor(scene, draft.leave).find((fit) => sameSectors(fit.sectors, draft.sectors));
};

/**
 * Of those that cover a sector: the next one where it is covered already, else the one most like what was chosen
 * before.
 */
function fitCovering(scene, sector) {
  const chart = chartOf(scene.content);
  const found = fitsFor(scene, leftOutCount(scene)).filter((fit) => fit.sectors.includes(sector));
  const now = currentFit(scene);
  if (now?.sectors.includes(sector)) return found[(found.indexOf(now) + 1) % found.length];
  const alike = found.filter((fit) => fit.form === now?.form);
  const { x, y } = chart.sectors[sector];
  return nearestFit(alike.length ? alike : found, [x, y]);
}

const draft = (fit) => ({ sectors: fit.sectors, leave: fit.upgrades });

function whyNot(scene, sector) {
  const chart = chartOf(scene.content);
  const { t, names } = scene;
  if (ownSide(scene).covered.includes(sector)) return t("why_covered", { sector: nameOf(chart, sector) });
  if (isForbidden(chart, sector)) return t(`why_${kindOf(chart, sector)}`);
  return t("why_no_fit", { sector: nameOf(chart, sector), shape: names.get(ownSide(scene).to_draw) });
}

function touchSector(scene, sector) {
  const fit = fitCovering(scene, sector);
  return fit ? { draft: draft(fit) } : { refused: { why: whyNot(scene, sector) } };
}

function nextFit(scene, by) {
  const fits = fitsFor(scene, leftOutCount(scene));
  const at = fits.indexOf(currentFit(scene));
  const next = at < 0 ? (by > 0 ? 0 : fits.length - 1) : (at + by + fits.length) % fits.length;
  return fits.length ? { draft: draft(fits[next]) } : { draft: scene.draft };
}

/** With another number of hexes left out, the shape stays about where it was. */
function changeLeftOut(scene, by) {
  const leave = Math.max(0, Math.min(maxLeftOut(scene), leftOutCount(scene) + by));
  const fits = fitsFor(scene, leave);
  const now = currentFit(scene);
  const fit = now && nearestFit(fits, now.middle);
  return { draft: fit ? draft(fit) : { leave } };
}

function reshape(scene, step) {
  const now = currentFit(scene);
  if (!now) return nextFit(scene, 1);
  return { draft: draft(nextForm(fitsFor(scene, now.upgrades), now, step)) };
}

/** The shape is dragged to a point of the sheet; without one, it is brought there. */
function layShape(scene, point) {
  if (!point.length) return nextFit(scene, 1);
  const width = hexWidth(scene);
  const form = currentFit(scene)?.form ?? printedForm(chartOf(scene.content), ownSide(scene).to_draw);
  const fit = snappedFit(
    fitsFor(scene, leftOutCount(scene)),
    form,
    point.map((each) => each / width),
  );
  return { draft: fit ? draft(fit) : scene.draft };
}

const TOOLS = {
  turn: (scene) => reshape(scene, turnForm),
  mirror: (scene) => reshape(scene, mirrorForm),
  next: (scene) => nextFit(scene, 1),
  previous: (scene) => nextFit(scene, -1),
  more: (scene) => changeLeftOut(scene, 1),
  fewer: (scene) => changeLeftOut(scene, -1),
  flip: (scene) => ({ draft: scene.draft && { ...scene.draft, flipped: !scene.draft.flipped } }),
};

function touchLink(scene, [side, position]) {
  const isOpen = scene.moves.some(
    ({ move }) => move.type === "assign" && move.side === side && move.position === position,
  );
  if (!isOpen) return { refused: { why: scene.t("link_blocked") } };
  const isSame = scene.draft?.side === side && scene.draft?.position === position;
  return { draft: { side, position, flipped: isSame ? !scene.draft.flipped : false } };
}

/** What one would have touched for a move; to pass, nothing. */
const DRAFTS = {
  draw: ({ sectors, upgrades = 0 }) => ({ sectors, leave: upgrades }),
  assign: ({ side, position, flipped = false }) => ({ side, position, flipped }),
  fill_slot: ({ slot }) => ({ slot }),
  pass: () => null,
};

const draftOf = ({ move }) => DRAFTS[move.type](move);

/** The draft after something was touched, or why it cannot be. */
export function touch(scene, touched) {
  if (!touched) return { draft: scene.draft };
  const [kind, ...rest] = touched.split(":");
  const numbers = rest.map(Number);
  if (!scene.isMine) return { draft: null, refused: { why: scene.t("not_now") } };
  if (kind === "sector")
    return isDrawing(scene)
      ? touchSector(scene, numbers[0])
      : { draft: scene.draft, refused: { why: scene.t("not_now") } };
  if (kind === "lay") return layShape(scene, numbers);
  if (kind === "link") return touchLink(scene, numbers);
  if (kind === "move") return { draft: draftOf(scene.moves[numbers[0]]) };
  if (kind === "slot") return { draft: { slot: numbers[0] } };
  return TOOLS[kind]?.(scene) ?? { draft: scene.draft };
}

/** The legal move that a draft makes, or null. */
export function moveOf(scene, draft) {
  const { moves } = scene;
  const found = (test) => moves.find(({ move }) => test(move))?.move ?? null;
  if (isFilling(scene)) return found((move) => move.type === "fill_slot" && move.slot === draft?.slot);
  if (draft?.sectors)
    return found(
      (move) =>
        move.type === "draw" && (move.upgrades ?? 0) === draft.leave && sameSectors(move.sectors, draft.sectors),
    );
  if (draft?.side)
    return found(
      (move) =>
        move.type === "assign" &&
        move.side === draft.side &&
        move.position === draft.position &&
        move.flipped === draft.flipped,
    );
  return found((move) => move.type === "pass");
}

const found = new WeakMap();

/** What the chosen drawing would bring the viewer; bar, ghost and missions ask for it at the same tap. */
export function ownEffects(scene, sectors) {
  const known = found.get(scene.view);
  if (known?.sectors === sectors && known.seat === scene.seat) return known.parts;
  const parts = effects(chartOf(scene.content), scene.view, ownSide(scene), ownPosition(scene).position, sectors);
  found.set(scene.view, { sectors, seat: scene.seat, parts });
  return parts;
}

/** What the chosen drawing adds to each mission. */
export function missionGains(scene) {
  const draft = draftDrawing(scene);
  if (!draft || !ownPosition(scene)) return [];
  return ownEffects(scene, draft.sectors).filter((part) => part.kind === "mission");
}
