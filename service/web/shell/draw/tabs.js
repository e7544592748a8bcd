/** Tabs of a phone: the board, one's own resources, opponents, log, rules. */

import { element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { isNarrow, richText } from "../../draw/parts.js";
import { t } from "../../i18n.js";
import { progressChips } from "./header.js";
import { logList } from "../panels/log.js";
import { gainText, recapOf } from "./recap.js";
import { rulesList } from "../panels/rules.js";

const TABS = { board: "board", mine: "pouch", others: "people", log: "log", rules: "rules" };
const OF_SHELL = ["others", "log", "rules"];

/** A spectator's second tab is named after the seat it shows. */
const tabName = (shell, name) =>
  name === "mine" && shell.game.seat === null ? shell.who(shell.scene().shown) : t(`tab.${name}`);

function tab(shell, [name, glyph]) {
  const hasNews = name === "others" && shell.journal.hasNews;
  return h(
    "button",
    {
      type: "button",
      role: "tab",
      "aria-selected": String(shell.tab === name),
      "data-key": `tab-${name}`,
      onclick: () => shell.showTab(name),
    },
    icon(glyph, 22),
    h("span", { class: "tab-word" }, tabName(shell, name)),
    hasNews && h("i", { class: "news", role: "img", "aria-label": t("tab.news") }),
  );
}

/** What an opponent did since the viewer's last turn, below their board. */
function recentMoves(shell, seat) {
  const recap = recapOf(shell).find((each) => each.seat === seat);
  return (
    recap &&
    h("p", { class: "did-since" }, h("span", { class: "recapped" }, ...richText(recap.text)), gainText(recap.gain))
  );
}

const othersPanel = (shell) => [
  h("div", { class: "how-far" }, ...progressChips(shell)),
  ...shell.game.view.seats
    .filter(({ seat }) => seat !== shell.game.seat)
    .map(({ seat }) =>
      h(
        "div",
        { class: "panel seat-large" },
        shell.drawing.seat(shell.scene(), seat, "large"),
        recentMoves(shell, seat),
      ),
    ),
];

const INSIDE = { others: othersPanel, log: (shell) => [logList(shell)], rules: (shell) => [rulesList(shell)] };

/** Draws the tabs that belong to the shell, not to the game. */
function drawTabPanel(shell) {
  const isOwn = OF_SHELL.includes(shell.tab) && isNarrow(shell);
  shell.tabPanel ??= element("div", {});
  shell.tabPanel.className = `own-tab ${shell.tab}-tab`;
  if (!isOwn) return shell.tabPanel.remove();
  if (!shell.tabPanel.isConnected) shell.parts.bar.before(shell.tabPanel);
  show(shell.tabPanel, ...INSIDE[shell.tab](shell));
}

export function drawTabs(shell) {
  const key = JSON.stringify([tabName(shell, "mine"), shell.tab, shell.journal.hasNews, shell.size, shell.game.status]);
  if (shell.tabKey !== key) show(shell.parts.tabs, ...Object.entries(TABS).map((each) => tab(shell, each)));
  shell.tabKey = key;
  drawTabPanel(shell);
}
