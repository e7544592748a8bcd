/** A rematch: whoever asks first creates the next game; the others see the offer here. */

import { h, show } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../i18n.js";
import { server } from "../server.js";
import { rematchOffer, eventText } from "../shell/net/event_text.js";

const EVERY = 4000;

/** Joins the rematch; whoever has a seat there already goes to it. */
async function askForRematch(shell, pressed) {
  pressed.disabled = true;
  try {
    const { id } = await server.games.rematch(shell.live.id, shell.live.token);
    shell.hooks.openGame(id);
  } catch (error) {
    pressed.disabled = false;
    if (error.code === "rematch_agreed") shell.hooks.openGame(rematchOffer(shell).game);
    else shell.hooks.showError(error);
  }
}

const hasOtherHumans = ({ seats, seat }) => seats.some((each) => each.seat !== seat && each.kind === "human");

/** The text names the same players, if there are any. */
export const rematchButton = (shell) =>
  shell.live.token &&
  h(
    "button",
    {
      type: "button",
      class: "primary play",
      "data-key": "again",
      onclick: (event) => askForRematch(shell, event.currentTarget),
    },
    ...(hasOtherHumans(shell.game) ? [icon("people", 20), t("end.same")] : [t("end.again")]),
  );

export const rematchOfferLine = () => h("p", { class: "offer serif", role: "status" });

/** Shows who offers a rematch, beside the button. */
export function drawRematchOffer(shell) {
  const offer = rematchOffer(shell);
  const line = shell.parts.stage.querySelector(".offer");
  if (line && offer && !line.hasChildNodes()) show(line, eventText(shell, offer));
}

/** Polls for a rematch, since a finished game has no stream. */
export async function listenForRematch(shell) {
  const { live } = shell;
  if (!live.token || !hasOtherHumans(shell.game) || shell.stop.signal.aborted || rematchOffer(shell)) return;
  if (!document.hidden && live.isTold) {
    const page = await server.http
      .get(live.path("/events"), { token: live.token, query: { after: live.told }, signal: shell.stop.signal })
      .catch(() => null);
    if (page && !shell.stop.signal.aborted) live.addEvents(page.events);
  }
  setTimeout(() => listenForRematch(shell), EVERY);
}
