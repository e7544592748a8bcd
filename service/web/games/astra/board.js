/** Everything on Astra's table, in parts. */

import { boons, dreamer, opponents, ownPart, plates, spheres, watchedPart } from "./parts.js";
import { own } from "./reading.js";
import { smallBoard } from "./small_board.js";
import { standing } from "./standing.js";

const SMALL = ["phone", "low"];

/** @param {import("../contract.js").Scene} scene @returns {import("../contract.js").Part[]} */
export function board(scene) {
  if (SMALL.includes(scene.size)) return /** @type {any} */ (smallBoard(scene));
  const mine = [own(scene) ? ownPart(scene) : watchedPart(scene)];
  return /** @type {any} */ ([
    spheres(scene),
    ...opponents(scene),
    standing(scene),
    ...plates(scene),
    ...dreamer(scene),
    ...mine,
    ...boons(scene),
  ]);
}
