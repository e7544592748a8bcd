/** Everything on Astra's table, in parts. */

import { isNarrow } from "../../draw/parts.js";
import { boonPart, dreamerPart, opponentParts, ownPart, plateParts, spherePart, watchedPart } from "./parts.js";
import { ownSeat } from "./queries.js";
import { smallBoard } from "./small_board.js";
import { scoreBars } from "./score_bars.js";

/** @param {import("../contract.js").Scene} scene @returns {import("../contract.js").Part[]} */
export function board(scene) {
  if (isNarrow(scene)) return /** @type {any} */ (smallBoard(scene));
  const mine = [ownSeat(scene) ? ownPart(scene) : watchedPart(scene)];
  return /** @type {any} */ ([
    spherePart(scene),
    ...opponentParts(scene),
    scoreBars(scene),
    ...plateParts(scene),
    ...dreamerPart(scene),
    ...mine,
    ...boonPart(scene),
  ]);
}
