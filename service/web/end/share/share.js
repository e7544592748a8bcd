/** Shares a finished game or a moment of it: a sentence and a link, copied or passed to the device's share sheet. */

import { button, h } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { joinWithAnd, signedPoints, t } from "../../i18n.js";
import { loadChunk } from "../../chunks.js";
import { openSheet } from "../../shell/panels/sheets.js";
import { copyableLink } from "../../shell/panels/invitation.js";
import { dealCheck } from "./deal_check.js";
import { saveFile } from "./save_file.js";

/** A seat's name for others, without a word for the viewer's own seat. */
const publicName = (shell, seat) => shell.game.seats.find((each) => each.seat === seat)?.name ?? shell.who(seat);

/** By how much a seat leads the best of the others; null if it is alone or has no points. */
function leadOf(seats, seat) {
  const own = seats?.find((each) => each.seat === seat);
  const others = seats?.filter((each) => each !== own).map(({ total }) => total) ?? [];
  return own && others.length ? own.total - Math.max(...others) : null;
}

/** The result in one sentence. */
function resultSentence(shell) {
  const { winners, seats } = shell.game.result;
  const names = joinWithAnd(winners.map((seat) => publicName(shell, seat)));
  const by = leadOf(seats, winners[0]) ?? 0;
  const key = winners.length > 1 ? "share.shared" : by > 0 ? "share.won_by" : "share.won";
  return winners.length ? t(key, { game: shell.name, names, by }) : t("end.over");
}

/** How the winner stood then, and the result. */
function standingSentence(shell, { now }, by) {
  const [winner] = shell.game.result.winners;
  const gap = leadOf(now.score?.seats, winner);
  if (gap === null) return resultSentence(shell);
  const key = gap < 0 ? "share.behind" : gap > 0 ? "share.ahead" : "share.level";
  return t(key, { name: publicName(shell, winner), gap: Math.abs(gap), by });
}

/** One sentence about a moment: its turning point, else how the winner stood; at the end, the result. */
export function momentSentence(shell, step, moment) {
  const { winners, seats } = shell.game.result;
  const turn = shell.analysis.turnAt(step);
  if (turn) return t("share.turn", { name: publicName(shell, turn.seat), swing: signedPoints(turn.swing) });
  const by = leadOf(seats, winners[0]) ?? 0;
  if (step >= shell.game.version || winners.length !== 1 || by <= 0) return resultSentence(shell);
  return standingSentence(shell, moment, by);
}

/** A button for the device's own share sheet, if it has one. */
const deviceShareButton = (shell, text, url) =>
  navigator.share &&
  h(
    "button",
    {
      type: "button",
      class: "primary",
      "data-key": "share-on",
      onclick: () => navigator.share({ title: shell.name, text, url }).catch(() => {}),
    },
    icon("share", 18),
    t("share.on"),
  );

/** The content of a moment's picture. */
function pictureContent(shell, step, moment, sentence) {
  const stands = (seat) => ({
    seat,
    name: publicName(shell, seat),
    total: moment.now.score?.seats.find((each) => each.seat === seat)?.total,
    isWinner: shell.game.result.winners.includes(seat),
  });
  const boards = shell.speech.minis?.(shell.moments.scene(moment, shell.game.seat ?? 0), true) ?? [];
  return {
    game: shell.name,
    when: t("replay.step", { step, steps: shell.game.version }),
    sentence,
    seats: shell.game.seats.map(({ seat }) => stands(seat)),
    boards: boards.map((each) => (each.seat ? { ...each, ...stands(each.seat) } : each)),
  };
}

/** Draws the picture only on demand: few visitors save it. */
function saveButton(shell, step, sentence) {
  return button(
    t("share.save"),
    async ({ currentTarget }) => {
      currentTarget.disabled = true;
      try {
        const [{ momentPicture }, moment] = await Promise.all([
          loadChunk("end/share/picture.js"),
          shell.moments.loadWithPrevious(step, shell.game.seat ?? 0),
        ]);
        saveFile(
          await momentPicture(shell.root, pictureContent(shell, step, moment, sentence)),
          `almagest-${shell.game.rulebook}-${shell.live.id}-${step}.png`,
        );
        currentTarget.textContent = t("share.saved");
      } catch (error) {
        shell.hooks.showError(error);
      }
      currentTarget.disabled = false;
    },
    { "data-key": "save-picture" },
  );
}

function card(shell, title, sentence, step, more = "") {
  const link = `${location.origin}/#game=${encodeURIComponent(shell.live.id)}${more}`;
  return [
    h("h3", { class: "caps" }, title),
    h("p", { class: "shared serif" }, h("q", {}, sentence)),
    copyableLink(link, t("tools.link"), t("share.copy"), saveButton(shell, step, sentence)),
    deviceShareButton(shell, sentence, link),
    dealCheck(shell),
  ].filter(Boolean);
}

const resultCard = (shell) => card(shell, t("end.share"), resultSentence(shell), shell.game.version);

/** The share card of a moment. */
export const momentCard = (shell, step, moment) =>
  card(shell, t("share.moment"), momentSentence(shell, step, moment), step, `&step=${step}`);

const openShareSheet = (title, inside) => openSheet(title, "sharing", h("div", { class: "share-card" }, ...inside));

export const shareResult = (shell) => openShareSheet(t("end.share"), resultCard(shell));

export const shareMoment = (shell, step, moment) => openShareSheet(t("share.moment"), momentCard(shell, step, moment));
