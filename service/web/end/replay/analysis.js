/** The strong bot's analysis of the game: requested once, drawn when it is there. */

import { button, h } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { t } from "../../i18n.js";

export class Analysis {
  /**
   * The analysis, or an error; neither while a bot thinks.
   * @type {{ points?: any[], turning_points?: any[], error?: any }}
   */
  answer = {};

  constructor(shell) {
    this.shell = shell;
    this.request();
  }

  /** The turning point after so many moves, or null. */
  turnAt = (step) => this.answer.turning_points?.find((turn) => turn.version === step) ?? null;

  request = async () => {
    this.answer = {};
    const { live, stop } = this.shell;
    const answer = await live.analysis(stop).catch((error) => ({ error }));
    this.answer = answer;
    this.shell.render();
  };

  retry = () => {
    this.request();
    this.shell.render();
  };

  /** What is shown until the analysis is there; empty if there will be none. */
  statusContent() {
    const { error, points } = this.answer;
    if (points) return [];
    if (!error)
      return [
        h(
          "p",
          { class: "row muted thinking", role: "status" },
          h("span", { class: "spins" }, icon("activation", 18)),
          t("end.analysing"),
        ),
      ];
    if (error.code !== "still_thinking" && !error.isPassing) return [];
    return [h("p", {}, t("hints.still_thinking")), button(t("hints.again"), this.retry)];
  }
}
