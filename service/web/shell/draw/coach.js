/** The coach line: one sentence about what can be done now, and why one would. */

import { element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { emblem } from "../../draw/marks.js";
import { explained, rich } from "../../draw/parts.js";
import { joined, t } from "../../i18n.js";
import { showMe, tip } from "../panels/hints.js";

/** Letters; longer sentences are set smaller on phones, so that they are never cut. */
const LONG = 70;
/** These are set smaller everywhere. */
const LONGER = 96;

/** What is said while others decide. */
function waiting(shell) {
  const { game, who } = shell;
  if (game.status === "scoring") return t("status.scoring");
  if (game.paused_at) return t("coach.paused");
  if (shell.isBusy) return t("coach.busy");
  const names = joined(game.deciders.map(who));
  return game.seat ? t("coach.waiting", { names }) : t("coach.watching", { names });
}

const NUMERALS = ["I", "II", "III", "IV", "V", "VI"];

/** A sign for each phase of the turn: those that are over, the one that is now with its name, those to come. */
const signs = ({ names, at }) =>
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
  if (shell.phased === key) return;
  shell.phased = key;
  const row =
    found &&
    explained(
      "phases",
      { class: "phases", "aria-label": t("coach.phase", { phase: NUMERALS[found.at], name: found.names[found.at] }) },
      ...signs(found),
    );
  show(shell.phases, row);
  shell.parts.coach.classList.toggle("with-phases", Boolean(found));
}

/** The sentence alone is announced when it changes. */
function layOut(shell) {
  shell.line = element("span", { role: "status" });
  shell.beside = element("div", { class: "beside" });
  shell.phases = element("div", { class: "phased" });
  show(shell.parts.coach, emblem(36), shell.phases, shell.line, shell.beside);
}

/** What lies over the table would hide the button here: then it is in the bar. */
function drawBeside(shell, why) {
  const { hints, parts, draft, recapped = [] } = shell;
  const isHere = hints.isOffered && !parts.over.hasChildNodes();
  const key = JSON.stringify([why, isHere && [hints.isOpen, hints.wasAsked, draft === null, recapped.length]]);
  if (shell.besides === key) return;
  shell.besides = key;
  const tipped = isHere && tip(shell);
  show(shell.beside, why && explained(why.about, { class: "why" }, why.text), isHere && showMe(shell), tipped);
  parts.coach.classList.toggle("with-why", Boolean(why));
  parts.coach.classList.toggle("with-show-me", isHere);
  shell.root.classList.toggle("tipped", Boolean(tipped));
}

export function drawCoach(shell, choice, scene) {
  if (!shell.line) layOut(shell);
  drawPhases(shell, scene);
  drawBeside(shell, shell.isMine && choice.why);
  const said = shell.isMine ? choice.coach : waiting(shell);
  if (shell.said === said) return;
  shell.said = said;
  shell.parts.coach.classList.toggle("long", said.length > LONG);
  shell.parts.coach.classList.toggle("longer", said.length > LONGER);
  show(shell.line, ...rich(said));
}
