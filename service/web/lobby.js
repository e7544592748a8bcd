/** The lobby: start a game, join one, go on with one. */

import * as api from "./api.js";
import { button, choices, h, labelled, show } from "./dom.js";
import { has, t } from "./i18n.js";
import { heldGames, heldSeat, holdSeat, keepInvite } from "./seats.js";
import { nameField, nameIn, sitDown } from "./sitting.js";

const REFRESH = 5000;
const LEVELS = ["random", "greedy", "strong"];

/** Texts of choices that the API gives by id only. */
const choiceText = (choice) => (has(`choice.${choice}`) ? t(`choice.${choice}`) : choice);

/** Seat 1 is the creator's; every other seat is for a person or for a bot of some level. */
function seatFields(count) {
  const kinds = [{ value: "human", text: t("seat.person") },
    ...LEVELS.map((level) => ({ value: level, text: t(`level.${level}`) }))];
  return Array.from({ length: count - 1 }, (_, index) =>
    labelled(t("seat", { seat: index + 2 }), choices({ name: "seat" }, kinds, "greedy")));
}

/** Only options that leave a choice are asked for. */
function optionFields(rulebook) {
  return rulebook.options.filter((option) => option.choices.length > 1).map((option) => {
    const list = option.choices.map((value) => ({ value, text: choiceText(value) }));
    return labelled(option.text, choices({ name: `option.${option.name}` }, list, option.default));
  });
}

function wishOf(form, name) {
  const fields = new FormData(form);
  const others = fields.getAll("seat").map((kind) => (kind === "human" ? { kind } : { kind: "bot", level: kind }));
  const options = [...fields].filter(([field]) => field.startsWith("option."));
  const seconds = Number(fields.get("turn_seconds"));
  return {
    rulebook: fields.get("rulebook"),
    seats: [{ kind: "human", name }, ...others],
    options: Object.fromEntries(options.map(([field, value]) => [field.slice("option.".length), value])),
    visibility: fields.get("visibility"),
    ...(seconds ? { turn_seconds: seconds } : {}),
  };
}

async function createGame(form, hooks) {
  const made = await api.create(wishOf(form, nameIn(form)));
  const { id, rulebook } = made.game;
  holdSeat(id, { token: made.token, seat: made.seat, rulebook, ...(made.invite ? { invite: made.invite } : {}) });
  hooks.visit(id);
}

/** Runs a step of a form: the button rests meanwhile, an error is told. */
function submitting(form, hooks, step) {
  return async (event) => {
    event.preventDefault();
    const pressed = form.querySelector("[type=submit]");
    pressed.disabled = true;
    hooks.hush();
    try {
      await step();
    } catch (error) {
      hooks.tell(error);
    } finally {
      pressed.disabled = false;
    }
  };
}

function gameChoice(rulebook, isChosen) {
  const about = `about.${rulebook.id}`;
  return h("label", { class: `game ${rulebook.id}` },
    h("input", { type: "radio", name: "rulebook", value: rulebook.id, checked: isChosen }),
    h("b", {}, rulebook.name),
    has(about) && h("span", {}, t(about)),
    h("small", {}, t("lobby.players", rulebook.players)));
}

function gameChoices(rulebooks) {
  const list = rulebooks.map((each, index) => gameChoice(each, index === 0));
  return h("div", { class: "games", role: "radiogroup", "aria-label": t("lobby.game") }, ...list);
}

/** How many seats the game can have; the number chosen before stays, if it can. */
function countOptions({ min, max }, before) {
  const kept = Math.min(Math.max(before || min, min), max);
  const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  return counts.map((each) => h("option", { value: each, selected: each === kept }, each));
}

function termFields() {
  const times = [0, 60, 300, 86400].map((value) => ({ value: String(value), text: t(`time.${value}`) }));
  const comers = ["public", "private"].map((value) => ({ value, text: t(`lobby.${value}`) }));
  return h("div", { class: "fields" },
    labelled(t("lobby.visibility"), choices({ name: "visibility" }, comers)),
    labelled(t("lobby.time"), choices({ name: "turn_seconds" }, times)));
}

