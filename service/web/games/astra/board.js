/** Everything on Astra's table, in parts. */

import { isNarrow } from "../../draw/parts.js";
import { boons, dreamer, opponents, ownPart, plates, spheres, watchedPart } from "./parts.js";
import { own } from "./queries.js";
import { smallBoard } from "./small_board.js";
import { standing } from "./score_bars.js";

/** @param {import("../contract.js").Scene} scene @returns {import("../contract.js").Part[]} */
export function board(scene) {
  if (isNarrow(scene)) return /** @type {any} */ (smallBoard(scene));
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
