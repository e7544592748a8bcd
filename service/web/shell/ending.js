/** What comes after the end of a game is loaded then. */

import { room } from "../rooms.js";

export async function showAfter(shell) {
  const { drawAfter } = await room("end/after.js", "styles/end.css");
  if (!shell.stop.signal.aborted) drawAfter(shell);
}
