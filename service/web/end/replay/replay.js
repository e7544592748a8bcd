/** The replay: any moment, by step or slider, as any seat saw it; in the viewer on one screen, or at the table. */

import { choices, element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { emblem } from "../../draw/marks.js";
import { isNarrow } from "../../draw/parts.js";
import { t } from "../../i18n.js";
import { drawTabs } from "../../shell/draw/tabs.js";
import { Timeline } from "./timeline.js";
import { shareMoment } from "../share/share.js";
import { betterMoveText } from "./turning_points.js";
import { Viewer } from "./viewer.js";

const PACE = 1600;
/** Letters; a longer text gets a smaller font on phones. */
const LONG = 70;
const PLACES = ["coach", "recap", "left", "stage", "right", "bar", "tabs", "over"];

export class Replay {
  #timer = 0;

  /** Whether the table or the viewer is shown; null before the first moment. @type {boolean | null} */
  #isTableLaid = null;

  /** What the controls were drawn for. */
  #controlled = "";

  constructor(shell, step, end, isAtTable) {
    this.shell = shell;
    this.end = end;
    this.wantsTable = isAtTable;
    this.eyes = shell.game.seat ?? 0;
    this.steps = shell.game.version;
    this.moment = null;
    this.step = Math.max(0, Math.min(step, this.steps));
    this.went = 0;
    const seek = (wanted) => this.go(wanted);
    this.course = new Timeline(shell, this.step, seek);
    this.viewer = new Viewer(shell, this.step, { seek, sit: () => this.showTable(true) });
  }

  /** Phones, and games without small boards, have no viewer. */
  get canView() {
    return Boolean(this.shell.speech.minis) && !isNarrow(this.shell);
  }

  showTable(isAtTable) {
    this.wantsTable = isAtTable;
    this.draw();
  }

  get isPlaying() {
    return this.#timer > 0;
  }

  async go(step) {
    this.step = Math.max(0, Math.min(step, this.steps));
    this.went += 1;
    const went = this.went;
    try {
      const moment = await this.shell.moments.loadWithPrevious(this.step, this.eyes);
      if (went !== this.went || this.shell.stop.signal.aborted) return;
      this.moment = moment;
      history.replaceState(null, "", `#game=${encodeURIComponent(this.shell.live.id)}&step=${this.step}`);
      this.draw();
    } catch (error) {
      this.shell.hooks.handleFailure(error);
    }
  }

  lookAs(eyes) {
    this.eyes = eyes;
    this.viewer.minis.eyes = eyes;
    this.go(this.step);
  }

  play() {
    if (this.isPlaying) return this.pause();
    if (this.step >= this.steps) this.step = 0;
    this.#timer = window.setInterval(() => (this.step < this.steps ? this.go(this.step + 1) : this.pause()), PACE);
    this.go(this.step + 1);
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.draw();
  }

  /** Moments that still load are not drawn any more. */
  close() {
    this.went += 1;
    clearInterval(this.#timer);
  }

  /** What the strong bot says about this move, if it is a turning point. */
  get #turn() {
    const turn = this.shell.analysis.turnAt(this.step);
    return turn && h("span", { class: "turn-note" }, h("b", {}, turn.why), " ", betterMoveText(turn));
  }

  draw() {
    if (!this.moment) return;
    const isAtTable = this.wantsTable || !this.canView;
    if (this.#isTableLaid !== isAtTable) this.#clearColumns(isAtTable);
    if (isAtTable) this.#drawTable();
    else this.#drawViewer();
  }

  #drawViewer() {
    const { transport, minis } = this.viewer;
    this.viewer.draw(this.step, this.moment);
    this.#drawControls(() => show(transport, ...this.#controls(minis.line, "board", t("end.board"))));
  }

  /** Redraws slider and buttons only when something about them changes: otherwise a press under way would be lost. */
  #drawControls(lay) {
    const key = JSON.stringify([this.isPlaying, this.eyes, this.canView]);
    if (this.#controlled === key) return;
    this.#controlled = key;
    lay();
  }

  /** Clears the columns for the other view. */
  #clearColumns(isAtTable) {
    const { shell } = this;
    this.#isTableLaid = isAtTable;
    this.#controlled = "";
    shell.columns.clear();
    shell.tabKey = null;
    shell.root.classList.toggle("after", !isAtTable);
    for (const name of PLACES) show(shell.parts[name]);
    if (!isAtTable) show(shell.parts.stage, this.viewer.node);
  }

  #drawTable() {
    const { shell, moment } = this;
    this.course.move(this.step);
    const scene = shell.moments.scene(moment, this.eyes);
    const description = element("span", {}, ...shell.moments.description(this.step));
    shell.parts.coach.classList.toggle("long", description.textContent.length > LONG);
    show(shell.parts.coach, emblem(36), description);
    show(
      shell.parts.recap,
      h("span", { class: "muted small" }, t("replay.step", { step: this.step, steps: this.steps })),
      this.#turn,
    );
    shell.columns.draw(
      shell,
      shell.drawing.board(scene).filter((part) => part.column !== "over"),
    );
    this.#drawControls(() =>
      show(
        shell.parts.bar,
        this.course.node,
        h("div", { class: "transport" }, ...this.#controls(null, "curve", t("end.course"))),
      ),
    );
    drawTabs(shell);
  }

  #controlButton(name, glyph, act) {
    return h(
      "button",
      { type: "button", class: "other", "data-key": `replay-${name}`, "aria-label": t(`replay.${name}`), onclick: act },
      icon(glyph, 18),
    );
  }

  get #seatSelect() {
    const seats = [
      { value: "0", text: t("replay.everybody") },
      ...this.shell.game.seats.map(({ seat }) => ({ value: String(seat), text: this.shell.who(seat) })),
    ];
    const onchange = ({ currentTarget }) => this.lookAs(Number(currentTarget.value));
    return choices(
      { "aria-label": t("replay.eyes"), class: "eyes", "data-key": "eyes", onchange },
      seats,
      String(this.eyes),
    );
  }

  /** Opens the share sheet; the viewer has a share card instead. */
  get #shareButton() {
    return h(
      "button",
      {
        type: "button",
        class: "other",
        "data-key": "replay-share",
        "aria-label": t("share.moment"),
        onclick: () => shareMoment(this.shell, this.step, this.moment),
      },
      icon("share", 18),
    );
  }

  /** Switches between viewer and table. */
  #otherViewButton(glyph, label) {
    return (
      this.canView &&
      h(
        "button",
        {
          type: "button",
          class: "other",
          "data-key": "replay-other",
          "aria-label": label,
          title: label,
          onclick: () => this.showTable(!this.wantsTable),
        },
        icon(glyph, 18),
      )
    );
  }

  /** @param {Node | null} line the text about the moment, in the viewer */
  #controls(line, glyph, label) {
    const turn = this.isPlaying ? "pause" : "play";
    return [
      this.#controlButton("first", "first", () => this.go(0)),
      this.#controlButton("back", "prev", () => this.go(this.step - 1)),
      h(
        "button",
        {
          type: "button",
          class: "primary other",
          "data-key": "replay-turn",
          "aria-label": t(`replay.${turn}`),
          onclick: () => this.play(),
        },
        icon(turn, 20),
      ),
      this.#controlButton("next", "next", () => this.go(this.step + 1)),
      this.#controlButton("final", "final", () => this.go(this.steps)),
      line ?? h("span", { class: "spread" }),
      this.#seatSelect,
      !line && this.#shareButton,
      this.#otherViewButton(glyph, label),
      h(
        "button",
        {
          type: "button",
          class: "ghost",
          "data-key": "replay-end",
          "aria-label": t("replay.result"),
          onclick: this.end,
        },
        icon("podium", 20),
        h("span", { class: "wide-only" }, t("replay.result")),
      ),
    ];
  }
}