function createForm(rulebooks, hooks) {
  const seats = h("div", { class: "fields" });
  const options = h("div", { class: "fields" });
  const games = gameChoices(rulebooks);
  const count = choices({ name: "count" }, []);
  const form = h("form", { class: "panel create", "aria-labelledby": "create-title" },
    h("h2", { id: "create-title" }, t("lobby.create")), games,
    h("div", { class: "fields" }, nameField(), labelled(t("lobby.seats"), count)),
    seats, options, termFields(),
    h("button", { type: "submit", class: "main" }, t("lobby.start")));
  const drawSeats = () => show(seats, ...seatFields(Number(count.value)));
  const drawGame = () => {
    const rulebook = rulebooks.find((each) => each.id === form.elements.rulebook.value);
    show(count, ...countOptions(rulebook.players, Number(count.value)));
    show(options, ...optionFields(rulebook));
    drawSeats();
  };
  count.addEventListener("change", drawSeats);
  games.addEventListener("change", drawGame);
  form.addEventListener("submit", submitting(form, hooks, () => createGame(form, hooks)));
  drawGame();
  return form;
}

const free = (game) => game.seats.filter((seat) => seat.kind === "human" && !seat.taken).length;

function openGame(game, names, hooks, nameOf) {
  const host = game.seats.find((seat) => seat.host)?.name ?? "";
  const join = async () => {
    try {
      await sitDown(game.id, nameOf(), "");
      hooks.visit(game.id);
    } catch (error) {
      hooks.tell(error);
    }
  };
  const held = heldSeat(game.id);
  return h("li", {},
    h("span", {}, h("b", {}, names.get(game.rulebook) ?? game.rulebook), " ",
      t("lobby.by", { name: host }), ", ", t("lobby.free", { free: free(game), all: game.seats.length })),
    held ? button(t("lobby.go_on"), () => hooks.visit(game.id), { "data-key": game.id })
      : button(t("lobby.join"), join, { "data-key": game.id, "aria-label": `${t("lobby.join")}: ${host}` }));
}

function ownGames(names, hooks) {
  const ids = heldGames().slice(0, 20);
  if (!ids.length) return null;
  return h("section", { class: "panel" }, h("h2", {}, t("lobby.own")),
    h("ul", { class: "rows" }, ...ids.map((id) =>
      h("li", {}, h("span", {}, names.get(heldSeat(id)?.rulebook) ?? "", " ", h("code", {}, id)),
        button(t("lobby.go_on"), () => hooks.visit(id))))));
}

/** An invite is typed as a link, or as the id of the game and its code. */
function readInvite(typed) {
  const mark = typed.indexOf("#");
  const fields = new URLSearchParams(mark < 0 ? "" : typed.slice(mark + 1));
  return { game: fields.get("game") ?? typed.trim(), invite: fields.get("invite") ?? "" };
}

function inviteForm(hooks) {
  const link = h("input", { name: "link", required: true, autocomplete: "off", spellcheck: "false" });
  const form = h("form", { class: "panel", "aria-labelledby": "invite-title" },
    h("h2", { id: "invite-title" }, t("lobby.invited")),
    labelled(t("lobby.link"), link, t("lobby.link_hint")),
    h("button", { type: "submit" }, t("lobby.open")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { game, invite } = readInvite(link.value);
    if (invite) keepInvite(game, invite);
    hooks.visit(game);
  });
  return form;
}

/** Draws the lobby; the answer ends it. */
export function openLobby(page, hooks) {
  let timer = 0;
  let left = false;
  const games = h("ul", { class: "rows" });
  document.title = "Almagest";
  show(page, h("p", { class: "quiet" }, t("loading")));

  async function list(names) {
    const found = (await api.openGames()).filter((game) => free(game) > 0);
    const none = h("li", { class: "quiet" }, t("lobby.none"));
    const rows = found.map((game) => openGame(game, names, hooks, () => nameIn(page)));
    if (!left) show(games, ...(rows.length ? rows : [none]));
  }

  async function refresh(names) {
    if (!document.hidden) await list(names).catch(hooks.tell);
    if (!left) timer = setTimeout(refresh, REFRESH, names);
  }

  async function draw() {
    const rulebooks = await api.rulebooks();
    if (left) return;
    const names = new Map(rulebooks.map((rulebook) => [rulebook.id, rulebook.name]));
    show(page, h("h1", { class: "unseen" }, "Almagest"), h("div", { class: "lobby" },
      createForm(rulebooks, hooks),
      h("div", {},
        ownGames(names, hooks),
        h("section", { class: "panel" }, h("h2", {}, t("lobby.open_games")), games),
        inviteForm(hooks))));
    await refresh(names);
  }

  draw().catch(hooks.tell);
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
