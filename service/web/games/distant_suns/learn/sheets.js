/** Sheets to learn on: a board of five shapes, a first drawing, and the part of a sheet that a lesson shows. */

import { s } from "../../../dom.js";
import { chartOf } from "../sheet/chart.js";
import { draftDrawing, ownEffects, ownPosition } from "../choose.js";
import { fitsOn } from "../sheet/fits.js";
import { ghost } from "../sheet/ghost.js";
import { rounded1 } from "../sheet/hexes.js";
import { addPatternsOnce } from "../sheet/patterns.js";
import { lessonTargets } from "../sheet/targets.js";
import { extent, layers } from "../sheet/sheet.js";

export const WIDTH = 54;

const ORDER = ["treasures", "aliens", "upgrades", "group", "black_hole"];

/** A board of the first five shapes, each with a mission. */
export function boardOf(content) {
  const shapes = content.shapes.filter((shape) => shape.id !== content.black_hole).slice(0, ORDER.length);
  return [
    ...shapes.map((shape, at) => ({ position: at + 1, shape: shape.id, mission: ORDER[at] })),
    { position: ORDER.length + 1, shape: content.black_hole, mission: null },
  ];
}

export const emptySide = (seat) => ({
  seat,
  to_draw: null,
  has_drawn: false,
  sealed: null,
  drawings: [],
  covered: [],
  upgrades: { ready: [], used: [], without_slot: 0 },
  worlds: [],
  missions: ORDER.map((mission) => ({ mission, times: 0, points: 0 })),
});

export const withDrawing = (side, place, sectors) => ({
  ...side,
  covered: [...side.covered, ...sectors],
  drawings: [...side.drawings, { shape: place.shape, position: place.position, sectors, left_out: 0 }],
});

export function viewOf(content, side, more = {}) {
  return {
    phase: "draw",
    round: 1,
    last_round: 3,
    active: 1,
    deciders: [1],
    turns_played: 1,
    next_module: null,
    modules: [],
    board: boardOf(content),
    seats: [side, emptySide(2)],
    ...more,
  };
}

export const drawMoves = (fits, upgrades = 0) =>
  fits.map((fit) => ({
    move: { type: "draw", sectors: [...fit.sectors].sort((a, b) => a - b), upgrades },
    label: "",
    ruling: "",
  }));

/** The fit of which most is true. */
export const bestFit = (fits, liking) => fits.reduce((best, fit) => (liking(fit) > liking(best) ? fit : best), fits[0]);

/** A sheet with a first drawing on it, in the lower corner where everybody begins. */
export function startedSheet(content, towards) {
  const chart = chartOf(content);
  const [place] = boardOf(content);
  const side = emptySide(1);
  const fit = bestFit(
    fitsOn(chart, side, place.shape),
    (each) => each.middle[0] * towards[0] + each.middle[1] * towards[1],
  );
  return withDrawing(side, place, fit.sectors);
}

/** A part of the sheet, drawn as the real one. */
export function liveSheet(scene, [columns, rows], ...more) {
  addPatternsOnce();
  const chart = chartOf(scene.content);
  const [side] = scene.view.seats;
  const size = extent(chart, WIDTH);
  const [wide, high] = [columns * WIDTH, rows * WIDTH * 0.9];
  const box = [size.left, size.top + size.height - high, wide, high].map(rounded1).join(" ");
  const place = ownPosition(scene);
  const tried = draftDrawing(scene);
  const over =
    tried &&
    ghost(
      chart,
      side,
      { ...place, sectors: tried.sectors, parts: ownEffects(scene, tried.sectors), counts: place.mission === "group" },
      WIDTH,
    );
  return s(
    "svg",
    { viewBox: box, class: "suns-lesson", role: "group", "aria-label": scene.t("your_sheet"), "data-near": "" },
    ...layers(chart, scene.view, side, WIDTH, { open: new Set(scene.moves.flatMap(({ move }) => move.sectors)) }),
    lessonTargets(scene, WIDTH),
    over,
    ...more,
  );
}

export const point = (t, glyph, key) => ({ glyph, text: t(key) });
