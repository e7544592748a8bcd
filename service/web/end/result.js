/** The result: who won, where the points came from, the timeline, and a rematch. */

import { button, h, show } from "../dom.js";
import { icon } from "../draw/icons.js";
import { richText } from "../draw/parts.js";
import { joinWithCommas, t } from "../i18n.js";
import { endReasonText } from "../shell/net/event_text.js";
import { Timeline } from "./replay/timeline.js";
import { bars, ledger, ruleName, rulesOf, sumOf } from "./ledger.js";
import { MiniBoards } from "./replay/mini_boards.js";
import { podium } from "./podium.js";
import { rematchButton, drawRematchOffer, listenForRematch, rematchOfferLine } from "./rematch.js";
import { shareResult } from "./share/share.js";
import { turningPointList } from "./replay/turning_points.js";

function headline(shell) {
  const { winners } = shell.game.result;
  if (winners.length > 1) return t("end.shared", { names: joinWithCommas(winners.map(shell.who)) });
  if (winners[0] === shell.game.seat) return t("end.you_won");
  return t("end.won", {
    name: shell.game.seats.find((each) => each.seat === winners[0])?.name ?? shell.who(winners[0]),
  });
}

/** The viewer's place, and the rule that brought them most. */
function ownResult(shell) {
  const { seats } = shell.game.result;
  const mine = seats.find((each) => each.seat === shell.game.seat);
  const others = seats.filter((each) => each !== mine).map((each) => each.total);
  if (!mine || !others.length || !mine.lines.length) return null;
  const sums = rulesOf([mine]).map((rule) => ({ rule, amount: sumOf(mine, rule) }));
  const best = sums.sort((a, b) => b.amount - a.amount)[0];
  const by = mine.total - Math.max(...others);
  return t(by < 0 ? "end.behind" : "end.ahead", {
    points: Math.abs(by),
    rule: ruleName(shell.content, best.rule),
    amount: best.amount,
  });
}

/** The rule in which the winner and the viewer (or the second) differ most. */
function biggestDifference(shell) {
  const { seats, winners } = shell.game.result;
  const [best, next] = [...seats].sort(
    (a, b) => Number(winners.includes(b.seat)) - Number(winners.includes(a.seat)) || b.total - a.total,
  );
  const other = winners.includes(shell.game.seat)
    ? next
    : (seats.find((each) => each.seat === shell.game.seat) ?? next);
  if (!best || !other || winners.length > 1) return null;
  const rules = rulesOf([best]).map((rule) => ({ rule, most: sumOf(best, rule), least: sumOf(other, rule) }));
  const [{ rule, most, least }] = rules.sort((a, b) => b.most - b.least - (a.most - a.least));
  if (most <= least) return null;
  return h(
    "p",
    { class: "end-lesson" },
    ...richText(
      t("end.difference", {
        rule: ruleName(shell.content, rule),
        name: shell.who(best.seat),
        other: shell.who(other.seat),
        most,
        least,
      }),
    ),
  );
}

/** Why the game ended, as a sentence. */
const endSentence = (shell) =>
  shell.game.end_reason && `${endReasonText(shell, shell.game.end_reason).replace(/\.$/, "")}.`;

function actions(shell) {
  return h(
    "div",
    { class: "row actions end-actions" },
    rematchOfferLine(),
    rematchButton(shell),
    h("span", { class: "spread" }),
    h(
      "button",
      { type: "button", "data-key": "share", onclick: () => shareResult(shell) },
      icon("share", 18),
      t("end.share"),
    ),
    button(t("end.print"), () => print()),
    button(t("home"), shell.hooks.goHome, { class: "ghost" }),
  );
}

/** The timeline with small boards, and a button to the table at that moment. */
function timelineSection(shell, watch) {
  const last = shell.game.version;
  shell.minis = new MiniBoards(shell, (step) => watch(step, true));
  shell.minis.go(last);
  const seek = (step) => {
    shell.course.move(step);
    shell.minis.go(step);
  };
  shell.course = new Timeline(shell, last, seek, watch);
  const again = () => watch(shell.course.step < last ? shell.course.step : 0);
  return h(
    "section",
    { class: "panel end-course", "aria-label": t("end.course") },
    h(
      "div",
      { class: "heading" },
      h("h3", { class: "caps" }, t("end.course")),
      h("button", { type: "button", class: "watch-again", onclick: again }, icon("play", 16), t("replay")),
    ),
    shell.minis.node,
    shell.course.node,
  );
}

/** The analysis comes later than the rest. */
function drawAnalysis(shell, watch) {
  const { answer } = shell.analysis;
  if (shell.analysed === answer) return;
  shell.analysed = answer;
  const section = shell.parts.stage.querySelector(".end-turns");
  section.hidden = Boolean(answer.error);
  show(section, ...(answer.points ? turningPointList(shell, watch) : [h("h3", { class: "caps" }, t("end.turns"))]));
  shell.course.draw();
}

export function drawEnd(shell, watch) {
  if (shell.ended) {
    drawAnalysis(shell, watch);
    shell.minis.drawRecaps();
    return drawRematchOffer(shell);
  }
  if (!shell.game.result) return;
  shell.ended = true;
  const ownText = ownResult(shell);
  shell.root.classList.add("after");
  for (const name of ["coach", "recap", "left", "right", "bar", "tabs", "over"]) show(shell.parts[name]);
  shell.tabKey = null;
  show(
    shell.parts.stage,
    h(
      "div",
      { class: "end" },
      h(
        "section",
        { class: "end-podium", "aria-label": t("end.over") },
        h(
          "div",
          {},
          h("p", { class: "caps" }, t("end.summary", { game: shell.name, count: shell.game.seats.length })),
          h("h2", { class: "end-title" }, headline(shell)),
          h("p", { class: "muted" }, [endSentence(shell), ownText].filter(Boolean).join(" ")),
        ),
        podium(shell),
      ),
      h(
        "section",
        { class: "panel end-bars", "aria-label": t("end.where") },
        h("h3", { class: "caps" }, t("end.where")),
        bars(shell),
        biggestDifference(shell),
        h("details", { class: "end-ledger" }, h("summary", {}, t("end.ledger")), ledger(shell)),
      ),
      timelineSection(shell, watch),
      h("section", { class: "panel end-turns", "aria-label": t("end.turns") }),
      actions(shell),
    ),
  );
  shell.analysed = null;
  drawAnalysis(shell, watch);
  drawRematchOffer(shell);
  listenForRematch(shell);
  addEventListener("beforeprint", () => openLedger(shell), shell.stop);
}

/** Opens the ledger for printing and closes it again. */
function openLedger(shell) {
  const folded = shell.parts.stage.querySelector(".end-ledger:not([open])");
  if (!folded) return;
  folded.open = true;
  addEventListener(
    "afterprint",
    () => {
      folded.open = false;
    },
    { once: true, signal: shell.stop.signal },
  );
}

/** Restores the table as it was before the end. */
export function clearEnd(shell) {
  shell.ended = false;
  shell.root.classList.remove("after");
  show(shell.parts.stage);
}
