/** Actions that end or pause a game: everybody may pause, leave or resign, the host deletes and hands seats over. */

import { button, h } from "../../dom.js";
import { t } from "../../i18n.js";
import { proposedPause } from "../draw/pause_banner.js";

export const isHost = (game) => game.seats.some((each) => each.host && each.seat === game.seat);

const otherHumans = (game) =>
  game.seats.filter((each) => each.seat !== game.seat && each.kind === "human" && each.taken);

/** An irreversible action takes two presses. */
function confirmable(shell, name, why, act) {
  const go = () => act().then(() => goHome(shell), shell.hooks.showError);
  return h(
    "details",
    { class: name },
    h("summary", {}, t(`tools.${name}`)),
    h("p", {}, t(why)),
    button(t(`tools.${name}_now`), go),
  );
}

function goHome(shell) {
  closeMenu();
  shell.hooks.goHome();
}

const closeMenu = () => /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.drawer"))?.close();

const leaveAction = (shell) =>
  shell.game.status === "open" &&
  shell.game.seat &&
  confirmable(shell, "leave", "tools.leave_open", () => shell.live.leave());

const resignAction = (shell) =>
  shell.game.status === "running" &&
  shell.game.seat &&
  confirmable(shell, "resign", otherHumans(shell.game).length ? "tools.resign_why" : "tools.resign_alone", () =>
    shell.live.resign(),
  );

/** Allowed before the first move, or if no other person plays. */
function deleteAction(shell) {
  const { game, live } = shell;
  const isPossible = ["open", "running"].includes(game.status) && (game.version === 0 || !otherHumans(game).length);
  return isHost(game) && isPossible && confirmable(shell, "delete", "tools.delete_why", () => live.delete());
}

/** Where others play, a pause is a proposal, which the banner has while it stands. */
function pauseAction(shell) {
  const { game, live, hooks } = shell;
  if (game.status !== "running" || !game.seat || proposedPause(game)) return null;
  const act = () => (game.paused_at ? live.resume() : live.pause()).then(closeMenu, hooks.showError);
  const label = game.paused_at ? "tools.resume" : otherHumans(game).length ? "tools.propose_pause" : "tools.pause";
  return button(t(label), act, { "data-key": "pause" });
}

const SECOND = 1000;

function isIdle(game, seat) {
  const since = seat.deciding_since && Date.parse(seat.deciding_since);
  return Boolean(since) && seat.kind === "human" && Date.now() - since > game.idle_seconds * SECOND;
}

/** Lets the host hand idle seats to bots. */
function handToBotActions(shell) {
  const { game, live, who, hooks } = shell;
  if (!isHost(game)) return [];
  return game.seats
    .filter((seat) => seat.seat !== game.seat && isIdle(game, seat))
    .map((seat) =>
      button(`${t("seat.to_bot")}: ${who(seat.seat)}`, () => live.handToBot(seat.seat).catch(hooks.showError)),
    );
}

/** Lets the others vote for another host while the host is away. */
function replaceHostAction(shell) {
  const { game, live, hooks } = shell;
  const isAway = game.status === "running" && game.seats.some((seat) => seat.host && isIdle(game, seat));
  if (!isAway || !game.seat || isHost(game)) return null;
  const act = () => live.replaceHost().then(closeMenu, hooks.showError);
  return button(t("tools.replace_host"), act, { "data-key": "replace-host" });
}

/** The actions that are possible now. */
export const hostActions = (shell) => [
  ...handToBotActions(shell),
  replaceHostAction(shell),
  pauseAction(shell),
  leaveAction(shell),
  resignAction(shell),
  deleteAction(shell),
];
