/** Turning points: the moves that changed the expected result most, and what the strong bot would have played. */

import { h } from "../../dom.js";
import { seatMark } from "../../draw/marks.js";
import { richText } from "../../draw/parts.js";
import { withMinusSigns, signedPoints, t } from "../../i18n.js";
import { firstOfEach, milestones } from "./milestones.js";
import { leadChanges, widestGap } from "./leads.js";

/** A move's label may be a whole sentence; here it loses its full stop. */
const moveLabel = (move) => withMinusSigns(move.label.replace(/\.$/, ""));

export const betterMoveText = (turn) =>
  turn.instead ? t("end.instead", { move: moveLabel(turn.instead) }) : t("end.agreed");

/** One row: who, what it was worth, what they did, and details in small print. */
function row(shell, { version, seat, swing, text, more }, seek) {
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "turning", "data-key": `turning-${version}`, onclick: () => seek(version) },
      h("span", { class: "turning-step serif" }, version),
      h("span", { class: "turning-who" }, seatMark(seat, 14), " ", h("b", {}, shell.who(seat))),
      swing === undefined ? null : h("b", { class: swing > 0 ? "gain" : "" }, signedPoints(swing)),
      h(
        "span",
        { class: "turning-said" },
        h("span", {}, ...text),
        more && h("span", { class: "muted small" }, ...more),
      ),
    ),
  );
}

/** A turning point as a row. */
const turningPointRow = (turn) => ({
  ...turn,
  text: [withMinusSigns(turn.label)],
  more: [turn.why, " ", h("span", { class: "instead" }, betterMoveText(turn))],
});

/** Other moments: who took the lead for good, who was furthest behind, the first milestone of each kind. */
function otherMoments(shell) {
  const { points: list } = shell.analysis.answer;
  const led = leadChanges(list).at(-1);
  const widest = widestGap(list);
  return [
    led && { ...led, text: [t("end.led")] },
    widest.gap > 0 && { ...widest, text: [t("end.widest", { gap: widest.gap })] },
    ...firstOfEach(milestones(shell)).map(({ event, name }) => ({
      ...event,
      text: richText(shell.speech.recap([event], shell.who) || name),
    })),
  ].filter(Boolean);
}

/** The first row for each move. */
const uniqueByMove = (moments) =>
  moments.filter(({ version }, at) => moments.findIndex((each) => each.version === version) === at);

/** The list of moments in order, each a link; `isWhole` where there is room for more than the turning points. */
export function turningPointList(shell, seek, isWhole = false) {
  const { points: list, turning_points: turns } = shell.analysis.answer;
  const moments = uniqueByMove([
    ...turns.map(turningPointRow),
    ...(isWhole && list[0].expected.length > 1 ? otherMoments(shell) : []),
  ]);
  return [
    h(
      "div",
      { class: "heading" },
      h("h3", { class: "caps" }, t("end.turns")),
      h("span", { class: "muted" }, t("end.tap")),
    ),
    h(
      "ol",
      { class: "rows" },
      ...moments.sort((one, other) => one.version - other.version).map((moment) => row(shell, moment, seek)),
    ),
    list[0].expected.length > 1 &&
      h("p", { class: "muted small" }, ...richText(t("end.lead", { count: leadChanges(list).length }))),
  ];
}
