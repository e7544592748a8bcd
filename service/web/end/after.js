/** After the end: the result, or a replay. */

import { Analysis } from "./replay/analysis.js";
import { clearEnd, drawEnd } from "./result.js";
import { Moments } from "./replay/moments.js";
import { Replay } from "./replay/replay.js";

function startReplay(shell, step, isAtTable = false) {
  clearEnd(shell);
  shell.replay = new Replay(shell, step, () => stopReplay(shell), isAtTable);
  shell.replay.go(step).then(() => shell.root.querySelector("[data-key=slider]")?.focus());
}

function stopReplay(shell) {
  shell.replay.close();
  shell.replay = null;
  shell.hooks.step = null;
  shell.columns.clear();
  history.replaceState(null, "", `#game=${encodeURIComponent(shell.live.id)}`);
  drawAfter(shell);
}

/** Draws the result, or the replay at the moment that a link asks for. */
export function drawAfter(shell) {
  shell.moments ??= new Moments(shell);
  shell.analysis ??= new Analysis(shell);
  if (shell.replay) return shell.replay.draw();
  if (shell.hooks.step && !shell.ended) return startReplay(shell, Number(shell.hooks.step));
  drawEnd(shell, (step, isAtTable) => startReplay(shell, step, isAtTable));
}
