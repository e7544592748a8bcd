/** Astra: the sky with its constellations, the sphere, and everybody's observatory. */

import { choiceOf } from "./bar.js";
import { board } from "./board.js";
import { seat } from "./seats.js";
import { speak } from "./speech.js";

export const choose = choiceOf;
export { board, seat, speak };
