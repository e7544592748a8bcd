/** The coach line: one sentence about what one can do now, and why one would. */

import { element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { emblem } from "../../draw/marks.js";
import { explained, richText } from "../../draw/parts.js";
import { dateText, joinWithAnd, t } from "../../i18n.js";
import { hintButton, hintTip } from "../panels/hints.js";

/** Letters; longer sentences get a smaller font on phones, so that nothing is cut. */
const LONG = 70;
/** Letters; longer sentences get a smaller font everywhere. */
const LONGER = 96;

/** The sentence while others decide. */
function waitingText(shell) {
  const { game, who } = shell;
  if (game.status === "scoring") return t("status.scoring");
  if (game.paused_at) return t("coach.paused");
  if (shell.isBusy) return t("coach.busy");
  const names = joinWithAnd(game.deciders.map(who));
  return game.seat ? t("coach.waiting", { names }) : t("coach.watching", { names });
}

/** What is said now; whoever has not begun to choose reads first that the game is about to end. */
function coachText(shell, choice) {
  const { game, draft, isMine } = shell;
  if (game.abandon_at && !(isMine && draft)) return t("coach.abandon", { date: dateText(game.abandon_at) });
  return isMine ? choice.coach : waitingText(shell);
}

const NUMERALS = ["I", "II", "III", "IV", "V", "VI"];

/** A sign for each phase of the turn: those that are over, the one that is now with its name, those to come. */
const phaseSigns = ({ names, at }) =>
  names.map((name, index) =>
    h(
      "span",
      { class: `phase ${index < at ? "over" : index === at ? "now" : ""}` },
      h("i", { class: "serif" }, index < at ? icon("check", 14) : NUMERALS[index]),
      index === at && h("b", { class: "serif" }, name),
    ),
  );

/** Which phase of the turn it is, where a turn has some. */
function drawPhases(shell, scene) {
  const found = shell.speech.phases?.(scene) ?? null;
  const key = JSON.stringify(found);
  if (shell.phasesKey === key) return;
  shell.phasesKey = key;
  const row =
    found &&
    explained(
      "phases",
      { class: "phases", "aria-label": t("coach.phase", { phase: NUMERALS[found.at], name: found.names[found.at] }) },
      ...phaseSigns(found),
    );
  show(shell.phaseRow, row);
  shell.parts.coach.classList.toggle("with-phases", Boolean(found));
}

/** Screen readers announce only the sentence, when it changes. */
function createParts(shell) {
  shell.coachLine = element("span", { role: "status" });
  shell.beside = element("div", { class: "beside" });
  shell.phaseRow = element("div", { class: "phased" });
  show(shell.parts.coach, emblem(36), shell.phaseRow, shell.coachLine, shell.beside);
}

/** What lies over the table would hide this button; then the bar has it. */
function drawBeside(shell, why) {
  const { hints, parts, draft, recap = [] } = shell;
  const isHere = hints.isOffered && !parts.over.hasChildNodes();
  const key = JSON.stringify([why, isHere && [hints.isOpen, hints.wasAsked, draft === null, recap.length]]);
  if (shell.besideKey === key) return;
  shell.besideKey = key;
  const tipped = isHere && hintTip(shell);
  show(shell.beside, why && explained(why.about, { class: "why" }, why.text), isHere && hintButton(shell), tipped);
  parts.coach.classList.toggle("with-why", Boolean(why));
  parts.coach.classList.toggle("with-show-me", isHere);
  shell.root.classList.toggle("tipped", Boolean(tipped));
}

export function drawCoach(shell, choice, scene) {
  if (!shell.coachLine) createParts(shell);
  drawPhases(shell, scene);
  drawBeside(shell, shell.isMine && choice.why);
  const sentence = coachText(shell, choice);
  if (shell.coachText === sentence) return;
  shell.coachText = sentence;
  shell.parts.coach.classList.toggle("long", sentence.length > LONG);
  shell.parts.coach.classList.toggle("longer", sentence.length > LONGER);
  show(shell.coachLine, ...richText(sentence));
}
