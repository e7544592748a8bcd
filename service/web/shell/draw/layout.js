/** The parts of the page that a table is laid out in. */

import { element, show } from "../../dom.js";
import { t } from "../../i18n.js";

const column = (name) => element("div", { class: `column ${name}` });

const hintsPart = ({ hints }) =>
  element("section", { class: "hints", "aria-label": t("hints.title"), "aria-live": "polite", onkeydown: hints.key });

export function createLayout(shell) {
  shell.parts = {
    top: element("header", { class: "top" }),
    coach: element("div", { class: "coach" }),
    hints: hintsPart(shell),
    recap: element("div", { class: "recap" }),
    left: column("left"),
    stage: column("stage"),
    right: column("right"),
    bar: element("section", { class: "bar", "aria-label": t("bar") }),
    tabs: element("div", { class: "tabs", role: "tablist", "aria-label": t("tabs") }),
    over: element("div", { class: "overs" }),
    pause: element("div", { class: "pause-banner", role: "status" }),
    voice: element("p", { class: "unseen", role: "status" }),
  };
  shell.root = element(
    "div",
    { class: "table", "data-rulebook": shell.game.rulebook, "data-seats": shell.game.seats.length },
    ...Object.values(shell.parts),
  );
  document.documentElement.style.setProperty("--own", `var(--p${shell.game.seat ?? 1})`);
  show(shell.page, shell.root);
  new ResizeObserver(shell.handleResize).observe(shell.parts.stage);
}
