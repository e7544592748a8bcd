/**
 * "Show me": the strong bot's three best moves for the viewer's decision, with reasons. A tap on one chooses it on the
 * board; Play plays it. An answer that comes after the table has moved on is dropped.
 */

import { button, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { isNarrow, richText } from "../../draw/parts.js";
import { signedPoints, t } from "../../i18n.js";

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Hints {
  /** The hints, or an error; neither while a bot thinks. @type {{ hints?: any[], error?: any }} */
  answer = {};
  isOpen = false;
  /** A guided player sees a tip about the button until they press it once. */
  wasAsked = false;
  #now = null;

  constructor(shell) {
    this.shell = shell;
  }

  get isOffered() {
    return this.shell.isMine && this.shell.live.canAskHints;
  }

  /** Hints are for one decision only. */
  clear() {
    this.#now?.abort();
    this.#now = null;
    this.answer = {};
    this.isOpen = false;
  }

  press = () => {
    this.isOpen = !this.isOpen;
    this.wasAsked = true;
    if (this.isOpen && !this.#now) this.ask();
    else this.shell.render();
  };

  ask = async () => {
    const request = new AbortController();
    this.#now = request;
    this.answer = {};
    this.shell.render();
    const answer = await this.shell.live.hints(request).then(
      ({ hints }) => ({ hints }),
      (error) => ({ error }),
    );
    if (request.signal.aborted) return;
    this.answer = answer;
    this.shell.render();
  };

  /** Closes the panel and focuses the button that opened it. */
  close = () => {
    this.isOpen = false;
    this.shell.render();
    this.shell.root.querySelector(".show-me")?.focus();
  };

  /** Escape closes the panel and keeps what is chosen. */
  key = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.close();
  };

  /** A small screen shows the board instead. */
  choose(move) {
    const { shell } = this;
    const number = shell.live.moves.findIndex((offer) => isSame(offer.move, move));
    shell.look = null;
    shell.showTab("board");
    shell.touch(`move:${number}`);
    if (isNarrow(shell)) this.close();
  }
}

export const hintButton = ({ hints }) =>
  hints.isOffered &&
  h(
    "button",
    {
      type: "button",
      class: "show-me",
      "data-key": "show-me",
      onclick: hints.press,
      "aria-expanded": String(hints.isOpen),
      "aria-label": t("hints.show"),
      title: t("hints.show"),
    },
    icon("lamp", 20),
    h("span", { class: "show-me-word" }, t("hints.show")),
  );

/** Below the button in a guided game, while nothing is chosen and the recap is empty. */
export const hintTip = ({ hints, hooks, draft, recap = [] }) =>
  hooks.learn &&
  hints.isOffered &&
  !hints.wasAsked &&
  draft === null &&
  !recap.length &&
  h("span", { class: "tip", role: "note" }, t("hints.tip"));

function hintRow(shell, choice, { move, label, worth, why }, index) {
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "hint",
        "data-key": `hint-${index}`,
        "aria-pressed": String(isSame(choice.move, move)),
        onclick: () => shell.hints.choose(move),
      },
      h("span", { class: "hint-number serif", "aria-hidden": "true" }, index + 1),
      h("span", { class: "hint-said" }, h("b", {}, label), h("span", { class: "muted small" }, why)),
      h("b", { class: `hint-worth ${worth < 0 ? "" : "gain"}` }, signedPoints(worth)),
    ),
  );
}

/**
 * The page has words for the client's own refusal and for a lost connection; any other error comes in the page's
 * language.
 */
const SAID = { still_thinking: "hints.still_thinking", unreachable: "unreachable" };

const failureContent = ({ hints }, error) => [
  h("p", {}, SAID[error.code] ? t(SAID[error.code]) : error.message),
  button(t("hints.again"), hints.ask, { "data-key": "hints-again" }),
];

const thinkingContent = () => [
  h("p", { class: "row thinking" }, h("span", { class: "spins" }, icon("activation", 18)), t("hints.thinking")),
];

function panelContent(shell, choice) {
  const { hints, error } = shell.hints.answer;
  if (error) return failureContent(shell, error);
  if (!hints) return thinkingContent();
  return [
    h("ol", { class: "rows" }, ...hints.map((each, index) => hintRow(shell, choice, each, index))),
    h("p", { class: "small muted" }, ...richText(t("hints.then_play"))),
  ];
}

export function drawHints(shell, choice) {
  const { hints, parts } = shell;
  const key = hints.isOffered && hints.isOpen && JSON.stringify([hints.answer, hints.answer.error?.code, choice.move]);
  if (hints.drawn === key) return;
  hints.drawn = key;
  const close = h(
    "button",
    { type: "button", class: "plain", "aria-label": t("close"), "data-key": "hints-close", onclick: hints.close },
    icon("close", 22),
  );
  show(
    parts.hints,
    ...(key
      ? [
          h("div", { class: "heading" }, h("h3", { class: "caps" }, t("hints.title")), close),
          ...panelContent(shell, choice),
        ]
      : []),
  );
}
