/** The menu of a table: language, theme, sound, invitation, pausing and leaving, proof of fair dealing. */

import { choices, h, labelled } from "../../dom.js";
import { language, languages, t } from "../../i18n.js";
import { theme, toggleTheme } from "../../theme.js";
import { asksToConfirm, toggleConfirm } from "../input/confirm.js";
import { hostActions } from "./host_actions.js";
import { invitation } from "./invitation.js";
import { hasSound, toggleSound } from "../net/sound.js";

export function languageSelect(changeLanguage) {
  const onchange = ({ currentTarget }) => changeLanguage(currentTarget.value);
  return choices({ id: "language", "aria-label": t("language"), onchange }, languages(), language());
}

const switchButton = (text, isOn, act) =>
  h(
    "button",
    {
      type: "button",
      class: "switch",
      "aria-pressed": String(isOn()),
      onclick: ({ currentTarget }) => {
        act();
        currentTarget.setAttribute("aria-pressed", String(isOn()));
      },
    },
    text,
  );

const fairness = (shell) =>
  h(
    "details",
    {},
    h("summary", {}, t("tools.fair")),
    h("p", {}, t("tools.seed"), " ", h("code", { class: "hash" }, shell.game.seed_hash)),
  );

export function menu(shell) {
  const changeLanguage = (chosen) => {
    document.querySelector("dialog.drawer")?.remove();
    shell.hooks.changeLanguage(chosen);
  };
  return h(
    "div",
    { class: "menu" },
    labelled(t("language"), languageSelect(changeLanguage)),
    switchButton(t("theme.paper"), () => theme() === "paper", toggleTheme),
    switchButton(t("sound"), hasSound, toggleSound),
    switchButton(t("confirm"), asksToConfirm, toggleConfirm),
    invitation(shell),
    ...hostActions(shell),
    fairness(shell),
  );
}
