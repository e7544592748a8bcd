/** How large hexes are. */

import { isNarrow } from "../../draw/parts.js";

const WIDTHS = { wide: 54.4, medium: 44, phone: 50, low: 50 };
/** All of a sheet in the window of a phone. */
const WHOLE = 29.6;

/** The width of a hex of the large sheet. */
export const hexWidth = (scene) => (isNarrow(scene) && scene.look === "whole" ? WHOLE : WIDTHS[scene.size]);
