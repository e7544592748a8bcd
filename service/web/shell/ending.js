/** What comes after the end of a game is loaded then. */

import { loadTexts } from "../i18n.js";
import { room } from "../rooms.js";

export async function showAfter(shell) {
  const [{ drawAfter }] = await Promise.all([room("end/after.js", "styles/end.css"), loadTexts("after", "end/")]);
  if (!shell.stop.signal.aborted) drawAfter(shell);
}
