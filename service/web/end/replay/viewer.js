/** The viewer: everybody's boards, the timeline, turning points and the share card on one screen. */

import { element, h, s, show } from "../../dom.js";
import { t } from "../../i18n.js";
import { firstOfEach, milestones } from "./milestones.js";
import { Timeline } from "./timeline.js";
import { MiniBoards } from "./mini_boards.js";
import { momentCard } from "../share/share.js";
import { turningPointList } from "./turning_points.js";

const signMeaning = ({ sign, name }) =>
  h(
    "span",
    { class: "row" },
    s("svg", { width: 20, height: 20, viewBox: "-10 -10 20 20", "aria-hidden": "true" }, sign()),
    name,
  );

export class Viewer {
  #drawn = "";
  /** What the turning points were drawn from. */
  #answer = null;
  #eventCount = 0;

  /** `seek` goes to a moment, `sit` to the table as it was then. */
  constructor(shell, step, { seek, sit }) {
    this.shell = shell;
    this.seek = seek;
    this.course = new Timeline(shell, step, seek);
    this.minis = new MiniBoards(shell, sit, true);
    this.transport = element("div", { class: "panel transport" });
    this.turns = element("section", { class: "panel end-turns", "aria-label": t("end.turns") });
    this.share = element("section", { class: "panel share-card", "aria-label": t("share.moment") });
    /** What the signs beside the lines mean. */
    this.legend = element("span", { class: "row signs-legend muted small" });
    this.node = element(
      "div",
      { class: "viewer" },
      this.minis.boards,
      h(
        "section",
        { class: "panel viewer-course", "aria-label": t("end.course") },
        h("div", { class: "heading" }, h("h3", { class: "caps" }, t("end.course")), this.legend, this.minis.standing),
        this.course.node,
      ),
      this.transport,
      h("div", { class: "viewer-side" }, this.turns, this.share),
    );
  }

  /** @param {number} step @param {{ before: any, now: any }} moment */
  draw(step, moment) {
    this.course.move(step);
    show(this.legend, ...firstOfEach(milestones(this.shell)).map(signMeaning));
    this.minis.showMoment(step, moment);
    this.#drawTurns(step);
    this.#drawShare(step, moment);
  }

  /** Marks the one that is shown. */
  #drawTurns(step) {
    const { answer } = this.shell.analysis;
    const eventCount = this.shell.journal.events.length;
    if (this.#answer !== answer || this.#eventCount !== eventCount)
      show(
        this.turns,
        ...(answer.points
          ? turningPointList(this.shell, this.seek, true)
          : [h("h3", { class: "caps" }, t("end.turns")), ...this.shell.analysis.statusContent()]),
      );
    this.#answer = answer;
    this.#eventCount = eventCount;
    for (const each of this.turns.querySelectorAll(".turning"))
      each.setAttribute("aria-current", String(each.dataset.key === `turning-${step}`));
  }

  /** Keeps the share card as it is while somebody copies from it. */
  #drawShare(step, moment) {
    const key = JSON.stringify([step, moment.now.score, Boolean(this.#answer?.points)]);
    if (this.#drawn === key) return;
    this.#drawn = key;
    show(this.share, ...momentCard(this.shell, step, moment));
  }
}
