/** The rules at the table: how to play, step by step, and every ruling by its title. */

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { sheet } from "./explain.js";
import { menu } from "./menu.js";
import { teach } from "./teaching.js";

function steps(shell) {
  return h(
    "ol",
    { class: "steps" },
    ...shell.speech.steps.map((title, index) =>
      h(
        "li",
        {},
        button(title, () => teach(shell, index).catch(shell.hooks.lost), {
          class: "step",
          "data-key": `step-${index}`,
        }),
      ),
    ),
  );
}

function rulings(shell) {
  const list = Object.entries(shell.content.rulings ?? {}).filter(([id]) => /^[A-Z]+-\d+$/.test(id));
  return h(
    "details",
    { class: "rulings" },
    h("summary", {}, t("rules.rulings")),
    h("dl", {}, ...list.flatMap(([id, title]) => [h("dt", {}, id), h("dd", {}, title)])),
  );
}

/** On a phone the settings are behind the last tab. */
const settings = (shell) =>
  ["phone", "low"].includes(shell.size) &&
  button(t("tool.menu"), () => sheet(t("tool.menu"), "drawer drawer-menu", h("h2", {}, t("tool.menu")), menu(shell)));

export const rulesList = (shell) =>
  h(
    "div",
    { class: "rules" },
    shell.speech.steps.length > 0 && h("h2", {}, t("howto")),
    steps(shell),
    h("p", { class: "muted" }, t("rules.ask")),
    rulings(shell),
    settings(shell),
  );
