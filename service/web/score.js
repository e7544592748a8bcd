/** The ledgers as a table: a row per rule, a column per seat; what each amount comes from is in the cell. */

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** Texts of scoring rules: each game has them in its content. */
const ruleName = (content, rule) => content.scoring_rules?.[rule] ?? content.texts?.score?.[rule] ?? t(`rule.${rule}`);

/** The sum of one rule, and what it is made of. */
function amounts(lines, rule, names) {
  const found = lines.filter((line) => line.rule === rule);
  const sum = found.reduce((total, line) => total + line.amount, 0);
  const named = ({ source, amount }) => `${names.get(source) ?? source}: ${amount}`;
  const sources = found.filter((line) => line.source).map(named);
  return { sum: found.length ? sum : "", sources };
}

function cell(lines, rule, names) {
  const { sum, sources } = amounts(lines, rule, names);
  return h("td", {}, sum, sources.length > 0 && h("small", {}, sources.join(", ")));
}

function body(table, score, rules) {
  return rules.map((rule) => h("tr", {},
    h("th", { scope: "row" }, ruleName(table.content, rule)),
    ...score.seats.map((seat) => cell(seat.lines, rule, table.names))));
}

function ledgerTable(table, score) {
  const rules = [...new Set(score.seats.flatMap((seat) => seat.lines.map((line) => line.rule)))];
  const heads = score.seats.map((seat) => h("th", { scope: "col", class: `pen-${seat.seat}` }, table.who(seat.seat)));
  return h("div", { class: "wide" }, h("table", {},
    h("thead", {}, h("tr", {}, h("td"), ...heads)),
    h("tbody", {}, ...body(table, score, rules)),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("score.total")),
      ...score.seats.map((seat) => h("td", {}, seat.total))))));
}

export function drawLedger(table) {
  const { final, score } = table.ledger;
  const isOpen = final || Boolean(table.page.querySelector(".score details[open]"));
  const title = final ? t("score.final") : t("score.so_far");
  return h("details", { class: `panel ${final ? "final" : ""}`, open: isOpen },
    h("summary", {}, title), ledgerTable(table, score));
}
