/** How to play, from the lobby: the lessons of a game, without a table. */

import { language } from "../i18n.js";
import { loadGame } from "../shell/net/open_table.js";
import { sizeNow } from "../shell/draw/scene.js";
import { openLessons } from "../shell/panels/rules.js";

const NOBODY = { shown: 1, moves: [], seats: [], recap: [], score: null, room: { width: 0, height: 0 } };

/** As much of a table as lessons need. */
function lessonTable({ content, drawing, speech, t }, rulebook) {
  const scene = (more) => ({
    ...NOBODY,
    rulebook,
    content,
    names: speech.names,
    who: String,
    size: sizeNow(),
    language: language(),
    t,
    ...more,
  });
  return { game: { rulebook }, content, drawing, speech, t, scene };
}

/** Opens the lessons; `begin` is called after the last one. */
export async function showHowTo(rulebook, hooks, begin) {
  try {
    const known = await loadGame({ rulebook, options: {}, pack_hash: null });
    await openLessons(lessonTable(known, rulebook), 0, begin);
  } catch (error) {
    hooks.handleFailure(error);
  }
}
