/** Nebula at the table: clocks and galaxies, the value board, goals, everybody's stars. */

import { choiceOf } from "./bar.js";
import { boardParts } from "./parts.js";
import { seatPicture } from "./seats.js";
import { speech } from "./speech.js";

/** @type {import("../contract.js").Drawing["board"]} */
export const board = boardParts;

/** @type {import("../contract.js").Drawing["seat"]} */
export const seat = seatPicture;

/** @type {import("../contract.js").Drawing["choose"]} */
export const choose = choiceOf;

/** @type {import("../contract.js").Drawing["speak"]} */
export const speak = speech;
