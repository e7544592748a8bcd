/** Turning points: the moves after which most was otherwise, and what the strong bot would have played instead. */

import { h } from "../dom.js";
import { pen } from "../draw/marks.js";
import { rich } from "../draw/parts.js";
import { minus, points, t } from "../i18n.js";

/** A move may be told by a whole sentence. */
const named = (move) => minus(move.label.replace(/\.$/, ""));

export const instead = (turn) => (turn.instead ? t("end.instead", { move: named(turn.instead) }) : t("end.agreed"));

function row(shell, turn, seek) {
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "turning", "data-key": `turning-${turn.version}`, onclick: () => seek(turn.version) },
      h("span", { class: "turning-step serif" }, turn.version),
      h("span", { class: "turning-who" }, pen(turn.seat, 14), " ", h("b", {}, shell.who(turn.seat))),
      h("b", { class: turn.swing > 0 ? "gain" : "" }, points(turn.swing)),
      h(
        "span",
        { class: "turning-said" },
        h("span", {}, minus(turn.label)),
        h("span", { class: "muted small" }, turn.why, " ", h("span", { class: "instead" }, instead(turn))),
      ),
    ),
  );
}

/** How often somebody else came to lead; who draws level leads not yet. */
function leadChanges(list) {
  const alone = list
    .map(({ expected }) => {
      const first = expected.indexOf(Math.max(...expected));
      return first === expected.lastIndexOf(expected[first]) ? first : null;
    })
    .filter((leader) => leader !== null);
  return alone.filter((leader, index) => index && leader !== alone[index - 1]).length;
}

/** All of them, each a way to its moment. */
export function turnsList(shell, seek) {
  const { points: list, turning_points: turns } = shell.analysis.answer;
  return [
    h(
      "div",
      { class: "heading" },
      h("h3", { class: "caps" }, t("end.turns")),
      h("span", { class: "muted" }, t("end.tap")),
    ),
    h("ol", { class: "rows" }, ...turns.map((turn) => row(shell, turn, seek))),
    list[0].expected.length > 1 &&
      h("p", { class: "muted small" }, ...rich(t("end.lead", { count: leadChanges(list) }))),
  ];
}
