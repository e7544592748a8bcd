/** Astra: the sky with its constellations, the sphere, and everybody's observatory. */

import { board } from "./board.js";
import { choose } from "./choose.js";
import { seat } from "./seats.js";
import { speak } from "./speech.js";

export { board, choose, seat, speak };
