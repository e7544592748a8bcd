/** After the game: who won, where the points came from, the game again from its beginning, and another one. */

import { button, h, show } from "../dom.js";
import { icon } from "../draw/icons.js";
import { listed, t } from "../i18n.js";
import { copied, inviteLink } from "../shell/invitation.js";
import { Course } from "./course.js";
import { bars, ledger, ruleName, rulesOf, sumOf } from "./ledger.js";
import { podium } from "./podium.js";
import { againButton, drawOffer, listenForRematch, offerLine } from "./rematch.js";
import { turnsList } from "./turns.js";

function headline(shell) {
  const { winners } = shell.game.result;
  if (winners.length > 1) return t("end.shared", { names: listed(winners.map(shell.who)) });
  if (winners[0] === shell.game.seat) return t("end.you_won");
  return t("end.won", { name: shell.game.seats.find((each) => each.seat === winners[0])?.name ?? shell.who(winners[0]) });
}

/** How one came out, and the line that brought most. */
function lesson(shell) {
  const { seats } = shell.game.result;
  const mine = seats.find((each) => each.seat === shell.game.seat);
  const others = seats.filter((each) => each !== mine).map((each) => each.total);
  if (!mine || !others.length || !mine.lines.length) return null;
  const sums = rulesOf([mine]).map((rule) => ({ rule, amount: sumOf(mine, rule) }));
  const best = sums.sort((a, b) => b.amount - a.amount)[0];
  const by = mine.total - Math.max(...others);
  return t(by < 0 ? "end.behind" : "end.ahead", { points: Math.abs(by), rule: ruleName(shell.content, best.rule), amount: best.amount });
}

function actions(shell) {
  return h("div", { class: "row actions end-actions" },
    offerLine(), againButton(shell),
    h("span", { class: "spread" }), copied(inviteLink({ live: { id: shell.live.id } }), t("end.share")),
    h("button", { type: "button", onclick: () => print() }, icon("share", 18), t("end.print")), button(t("home"), shell.hooks.goHome, { class: "ghost" }));
}

/** The course of the game, and a way to any of its moments. */
function courseSection(shell, watch) {
  shell.course = new Course(shell, shell.game.version, watch);
  return h("section", { class: "panel end-course", "aria-label": t("end.course") },
    h("div", { class: "heading" }, h("h3", { class: "caps" }, t("end.course")), h("button", { type: "button", class: "watch-again", onclick: () => watch(0) }, icon("play", 16), t("replay"))), shell.course.node);
}

/** What a bot has to think about first comes later than the rest. */
function drawAnalysis(shell, watch) {
  const { answer } = shell.analysis;
  if (shell.analysed === answer) return;
  shell.analysed = answer;
  const section = shell.parts.stage.querySelector(".end-turns");
  section.hidden = Boolean(answer.error);
  show(section, ...(answer.points ? turnsList(shell, watch) : [h("h3", { class: "caps" }, t("end.turns"))]));
  shell.course.draw();
}

export function drawEnd(shell, watch) {
  if (shell.ended) {
    drawAnalysis(shell, watch);
    return drawOffer(shell);
  }
  if (!shell.game.result) return;
  shell.ended = true;
  const said = lesson(shell);
  shell.root.classList.add("after");
  for (const name of ["coach", "recap", "left", "right", "bar", "tabs", "over"]) show(shell.parts[name]);
  shell.tabKey = null;
  show(shell.parts.stage, h("div", { class: "end" },
    h("section", { class: "end-podium", "aria-label": t("end.over") }, h("p", { class: "caps" }, t("end.summary", { game: shell.name, count: shell.game.seats.length })), h("h2", { class: "end-title" }, headline(shell)), said && h("p", { class: "muted" }, said), podium(shell)),
    h("section", { class: "panel end-bars", "aria-label": t("end.where") }, h("h3", { class: "caps" }, t("end.where")), bars(shell),
      h("details", { class: "end-ledger" }, h("summary", {}, t("end.ledger")), ledger(shell))),
    courseSection(shell, watch), h("section", { class: "panel end-turns", "aria-label": t("end.turns") }), actions(shell)));
  shell.analysed = null;
  drawAnalysis(shell, watch);
  drawOffer(shell);
  listenForRematch(shell);
  addEventListener("beforeprint", () => openLedger(shell), shell.stop);
}

/** On paper nothing can be unfolded. */
function openLedger(shell) {
  const folded = shell.parts.stage.querySelector(".end-ledger");
  if (folded) folded.open = true;
}

/** The table again, as it was before the end. */
export function clearEnd(shell) {
  shell.ended = false;
  shell.root.classList.remove("after");
  show(shell.parts.stage);
}
