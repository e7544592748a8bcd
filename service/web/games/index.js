/**
 * The games that have a drawing of their own, loaded when a table needs one; any other is drawn from its typed view.
 */

import { loadTexts } from "../i18n.js";
import { loadChunk } from "../chunks.js";

const DRAWN = ["astra", "nebula", "distant_suns"];

/** @returns {Promise<import("./contract.js").Drawing>} */
export async function loadDrawing(rulebook) {
  if (!DRAWN.includes(rulebook)) return loadChunk("games/generic.js");
  const folder = `games/${rulebook}`;
  const [drawing] = await Promise.all([loadChunk(`${folder}/index.js`, `${folder}/style.css`), loadTexts(rulebook)]);
  return drawing;
}
