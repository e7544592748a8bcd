/** The ledger: bars by category, and every line of it as a table. */

import { h } from "../dom.js";
import { seatMark } from "../draw/marks.js";
import { withMinusSigns, t, toWords } from "../i18n.js";

const COLOURS = 8;

export const ruleName = (content, rule) => content.texts.score?.[rule] ?? toWords(rule);
export const rulesOf = (seats) => [...new Set(seats.flatMap((seat) => seat.lines.map((line) => line.rule)))];

export const sumOf = (seat, rule) =>
  seat.lines.filter((line) => line.rule === rule).reduce((all, line) => all + line.amount, 0);

function bar(shell, seat, rules, most) {
  const piece = (rule, index) => {
    const amount = sumOf(seat, rule);
    if (amount <= 0) return null;
    return h(
      "i",
      {
        class: `piece piece-${(index % COLOURS) + 1}`,
        title: `${ruleName(shell.content, rule)}: ${amount}`,
        style: { "inline-size": `${(100 * amount) / most}%` },
      },
      amount,
    );
  };
  const lost = rules.reduce((all, rule) => all + Math.min(0, sumOf(seat, rule)), 0);
  return h(
    "div",
    { class: "bar-row" },
    seatMark(seat.seat, 18),
    h("b", { class: "serif bar-name" }, shell.who(seat.seat)),
    h("span", { class: "pieces large", "aria-hidden": "true" }, ...rules.map(piece)),
    lost < 0 && h("span", { class: "muted" }, `−${-lost}`),
    h("b", { class: "bar-total" }, seat.total),
  );
}

export function bars(shell) {
  const seats = [...shell.game.result.seats].sort((a, b) => b.total - a.total);
  const rules = rulesOf(seats);
  const most = Math.max(
    1,
    ...seats.map((seat) => rules.reduce((all, rule) => all + Math.max(0, sumOf(seat, rule)), 0)),
  );
  const legend = rules.map((rule, index) =>
    h(
      "span",
      { class: "row small" },
      h("i", { class: `swatch piece-${(index % COLOURS) + 1}` }),
      ruleName(shell.content, rule),
    ),
  );
  return h(
    "div",
    { class: "end-chart" },
    ...seats.map((seat) => bar(shell, seat, rules, most)),
    h("div", { class: "legend" }, ...legend),
  );
}

/** The sum of one rule, and what it is made of. */
function cell(shell, seat, rule) {
  const lines = seat.lines.filter((line) => line.rule === rule);
  const named = (line) => shell.speech.source?.(line) ?? shell.speech.names.get(line.source) ?? toWords(line.source);
  const sources = lines.filter((line) => line.source).map((line) => withMinusSigns(`${named(line)}: ${line.amount}`));
  return h(
    "td",
    {},
    lines.length ? withMinusSigns(String(sumOf(seat, rule))) : "",
    sources.length > 0 && h("small", { class: "muted" }, sources.join(", ")),
  );
}

export function ledger(shell) {
  const { seats } = shell.game.result;
  const rows = rulesOf(seats).map((rule) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, ruleName(shell.content, rule)),
      ...seats.map((seat) => cell(shell, seat, rule)),
    ),
  );
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("td"), ...seats.map((seat) => h("th", { scope: "col" }, shell.who(seat.seat))))),
      h("tbody", {}, ...rows),
      h(
        "tfoot",
        {},
        h("tr", {}, h("th", { scope: "row" }, t("score.total")), ...seats.map((seat) => h("td", {}, seat.total))),
      ),
    ),
  );
}
