/** Distant Suns at the table: mission control, the own sheet, everybody's sheets, the module chooser. */

import { isNarrow } from "../../draw/parts.js";
import { DragInput } from "../../shell/input/drag.js";
import { choiceOf } from "./bar.js";
import { isAssigning } from "./choose.js";
import { chooserParts } from "./control/module_chooser.js";
import { addPatternsOnce } from "./sheet/patterns.js";
import { headPart, missionsPart, seatParts } from "./parts.js";
import { sheetParts } from "./sheet/sheet_parts.js";
import { seatPicture } from "./seats.js";
import { speech } from "./speech.js";

/** @type {import("../contract.js").Drawing["board"]} */
export function board(scene) {
  addPatternsOnce();
  if (isAssigning(scene))
    return [
      ...chooserParts(scene),
      ...(isNarrow(scene) ? [missionsPart(scene), headPart(scene)] : []),
      ...seatParts(scene),
    ];
  return [missionsPart(scene), ...sheetParts(scene), ...seatParts(scene)];
}

/** @type {import("../contract.js").Drawing["seat"]} */
export function seat(scene, number, size) {
  addPatternsOnce();
  return seatPicture(scene, number, size);
}

/** @type {import("../contract.js").Drawing["choose"]} */
export const choose = choiceOf;

/** @type {import("../contract.js").Drawing["speak"]} */
export const speak = speech;

/** @type {import("../contract.js").Drawing["hold"]} */
export const hold = (shell) => void new DragInput(shell);
