/** The games that have a drawing. A game without one is shown as an outline and can be played all the same. */

import * as astra from "./astra.js";
import * as distantSuns from "./distant_suns.js";
import * as nebula from "./nebula.js";
import * as outline from "./outline.js";

/**
 * @typedef {object} Scene
 * @property {any} view what the seat sees
 * @property {any} content cards and boards, with names
 * @property {Map<string, string>} names
 * @property {(seat: number) => string} who
 * @property {any} pick what was chosen on the board and not yet played
 * @property {(pick: any) => void} choose
 * @property {(move: any) => void} play
 * @property {number | null} seat
 * @property {{move: any, label: string}[]} moves
 */

const DRAWINGS = { astra, nebula, distant_suns: distantSuns };

export const drawingOf = (rulebook) => DRAWINGS[rulebook] ?? outline;
