/** How to play: a card with a small live board, drawn by the real drawing code, and a few illustrated sentences. */

import { button, element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { emblem } from "../../draw/marks.js";
import { richText } from "../../draw/parts.js";
import { t } from "../../i18n.js";
import { openSheet } from "./sheets.js";
import { nearestTouchable } from "../input/touch.js";

/** A scene of the lesson's own position, with nothing around it. */
function lessonScene(shell, lesson, draft) {
  return shell.scene({
    view: lesson.view,
    moves: lesson.moves,
    draft,
    isMine: true,
    isOver: false,
    seat: 1,
    preview: null,
    before: null,
    look: null,
  });
}

/** A title is a name and, after a colon, what it is about; French has a space before it. */
const shortTitle = ({ title }) => title.split(":")[0].trim();

/** The list of steps; each is a link. */
const stepList = (lessons, at, go) =>
  h(
    "ol",
    { class: "named-steps", "aria-label": t("howto") },
    ...lessons.map((lesson, index) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "plain named-step",
            "data-key": `step-${index}`,
            "aria-current": index === at ? "step" : null,
            onclick: () => go(index),
          },
          h("i", { class: "serif" }, index + 1),
          h("span", {}, shortTitle(lesson)),
        ),
      ),
    ),
  );

const point = ({ glyph, text }) => h("li", {}, h("span", { class: "glyph" }, glyph), h("span", {}, ...richText(text)));

/** How much larger than at the table a lesson's board may be, and the margin around it. */
const MOST = 1.25;
const MARGIN = 20;

class HowTo {
  constructor(shell, lessons, at, begin) {
    this.shell = shell;
    this.lessons = lessons;
    this.begin = begin;
    this.body = element("div", { class: "howto" });
    this.card = openSheet(t("howto"), "howto-card", this.body);
    this.body.addEventListener("click", this.click);
    this.body.addEventListener("keydown", this.key);
    this.go(at);
  }

  go(at) {
    this.at = at;
    this.draft = this.lessons[at].draft ?? null;
    this.isDone = false;
    this.draw();
  }

  key = (event) => {
    const node = event.target.closest("svg [data-touch]");
    if (!node || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    this.touch(node.dataset.touch);
  };

  click = (event) => {
    const area = event.target.closest("[data-near]");
    const node =
      event.target.closest("[data-touch]") ?? (area && nearestTouchable(area, { x: event.clientX, y: event.clientY }));
    if (node) this.touch(node.dataset.touch);
  };

  /** A touch chooses as at the table; nothing is played. */
  touch(touched) {
    const lesson = this.lessons[this.at];
    const choice = this.shell.drawing.choose(lessonScene(this.shell, lesson, this.draft), touched);
    if (choice.refused) return;
    this.draft = choice.draft;
    this.isDone = true;
    this.draw();
  }

  /** Scales the board to the room there is; touch targets stay large enough. */
  fit() {
    const live = this.body.querySelector(".live");
    const board = live.firstElementChild;
    if (!(board instanceof HTMLElement)) return;
    const scale = () =>
      Math.min(
        MOST,
        (live.clientWidth - MARGIN) / board.offsetWidth,
        (live.clientHeight - MARGIN) / board.offsetHeight,
      );
    board.style.setProperty("--unshrunk", String(Math.max(1, 1.1 / scale())));
    board.style.setProperty("zoom", scale().toFixed(3));
  }

  end() {
    this.card.close();
    this.begin();
  }

  draw() {
    const lesson = this.lessons[this.at];
    const isLast = this.at + 1 === this.lessons.length;
    const next = isLast ? t("howto.begin") : t("howto.next", { title: shortTitle(this.lessons[this.at + 1]) });
    show(
      this.body,
      h("div", { class: "live" }, lesson.draw(lessonScene(this.shell, lesson, this.draft))),
      h(
        "div",
        { class: "taught" },
        h("p", { class: "caps" }, t("howto.step", { step: this.at + 1, steps: this.lessons.length })),
        h("h2", {}, lesson.title),
        h("ul", { class: "points", tabindex: 0 }, ...lesson.points.map(point)),
        lesson.legend && h("p", { class: "legend" }, lesson.legend.text, " ", lesson.legend.drawing),
        h(
          "p",
          { class: "coach", role: "status" },
          emblem(36),
          h("span", {}, ...richText(this.isDone ? t("howto.done") : lesson.task)),
        ),
      ),
      h(
        "div",
        { class: "steps-row" },
        stepList(this.lessons, this.at, (at) => this.go(at)),
        h(
          "div",
          { class: "row" },
          this.at > 0
            ? h(
                "button",
                {
                  type: "button",
                  class: "ghost",
                  onclick: () => this.go(this.at - 1),
                  "data-key": "back",
                  "aria-label": t("howto.back"),
                },
                icon("prev", 20),
              )
            : button(t("howto.skip"), () => this.card.close(), { class: "ghost", "data-key": "skip" }),
          button(next, () => (isLast ? this.end() : this.go(this.at + 1)), { class: "primary", "data-key": "next" }),
        ),
      ),
    );
    this.fit();
  }
}

export const openHowTo = (shell, lessons, at, begin) => new HowTo(shell, lessons, at, begin);
