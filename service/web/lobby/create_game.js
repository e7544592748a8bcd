/** Creates a game: at once against a bot, or by a form with all options. */

import { choices, create, element, h, labelled, show } from "../dom.js";
import { hasText, idsOf, t } from "../i18n.js";
import { server } from "../server.js";
import { openSheet } from "../shell/panels/sheets.js";
import { nameField, typedName } from "../shell/panels/join_form.js";
import { savedName } from "../seats.js";

const EASIEST = "easy";
const LEARNT = "almagest.learnt.";

/** The text of an option's value, which the API gives by id only. */
const choiceText = (choice) => (hasText(`choice.${choice}`) ? t(`choice.${choice}`) : choice);

/** Part of the address that opens the lessons for somebody who never played this game. */
function learnSuffix(rulebook, isAsked) {
  const isNew = isAsked || !localStorage.getItem(LEARNT + rulebook);
  localStorage.setItem(LEARNT + rulebook, "yes");
  return isNew ? "&learn=1" : "";
}

/** Creates a game for as few players as possible, with bots of the easiest level. */
export async function playNow(rulebook, hooks, pressed, isAsked = false) {
  pressed.disabled = true;
  const bots = Array.from({ length: rulebook.players.min - 1 }, () => ({ kind: "bot", level: EASIEST }));
  const request = {
    rulebook: rulebook.id,
    seats: [{ kind: "human", name: savedName() || t("guest") }, ...bots],
    options: {},
    visibility: "private",
  };
  try {
    const made = await server.games.create(request);
    hooks.openGame(made.id, learnSuffix(rulebook.id, isAsked));
  } catch (error) {
    hooks.showError(error);
    pressed.disabled = false;
  }
}

/** Fields of the seats after the creator's: a person, or a bot of some level. */
function seatFields(count) {
  const kinds = [
    { value: "human", text: t("seat.person") },
    ...idsOf("level.").map((level) => ({ value: level, text: t(`level.${level}`) })),
  ];
  return Array.from({ length: count - 1 }, (_, index) =>
    labelled(t("seat", { seat: index + 2 }), choices({ name: "seat" }, kinds, "human")),
  );
}

/** Fields of the options that leave a choice. */
function optionFields(rulebook) {
  return rulebook.options
    .filter((option) => option.choices.length > 1)
    .map((option) => {
      const list = option.choices.map((value) => ({ value, text: choiceText(value) }));
      return labelled(option.text, choices({ name: `option.${option.name}` }, list, option.default));
    });
}

function createRequest(rulebook, form, name) {
  const fields = new FormData(form);
  const others = fields.getAll("seat").map((kind) => (kind === "human" ? { kind } : { kind: "bot", level: kind }));
  const options = [...fields].filter(([field]) => field.startsWith("option."));
  const seconds = Number(fields.get("turn_seconds"));
  return {
    rulebook: rulebook.id,
    seats: [{ kind: "human", name }, ...others],
    options: Object.fromEntries(options.map(([field, value]) => [field.slice("option.".length), value])),
    visibility: fields.get("visibility"),
    hints: fields.get("hints"),
    ...(seconds ? { turn_seconds: seconds } : {}),
  };
}

function playerCountSelect({ min, max }) {
  const counts = Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
  return choices(
    { name: "count" },
    counts.map((value) => ({ value, text: value })),
    String(min),
  );
}

function termFields() {
  const times = [0, 60, 300, 86400].map((value) => ({ value: String(value), text: t(`time.${value}`) }));
  const comers = ["private", "public"].map((value) => ({ value, text: t(`lobby.${value}`) }));
  const advised = ["bots", "all", "none"].map((value) => ({ value, text: t(`hints.${value}`) }));
  return h(
    "div",
    { class: "fields" },
    labelled(t("lobby.visibility"), choices({ name: "visibility" }, comers)),
    labelled(t("lobby.time"), choices({ name: "turn_seconds" }, times)),
    labelled(t("hints"), choices({ name: "hints" }, advised)),
  );
}

function createForm(rulebook, hooks) {
  const seats = element("div", { class: "fields" });
  const count = create(playerCountSelect(rulebook.players));
  const drawSeats = () => show(seats, ...seatFields(Number(count.value)));
  const form = element(
    "form",
    { class: "create", "aria-labelledby": "create-title" },
    h("h2", { id: "create-title" }, rulebook.name),
    h("div", { class: "fields" }, nameField(), labelled(t("lobby.seats"), count)),
    seats,
    h("div", { class: "fields" }, ...optionFields(rulebook)),
    termFields(),
    h("button", { type: "submit", class: "primary" }, t("lobby.start")),
  );
  count.addEventListener("change", drawSeats);
  drawSeats();
  form.addEventListener("submit", (event) => submit(event, rulebook, form, hooks));
  return form;
}

/** Creates the game; the button is disabled until the server answers. */
async function submit(event, rulebook, form, hooks) {
  event.preventDefault();
  const pressed = form.querySelector("[type=submit]");
  pressed.disabled = true;
  hooks.clearError();
  try {
    const made = await server.games.create(createRequest(rulebook, form, typedName(form)));
    form.closest("dialog").close();
    hooks.openGame(made.id);
  } catch (error) {
    hooks.showError(error);
    pressed.disabled = false;
  }
}

export const openCreate = (rulebook, hooks) => openSheet(t("lobby.options"), "creating", createForm(rulebook, hooks));
