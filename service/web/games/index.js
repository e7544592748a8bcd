/** The games that have a drawing of their own, loaded when a table needs one; any other is drawn from its typed view. */

import { files, loadTexts } from "../i18n.js";
import * as typed from "./typed.js";

const DRAWN = ["astra", "nebula", "distant_suns"];

/** A game's styles are put on the page once. */
function dress(rulebook) {
  const href = `${files}/games/${rulebook}/style.css`;
  const found = document.querySelector(`link[href="${href}"]`);
  if (found) return null;
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done });
    document.head.append(link);
  });
}

/** @returns {Promise<import("./contract.js").Drawing>} */
export async function drawingOf(rulebook) {
  if (!DRAWN.includes(rulebook)) return /** @type {any} */ (typed);
  const [drawing] = await Promise.all([
    import(`${files}/games/${rulebook}/index.js`), loadTexts(rulebook), dress(rulebook)]);
  return drawing;
}
