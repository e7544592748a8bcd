/** Asks for confirmation before a move is played, for those who switched that on. */

import { button, h } from "../../dom.js";
import { richText } from "../../draw/parts.js";
import { t } from "../../i18n.js";
import { openSheet } from "../panels/sheets.js";

const KEPT = "almagest.confirm";

export const asksToConfirm = () => localStorage.getItem(KEPT) === "on";
export const toggleConfirm = () => localStorage.setItem(KEPT, asksToConfirm() ? "off" : "on");

/** "Not yet" is the first button: a double press plays nothing. */
export function confirmThen(choice, play) {
  if (!asksToConfirm()) return play();
  const go = () => {
    card.close();
    play();
  };
  const card = openSheet(
    t("confirm.title"),
    "confirming",
    h("h2", {}, t("confirm.title")),
    h("p", { class: "serif" }, ...richText(choice.title)),
    h("ul", { class: "rows muted" }, ...(choice.effects ?? []).map(({ text }) => h("li", {}, ...richText(text)))),
    h(
      "div",
      { class: "row" },
      button(t("confirm.wait"), () => card.close(), { autofocus: true, "data-key": "not-yet" }),
      button(choice.play ?? t("bar.play"), go, { class: "primary", "data-key": "confirm" }),
    ),
  );
}
