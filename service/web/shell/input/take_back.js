/** Takes back one's last move while the server allows it. */

import { h } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { t } from "../../i18n.js";

/** Unlike a move, it is not kept and sent again when nobody answers. */
async function takeBack(shell) {
  shell.hooks.clearError();
  shell.sender.markBusy();
  const { value, error } = await shell.live.takeBack().then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
  if (!shell.stop.signal.aborted) shell.sender.finish(value, error);
}

/** Only while nothing is chosen: otherwise the same place has Undo. */
export function takeBackButton(shell) {
  const { draft, live, isBusy, game } = shell;
  return (
    draft === null &&
    live.canTakeBack &&
    !isBusy &&
    !game.paused_at &&
    h(
      "button",
      {
        type: "button",
        class: "ghost",
        onclick: () => takeBack(shell),
        "data-key": "take-back",
        "aria-label": t("bar.take_back"),
        title: t("bar.take_back"),
      },
      icon("undo", 20),
      h("span", { class: "undo-word" }, t("bar.undo")),
    )
  );
}
