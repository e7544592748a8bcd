/** Small boards above the timeline: everybody's, as they were at the slider's moment. */

import { element, h, show } from "../../dom.js";
import { seatMark } from "../../draw/marks.js";
import { richText } from "../../draw/parts.js";
import { t } from "../../i18n.js";
import { lastRecap } from "./milestones.js";

/** A seat's points at that moment, and what the move brought it. */
function pointsAndGain({ before, now }, seat) {
  const [then, total] = [before, now].map(({ score }) => score?.seats.find((each) => each.seat === seat)?.total);
  if (total === undefined) return null;
  const gain = total - (then ?? total);
  return [
    gain !== 0 && h("span", { class: gain > 0 ? "gain" : "muted" }, `${gain > 0 ? "+" : "−"}${Math.abs(gain)}`),
    h("b", { class: "serif" }, String(total).replace("-", "−")),
  ];
}

export class MiniBoards {
  #wanted = -1;
  #shown = -1;
  /** The elements that show each seat's last move. @type {Map<number, HTMLElement>} */
  #deeds = new Map();

  /** `watch` opens the table at a moment; boards are tall where there is room for them. */
  constructor(shell, watch, isTall = false) {
    this.shell = shell;
    this.watch = watch;
    this.isTall = isTall;
    this.eyes = shell.game.seat ?? 0;
    this.boards = element("div", { class: "mini-boards" });
    /** Everybody's points, where the boards are nobody's. */
    this.standing = element("div", { class: "row standing" });
    this.line = element("p", { class: "mini-line muted", "aria-live": "polite" });
    this.node = element("div", { class: "minis" }, this.boards, this.line);
  }

  /** While one moment loads, only the last one wanted waits. */
  async go(step) {
    const isUnderWay = this.#wanted !== this.#shown;
    this.#wanted = step;
    if (isUnderWay) return;
    while (this.#shown !== this.#wanted) await this.#load(this.#wanted);
  }

  async #load(step) {
    const { shell } = this;
    const moment = await shell.moments.loadWithPrevious(step, this.eyes).catch(() => null);
    if (moment && !shell.stop.signal.aborted) this.showMoment(step, moment);
    this.#shown = step;
  }

  /** Shows a moment that is loaded already. */
  showMoment(step, moment) {
    this.#shown = step;
    if (this.moment === moment) return this.drawRecaps();
    this.moment = moment;
    this.draw();
  }

  /** A game without small boards has only the line. */
  draw() {
    const { shell, moment } = this;
    const boards = shell.speech.minis?.(shell.moments.scene(moment, this.eyes), this.isTall) ?? [];
    this.boards.hidden = !boards.length;
    show(
      this.standing,
      ...(boards.some(({ seat }) => seat) ? [] : shell.game.seats.map(({ seat }) => this.#scoreText(seat))),
    );
    show(this.boards, ...boards.map((each, number) => this.#board(each, number)));
    this.drawRecaps();
  }

  /** Draws what each seat did, since events may come later than the boards. */
  drawRecaps() {
    if (this.#shown < 0) return;
    const steps = this.shell.game.version;
    for (const [seat, deed] of this.#deeds) show(deed, ...richText(lastRecap(this.shell, seat, this.#shown)));
    show(
      this.line,
      h("b", {}, t("replay.step", { step: this.#shown, steps })),
      " ",
      ...this.shell.moments.description(this.#shown),
    );
  }

  #scoreText(seat) {
    return h(
      "span",
      { class: "row" },
      seatMark(seat, 14),
      h("span", { class: "serif" }, this.shell.who(seat)),
      pointsAndGain(this.moment, seat),
    );
  }

  #lastMove(seat) {
    const deed = element("span", { class: "mini-did" });
    this.#deeds.set(seat, deed);
    return deed;
  }

  #board({ name, seat, picture }, number) {
    return h(
      "button",
      { type: "button", class: "mini-board", "data-key": `mini-${number}`, onclick: () => this.watch(this.#shown) },
      h(
        "span",
        { class: "mini-head" },
        seat && seatMark(seat, 14),
        h("span", { class: "mini-name serif" }, name),
        seat && pointsAndGain(this.moment, seat),
      ),
      picture,
      seat && this.isTall && this.#lastMove(seat),
      h("span", { class: "unseen" }, t("end.board")),
    );
  }
}
