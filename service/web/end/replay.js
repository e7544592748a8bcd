/** The game again, at the table itself: any moment, by step or by slider, with anybody's eyes. */

import { choices, h, show } from "../dom.js";
import { icon } from "../draw/icons.js";
import { emblem } from "../draw/marks.js";
import { t } from "../i18n.js";
import { isTabbed } from "../shell/scene.js";
import { drawTabs } from "../shell/tabs.js";
import { Course } from "./course.js";
import { instead } from "./turns.js";

const PACE = 1600;

export class Replay {
  #timer = 0;

  constructor(shell, step, end) {
    this.shell = shell;
    this.end = end;
    this.eyes = shell.game.seat ?? 0;
    this.steps = shell.game.version;
    this.moment = null;
    this.step = Math.max(0, Math.min(step, this.steps));
    this.went = 0;
    this.course = new Course(shell, this.step, (wanted) => this.go(wanted));
  }

  get isPlaying() {
    return this.#timer > 0;
  }

  async go(step) {
    this.step = Math.max(0, Math.min(step, this.steps));
    this.went += 1;
    const went = this.went;
    try {
      const moment = await this.shell.moments.around(this.step, this.eyes);
      if (went !== this.went || this.shell.stop.signal.aborted) return;
      this.moment = moment;
      history.replaceState(null, "", `#game=${encodeURIComponent(this.shell.live.id)}&step=${this.step}`);
      this.draw();
    } catch (error) {
      this.shell.hooks.lost(error);
    }
  }

  look(eyes) {
    this.eyes = eyes;
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

  /** What is still asked for is not drawn any more. */
  close() {
    this.went += 1;
    clearInterval(this.#timer);
  }

  /** What the strong bot says of this move, where most became otherwise. */
  get #turn() {
    const turn = this.shell.analysis.turnAt(this.step);
    return turn && h("span", { class: "turn-note" }, h("b", {}, turn.why), " ", instead(turn));
  }

  draw() {
    const { shell, moment } = this;
    if (!moment) return;
    this.course.move(this.step);
    const scene = shell.moments.scene(moment, this.eyes);
    show(shell.parts.coach, emblem(36), h("span", {}, shell.moments.said(this.step)));
    show(shell.parts.recap, h("span", { class: "muted small" }, t("replay.step", { step: this.step, steps: this.steps })), this.#turn);
    shell.places.draw(shell.parts, shell.drawing.board(scene).filter((part) => part.column !== "over"), shell.tab, isTabbed(shell.size));
    show(shell.parts.bar, ...this.#transport());
    drawTabs(shell);
  }

  #key(name, glyph, act) {
    return h("button", { type: "button", class: "other", "data-key": `replay-${name}`, "aria-label": t(`replay.${name}`), onclick: act }, icon(glyph, 18));
  }

  #transport() {
    const seats = [{ value: "0", text: t("replay.everybody") }, ...this.shell.game.seats.map(({ seat }) => ({ value: String(seat), text: this.shell.who(seat) }))];
    const eyes = choices({ "aria-label": t("replay.eyes"), class: "eyes", "data-key": "eyes" }, seats, String(this.eyes));
    eyes.addEventListener("change", () => this.look(Number(eyes.value)));
    const turn = this.isPlaying ? "pause" : "play";
    return [this.course.node,
      h("div", { class: "transport" }, this.#key("first", "first", () => this.go(0)), this.#key("back", "prev", () => this.go(this.step - 1)),
        h("button", { type: "button", class: "primary other", "data-key": "replay-turn", "aria-label": t(`replay.${turn}`), onclick: () => this.play() }, icon(turn, 20)),
        this.#key("next", "next", () => this.go(this.step + 1)), this.#key("final", "final", () => this.go(this.steps)), h("span", { class: "spread" }), eyes,
        h("button", { type: "button", class: "ghost", "data-key": "replay-end", onclick: this.end }, t("replay.result")))];
  }
}
