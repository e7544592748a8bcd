/** The timeline: a slider over the moves, and above it on the same axis the curve of expected points. */

import { element, show } from "../../dom.js";
import { t } from "../../i18n.js";
import { milestones, roundsOf } from "./milestones.js";
import { curve } from "./curve.js";

export class Timeline {
  #drawn = "";

  /** `seek` goes to a chosen moment; `turn`, to a turning point. */
  constructor(shell, step, seek, turn = seek) {
    this.shell = shell;
    this.step = step;
    this.seek = seek;
    this.turn = turn;
    this.steps = shell.game.version;
    this.chart = element("div", { class: "curve" });
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: this.steps,
      value: step,
      "data-key": "slider",
      oninput: () => this.move(Number(this.slider.value)),
      onchange: () => seek(Number(this.slider.value)),
    });
    this.node = element("div", { class: "course" }, this.chart, this.slider);
    new ResizeObserver(() => this.draw()).observe(this.chart);
    this.move(step);
  }

  move(step) {
    this.step = step;
    this.slider.value = String(step);
    this.slider.setAttribute("aria-label", t("replay.step", { step, steps: this.steps }));
    this.draw();
  }

  /** Fills its place; without an analysis there is only the slider. */
  draw() {
    const { answer } = this.shell.analysis;
    this.node.classList.toggle("plain", !answer.points && this.shell.analysis.statusContent().length === 0);
    const { clientWidth: width, clientHeight: height } = this.chart;
    const { game, journal, who } = this.shell;
    const eventCount = journal.events.length;
    const key = JSON.stringify([this.step, width, height, eventCount, Boolean(answer.points), Boolean(answer.error)]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const how = {
      width,
      height,
      step: this.step,
      rounds: roundsOf(journal.events),
      marks: milestones(this.shell),
      seats: game.seats.map(({ seat }) => seat),
      who,
      seek: this.seek,
      turn: this.turn,
    };
    const isDrawn = answer.points && width > 0 && height > 0;
    show(this.chart, ...(isDrawn ? [curve(/** @type {any} */ (answer), how)] : this.shell.analysis.statusContent()));
  }
}
