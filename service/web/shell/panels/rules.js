/** The rules at the table: how to play, step by step, and every ruling by its title. */

import { loadChunk } from "../../chunks.js";
import { button, h } from "../../dom.js";
import { isNarrow } from "../../draw/parts.js";
import { t } from "../../i18n.js";
import { openSheet } from "./sheets.js";
import { menu } from "./menu.js";

/** Opens the lessons; `begin` is called after the last one. */
export async function openLessons(shell, at, begin = () => {}) {
  const [{ openHowTo }, { lessons }] = await Promise.all([
    loadChunk("shell/panels/howto.js", "styles/howto.css"),
    loadChunk(`games/${shell.game.rulebook}/lessons.js`),
  ]);
  openHowTo(shell, lessons(shell.content, shell.t), at, begin);
}

function steps(shell) {
  return h(
    "ol",
    { class: "steps" },
    ...shell.speech.steps.map((title, index) =>
      h(
        "li",
        {},
        button(title, () => openLessons(shell, index).catch(shell.hooks.handleFailure), {
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

/** A phone has the settings at the end of this tab. */
const settings = (shell) =>
  isNarrow(shell) &&
  button(t("tool.menu"), () =>
    openSheet(t("tool.menu"), "drawer drawer-menu", h("h2", {}, t("tool.menu")), menu(shell)),
  );

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
