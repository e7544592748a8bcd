/** Four ways to the end: the game's last round begins when one of them is full. */

import { h } from "../../dom.js";
import { gauge } from "../../draw/parts.js";

/** By how many play: marks on race goals, and stars in the bag when the game begins. */
const RACE_MARKS = { 2: 5, 3: 6, 4: 8 };
const BAG = { 2: 127, 3: 120, 4: 112 };
const CONSTELLATIONS = 3;

/** Each in words, and how full it is. @returns {{ text: string, full: [at: number, last: number] }[]} */
export function endConditions({ view, t }) {
  const count = view.seats.length;
  const { marker, marker_last: last, bag } = view.nebula;
  const most = Math.max(...view.seats.map((side) => side.constellations.length));
  const marks = view.race_goals.reduce((sum, goal) => sum + goal.marked_by.length, 0);
  return [
    { text: t("end.black", { at: marker, last }), full: [marker, last] },
    { text: t("end.constellations", { at: most, last: CONSTELLATIONS }), full: [most, CONSTELLATIONS] },
    { text: t("end.race", { at: marks, last: RACE_MARKS[count] }), full: [marks, RACE_MARKS[count]] },
    { text: t("end.bag", { count: bag.count }), full: [BAG[count] - bag.count, BAG[count]] },
  ];
}

/** The same below each other, for the card that explains the end. */
export const endGauges = (scene) =>
  h(
    "ul",
    { class: "neb-ways" },
    ...endConditions(scene).map(({ text, full }) => h("li", { class: "gauged" }, text, gauge(full))),
  );
