/**
 * The menu of a table: language, theme, sound; the invite, pausing and leaving, and how the fairness of chance is
 * proved.
 */

import { choices, h, labelled } from "../../dom.js";
import { language, t } from "../../i18n.js";
import { otherTheme, theme } from "../../theme.js";
import { isConfirming, switchConfirming } from "../input/confirm.js";
import { hosting } from "./host_actions.js";
import { invitation } from "./invitation.js";
import { hasSound, switchSound } from "../net/sound.js";

const LANGUAGES = { en: "English", fr: "Français", ru: "Русский", uk: "Українська" };

/** Choosing the language, wherever it is offered. */
export function languageChoice(speak) {
  const list = Object.entries(LANGUAGES).map(([value, text]) => ({ value, text }));
  const onchange = ({ currentTarget }) => speak(currentTarget.value);
  return choices({ id: "language", "aria-label": t("language"), onchange }, list, language());
}

const switched = (text, isOn, act) =>
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
  const speak = (chosen) => {
    document.querySelector("dialog.drawer")?.remove();
    shell.hooks.speak(chosen);
  };
  return h(
    "div",
    { class: "menu" },
    labelled(t("language"), languageChoice(speak)),
    switched(t("theme.paper"), () => theme() === "paper", otherTheme),
    switched(t("sound"), hasSound, switchSound),
    switched(t("confirm"), isConfirming, switchConfirming),
    invitation(shell),
    ...hosting(shell),
    fairness(shell),
  );
}
