/** The banner of a proposed pause: everybody agrees or declines, the proposer may withdraw it. */

import { button, h, show } from "../../dom.js";
import { t } from "../../i18n.js";

/** The pause that somebody proposes, until that lapses. */
export const proposedPause = ({ status, pause }) =>
  status === "running" && pause && Date.parse(pause.lapses_at) > Date.now() ? pause : null;

/** What the viewer can answer. */
function answers({ game, live, hooks }, pause) {
  const send = (act) => () => act().catch(hooks.showError);
  if (game.seat === null) return null;
  const decline = pause.seat === game.seat ? "pause.withdraw" : "pause.decline";
  const agree = { class: "primary", "data-key": "agree-pause" };
  return h(
    "span",
    { class: "row" },
    !pause.agreed.includes(game.seat) && button(t("pause.agree"), send(live.pause), agree),
    button(t(decline), send(live.resume), { "data-key": "decline-pause" }),
  );
}

const text = ({ game, who }, pause) =>
  pause.agreed.includes(game.seat) ? t("pause.waiting") : t("event.pause_proposed", { who: who(pause.seat) });

export function drawPauseBanner(shell) {
  const { game, parts } = shell;
  const pause = proposedPause(game);
  const key = JSON.stringify([game.seat, pause]);
  if (shell.pauseKey === key) return;
  shell.pauseKey = key;
  clearTimeout(shell.pauseTimer);
  if (pause) shell.pauseTimer = setTimeout(() => drawPauseBanner(shell), Date.parse(pause.lapses_at) - Date.now());
  show(parts.pause, ...(pause ? [h("span", {}, text(shell, pause)), answers(shell, pause)] : []));
}
