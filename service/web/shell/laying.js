/** The parts of the page that a table is laid out in. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";

const column = (name) => h("div", { class: `column ${name}` });

const hintsPart = ({ hints }) =>
  h("section", { class: "hints", "aria-label": t("hints.title"), "aria-live": "polite", onkeydown: hints.key });

export function layOut(shell) {
  shell.parts = {
    top: h("header", { class: "top" }),
    coach: h("div", { class: "coach" }),
    hints: hintsPart(shell),
    recap: h("div", { class: "recap" }),
    left: column("left"),
    stage: column("stage"),
    right: column("right"),
    bar: h("section", { class: "bar", "aria-label": t("bar") }),
    tabs: h("div", { class: "tabs", role: "tablist", "aria-label": t("tabs") }),
    over: h("div", { class: "overs" }),
    voice: h("p", { class: "unseen", role: "status" }),
  };
  shell.root = h(
    "div",
    { class: "table", "data-rulebook": shell.game.rulebook, "data-seats": shell.game.seats.length },
    ...Object.values(shell.parts),
  );
  document.documentElement.style.setProperty("--own", `var(--p${shell.game.seat ?? 1})`);
  show(shell.page, shell.root);
  new ResizeObserver(shell.resized).observe(shell.parts.stage);
}
