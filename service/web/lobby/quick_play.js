/** Quick play: matches the visitor with others who want the same game and number of players. */

import { choices, create, element, h, show } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../i18n.js";
import { savedName } from "../seats.js";
import { server } from "../server.js";

const FEWEST = 2;

function playerCounts({ players: { min, max } }) {
  const fewest = Math.max(FEWEST, min);
  return Array.from({ length: max - fewest + 1 }, (_, index) => String(fewest + index)).map((value) => ({
    value,
    text: t("lobby.for_people", { count: value }),
  }));
}

async function quickPlay(form, hooks) {
  const fields = new FormData(form);
  const pressed = form.querySelector("[type=submit]");
  pressed.disabled = true;
  hooks.clearError();
  try {
    const found = await server.games.quick({
      rulebook: fields.get("rulebook"),
      seats: Number(fields.get("seats")),
      name: savedName() || t("guest"),
    });
    hooks.openGame(found.id);
  } catch (error) {
    pressed.disabled = false;
    hooks.showError(error);
  }
}

export function quickForm(rulebooks, hooks) {
  const people = element("span", { class: "quick-people" });
  const game = create(
    choices(
      { name: "rulebook", "aria-label": t("lobby.game") },
      rulebooks.map(({ id, name }) => ({ value: id, text: name })),
    ),
  );
  const count = () =>
    show(
      people,
      choices(
        { name: "seats", "aria-label": t("lobby.people") },
        playerCounts(rulebooks.find(({ id }) => id === game.value)),
      ),
    );
  const form = element(
    "form",
    { class: "panel quick", "aria-labelledby": "quick-title" },
    h(
      "div",
      { class: "heading" },
      h("h2", { id: "quick-title", class: "caps" }, t("lobby.quick")),
      h("span", { class: "muted" }, t("lobby.quick_sub")),
    ),
    h(
      "div",
      { class: "row quick-row" },
      game,
      people,
      h("button", { type: "submit", "aria-labelledby": "quick-title" }, icon("play", 16), t("lobby.sit")),
    ),
  );
  game.addEventListener("change", count);
  count();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    quickPlay(form, hooks);
  });
  return form;
}
