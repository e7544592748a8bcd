/** Tabs of a phone: the board, the own means, the others, the log, the rules. */

import { element, h, show } from "../../dom.js";
import { icon } from "../../draw/icons.js";
import { rich } from "../../draw/parts.js";
import { t } from "../../i18n.js";
import { howFar } from "./header.js";
import { logList } from "../panels/log.js";
import { gained, recapOf } from "./recap.js";
import { rulesList } from "../panels/rules.js";

const TABS = { board: "board", mine: "pouch", others: "people", log: "log", rules: "rules" };
const OF_SHELL = ["others", "log", "rules"];

/** What is one's own is, for who only watches, somebody's. */
const nameOf = (shell, name) =>
  name === "mine" && shell.game.seat === null ? shell.who(shell.scene().shown) : t(`tab.${name}`);

function tab(shell, [name, glyph]) {
  const hasNews = name === "others" && shell.journal.news;
  return h(
    "button",
    {
      type: "button",
      role: "tab",
      "aria-selected": String(shell.tab === name),
      "data-key": `tab-${name}`,
      onclick: () => shell.show(name),
    },
    icon(glyph, 22),
    h("span", { class: "tab-word" }, nameOf(shell, name)),
    hasNews && h("i", { class: "news", role: "img", "aria-label": t("tab.news") }),
  );
}

/** What somebody did since the own last turn, below their board. */
function did(shell, seat) {
  const told = recapOf(shell).find((each) => each.seat === seat);
  return (
    told && h("p", { class: "did-since" }, h("span", { class: "recapped" }, ...rich(told.text)), gained(told.gain))
  );
}

const others = (shell) => [
  h("div", { class: "how-far" }, ...howFar(shell)),
  ...shell.game.view.seats
    .filter(({ seat }) => seat !== shell.game.seat)
    .map(({ seat }) =>
      h("div", { class: "panel seat-large" }, shell.drawing.seat(shell.scene(), seat, "large"), did(shell, seat)),
    ),
];

const INSIDE = { others, log: (shell) => [logList(shell)], rules: (shell) => [rulesList(shell)] };

/** What the shell itself shows on a tab. */
function drawOwn(shell) {
  const isOwn = OF_SHELL.includes(shell.tab) && ["phone", "low"].includes(shell.size);
  shell.tabbed ??= element("div", {});
  shell.tabbed.className = `own-tab ${shell.tab}-tab`;
  if (!isOwn) return shell.tabbed.remove();
  if (!shell.tabbed.isConnected) shell.parts.bar.before(shell.tabbed);
  show(shell.tabbed, ...INSIDE[shell.tab](shell));
}

export function drawTabs(shell) {
  const key = JSON.stringify([nameOf(shell, "mine"), shell.tab, shell.journal.news, shell.size, shell.game.status]);
  if (shell.tabKey !== key) show(shell.parts.tabs, ...Object.entries(TABS).map((each) => tab(shell, each)));
  shell.tabKey = key;
  drawOwn(shell);
}
