/** Drawers of the header: rules, log, and the menu. */

import { create, h, show } from "../../dom.js";
import { t } from "../../i18n.js";
import { setExplainMode, openSheet } from "./sheets.js";
import { logLines, logList } from "./log.js";
import { menu } from "./menu.js";
import { rulesList, openLessons } from "./rules.js";

const DRAWERS = {
  log: (shell) => [h("h2", {}, t("log")), openLog(shell)],
  menu: (shell) => [h("h2", {}, t("tool.menu")), menu(shell)],
  rules: (shell) => [
    rulesList(shell),
    h("button", { type: "button", class: "primary", onclick: () => explainNext(shell) }, t("rules.explain_mode")),
  ],
};

let open = null;
let log = null;

function openLog(shell) {
  log = create(logList(shell));
  return log;
}

/** Updates the log while it is open. */
export function updateLog(shell) {
  if (log?.isConnected) show(log, ...logLines(shell));
}

/** Makes the next tap explain what it meets. */
function explainNext(shell) {
  open?.close();
  setExplainMode(shell.root, true);
}

export function openDrawer(shell, name) {
  if (name === "rules" && shell.hooks.learn && !shell.hasLearnt) {
    shell.hasLearnt = true;
    return openLessons(shell, 0).catch(shell.hooks.handleFailure);
  }
  const titles = { log: t("log"), menu: t("tool.menu"), rules: t("tool.rules") };
  open = openSheet(titles[name], `drawer drawer-${name}`, ...DRAWERS[name](shell));
}
