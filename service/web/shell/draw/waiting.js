/** A table that waits for players: who is here, who is missing, how to invite them. */

import { h, show } from "../../dom.js";
import { seatMark } from "../../draw/marks.js";
import { t } from "../../i18n.js";
import { notifyButton, isSubscribed } from "../net/notifications.js";
import { hostActions } from "../panels/host_actions.js";
import { invitation } from "../panels/invitation.js";
import { joinForm } from "../panels/join_form.js";

function seatRow(shell, seat) {
  const kind = seat.kind === "bot" ? t(`level.${seat.level}`) : seat.taken ? "" : t("seat.free");
  return h(
    "li",
    { class: "row" },
    seatMark(seat.seat, 20),
    h("b", {}, seat.taken ? shell.who(seat.seat) : t("seat", { seat: seat.seat })),
    h("span", { class: "muted" }, kind),
  );
}

export function drawWaiting(shell) {
  const { game, hooks, live } = shell;
  const key = JSON.stringify([game.status, game.seats, game.seat, isSubscribed(live.id)]);
  if (shell.waitingKey === key) return;
  shell.waitingKey = key;
  for (const name of ["coach", "recap", "left", "right", "bar", "tabs"]) show(shell.parts[name]);
  const form = game.status === "open" && !game.seat && joinForm(live.id, false, hooks, () => hooks.openGame(live.id));
  show(
    shell.parts.stage,
    h(
      "div",
      { class: "waiting" },
      h(
        "section",
        { class: "panel" },
        h("h2", {}, game.status === "open" ? t("waiting_for_players") : t(`status.${game.status}`)),
        h("ul", { class: "rows seats" }, ...game.seats.map((seat) => seatRow(shell, seat))),
        game.status === "open" && game.seat && notifyButton(shell),
      ),
      form,
      game.status === "open" && h("section", { class: "panel" }, invitation(shell)),
      h("div", { class: "menu" }, ...hostActions(shell)),
    ),
  );
}
