/** If it ended now: a bar per seat, by what the points come from. */

import { h, memo } from "../../dom.js";
import { seatMark } from "../../draw/marks.js";
import { explained, heading } from "../../draw/parts.js";

const RULES = ["fame", "active_card", "element_row", "pouch_size", "card_limit", "stardust", "marked_stars"];
const JOINED = { element_column: "element_row" };

/** Points by rule; rows and columns of elements are told together. */
function byRule(lines) {
  const sums = Object.fromEntries(RULES.map((rule) => [rule, 0]));
  for (const { rule, amount } of lines) sums[JOINED[rule] ?? rule] += amount;
  return sums;
}

function bar(scene, { seat, total, lines }, most) {
  const sums = byRule(lines);
  const pieces = RULES.map((rule, index) =>
    h("i", {
      class: `piece piece-${index + 1}`,
      style: { "inline-size": `${(100 * Math.max(0, sums[rule])) / most}%` },
    }),
  );
  const isSecret = scene.view.seats.find((each) => each.seat === seat)?.scoring_card === null;
  return h(
    "div",
    { class: "row standing-row" },
    seatMark(seat, 16),
    h("span", { class: "pieces" }, ...pieces),
    h("b", {}, total),
    h("span", { class: "muted small" }, isSecret ? "+?" : ""),
  );
}

const WORDS = {
  fame: "fame",
  active_card: "points.cards",
  element_row: "elements",
  pouch_size: "points.pouch",
  card_limit: "points.limit",
  stardust: "points.dust",
  marked_stars: "points.stars",
};

/** What a seat's points come from, in words: the key to the colours of the bars. */
export function scoreLegend(scene) {
  const own = scene.score?.seats.find((each) => each.seat === scene.seat);
  if (!own) return null;
  const sums = byRule(own.lines);
  const row = (rule, index) =>
    h(
      "span",
      { class: `row ${sums[rule] ? "" : "muted"}` },
      h("i", { class: `swatch piece-${index + 1}` }),
      h("span", { class: "point-word" }, scene.t(WORDS[rule])),
      h("b", {}, sums[rule]),
    );
  return memo(`points ${JSON.stringify(sums)} ${own.total} ${scene.language}`, () =>
    h(
      "div",
      { class: "points-now" },
      heading(scene.t("points_now"), h("b", {}, own.total)),
      explained("standing", { class: "points-list" }, ...RULES.map(row)),
    ),
  );
}

export function scoreBars(scene) {
  const seats = scene.score?.seats ?? [];
  const most = Math.max(1, ...seats.map((each) => each.total));
  return {
    name: "standing",
    column: "left",
    label: scene.t("standing"),
    from: [seats.map((each) => [each.seat, each.lines]), scene.language],
    draw: () =>
      h(
        "div",
        { class: "panel standing" },
        heading(scene.t("standing")),
        explained(
          "standing",
          { class: "bars", "aria-label": seats.map((each) => `${scene.who(each.seat)} ${each.total}`).join(", ") },
          ...seats.map((each) => bar(scene, each, most)),
        ),
      ),
  };
}
