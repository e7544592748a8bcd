/** The lobby: three games to choose from, one's own games, open games, a field for an invite. */

import { element, h, show } from "../dom.js";
import { icon } from "../draw/icons.js";
import { emblem, seatMark } from "../draw/marks.js";
import { richText } from "../draw/parts.js";
import { hasText, t } from "../i18n.js";
import { saveInvite, saveName, savedName } from "../seats.js";
import { server } from "../server.js";
import { languageSelect } from "../shell/panels/menu.js";
import { toggleTheme } from "../theme.js";
import { openCreate, playNow } from "./create_game.js";
import { drawOpenGames, drawOwnGames, gameThumbnail } from "./game_lists.js";
import { showHowTo } from "./how_to_play.js";
import { tilePicture } from "./tile_pictures.js";
import { quickForm } from "./quick_play.js";

const REFRESH = 5000;
const LONGEST_NAME = 40;
/** The order of the games; others follow. */
const FIRST = ["astra", "nebula", "distant_suns"];
const rank = ({ id }) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);

/** The visitor's name, which they edit in place. */
function nameInput() {
  const onchange = ({ currentTarget }) => saveName(currentTarget.value.trim());
  const field = h("input", {
    onchange,
    name: "name",
    class: "own-name",
    maxlength: LONGEST_NAME,
    value: savedName(),
    placeholder: t("guest"),
    "aria-label": t("name"),
    autocomplete: "nickname",
  });
  return h("label", { class: "row name-pill" }, seatMark(1, 15), field);
}

function header(hooks) {
  const theme = h(
    "button",
    { type: "button", class: "plain", onclick: toggleTheme, "aria-label": t("theme.other") },
    icon("moon", 20),
  );
  return h(
    "header",
    { class: "top lobby-top" },
    h("span", { class: "brand" }, emblem(30), h("span", { class: "brand-word" }, "Almagest")),
    h("span", { class: "spread" }),
    nameInput(),
    languageSelect(hooks.changeLanguage),
    theme,
  );
}

function tile(rulebook, hooks) {
  const about = `about.${rulebook.id}`;
  return h(
    "article",
    { class: `tile ${rulebook.id}`, "data-rulebook": rulebook.id },
    tilePicture(rulebook.id),
    h(
      "div",
      { class: "tile-text" },
      h(
        "div",
        { class: "row" },
        h("h2", {}, rulebook.name),
        h("span", { class: "spread" }),
        icon("people", 16, "muted"),
        h("span", { class: "muted small" }, t("lobby.players_short", rulebook.players)),
      ),
      h("p", {}, hasText(about) ? t(about) : ""),
      h(
        "div",
        { class: "row actions" },
        h(
          "button",
          {
            type: "button",
            class: "primary play-now",
            onclick: (event) => playNow(rulebook, hooks, event.currentTarget),
          },
          icon("play", 16),
          t("lobby.play"),
        ),
        h(
          "button",
          { type: "button", class: "invite", onclick: () => openCreate(rulebook, hooks) },
          icon("link", 18),
          t("lobby.invite"),
        ),
        questionMark(rulebook, hooks),
      ),
    ),
  );
}

/** Games without a drawing have no lessons. */
const questionMark = (rulebook, hooks) =>
  hasText(`about.${rulebook.id}`) &&
  h(
    "button",
    {
      type: "button",
      class: "round learn",
      "aria-label": `${t("howto")}: ${rulebook.name}`,
      onclick: ({ currentTarget }) => showHowTo(rulebook.id, hooks, () => playNow(rulebook, hooks, currentTarget)),
    },
    "?",
  );

/** Offers the lessons of a game that the visitor does not play yet. */
const learnRow = (rulebook, hooks) =>
  h(
    "li",
    { class: "list-row beginning" },
    gameThumbnail({ rulebook: rulebook.id }),
    h(
      "div",
      { class: "list-text" },
      h("b", { class: "serif" }, rulebook.name),
      h("span", { class: "small muted" }, t(`about.${rulebook.id}`)),
    ),
    h(
      "button",
      {
        type: "button",
        "aria-label": `${t("howto")}: ${rulebook.name}`,
        onclick: ({ currentTarget }) => showHowTo(rulebook.id, hooks, () => playNow(rulebook, hooks, currentTarget)),
      },
      t("howto"),
    ),
  );

/** Reads an invite: a link, or the game's id and its code. */
function readInvite(typed) {
  const mark = typed.indexOf("#");
  const fields = new URLSearchParams(mark < 0 ? "" : typed.slice(mark + 1));
  return { game: fields.get("game") ?? typed.trim(), invite: fields.get("invite") ?? "" };
}

function invitePanel(rulebooks, hooks) {
  const link = element("input", {
    name: "link",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": t("lobby.paste"),
    placeholder: t("lobby.paste"),
  });
  const form = element(
    "form",
    { class: "panel invited", "aria-labelledby": "invite-title" },
    h("h2", { id: "invite-title", class: "caps" }, t("lobby.invited")),
    link,
    h("button", { type: "submit" }, t("lobby.take_seat")),
    h(
      "button",
      {
        type: "button",
        class: "ghost new-here",
        onclick: (event) => playNow(rulebooks[0], hooks, event.currentTarget, true),
      },
      icon("rules", 22),
      h("span", {}, ...richText(t("lobby.new_here", { game: rulebooks[0].name }))),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { game, invite } = readInvite(link.value);
    if (invite) saveInvite(game, invite);
    hooks.openGame(game);
  });
  return form;
}

class Lobby {
  constructor(page, hooks) {
    this.page = page;
    this.hooks = hooks;
    this.isLeft = false;
    this.timer = 0;
    this.own = element("section", { class: "panel own-games", "aria-label": t("lobby.own") });
    this.open = element(
      "section",
      { class: "panel open-tables", "aria-label": t("lobby.open_games") },
      h("h2", { class: "caps" }, t("lobby.open_games")),
    );
    this.network = new AbortController();
    if (!navigator.onLine) hooks.showConnection("offline");
    addEventListener("offline", () => hooks.showConnection("offline"), this.network);
    addEventListener("online", () => hooks.showConnection("live"), this.network);
  }

  /** Offline, the lobby still lists the games. */
  async draw() {
    drawOwnGames(this.own, new Map(), this.hooks);
    show(
      this.page,
      header(this.hooks),
      h("div", { class: "lobby" }, h("h1", { class: "unseen" }, "Almagest"), this.own),
    );
    const rulebooks = [...(await server.rulebooks.list())].sort((a, b) => rank(a) - rank(b));
    if (this.isLeft) return;
    this.beginnings = new Map(
      rulebooks
        .filter(({ id }) => hasText(`about.${id}`))
        .map((rulebook) => [rulebook.id, learnRow(rulebook, this.hooks)]),
    );
    this.names = new Map(rulebooks.map((rulebook) => [rulebook.id, rulebook.name]));
    show(
      this.page,
      header(this.hooks),
      h(
        "div",
        { class: "lobby" },
        h("div", { class: "welcome" }, h("h1", {}, t("lobby.title")), h("p", { class: "muted" }, t("lobby.sub"))),
        h("div", { class: "tiles" }, ...rulebooks.map((rulebook) => tile(rulebook, this.hooks))),
        h(
          "div",
          { class: "lists" },
          this.own,
          h("div", { class: "meeting" }, quickForm(rulebooks, this.hooks), this.open),
          invitePanel(rulebooks, this.hooks),
        ),
      ),
    );
    await this.refresh();
  }

  refresh = async () => {
    if (!document.hidden) {
      await Promise.all([
        drawOwnGames(this.own, this.names, this.hooks, this.beginnings),
        drawOpenGames(this.open, this.names, this.hooks),
      ]).then(() => this.hooks.showConnection("live"), this.hooks.handleFailure);
    }
    if (!this.isLeft) this.timer = setTimeout(this.refresh, REFRESH);
  };

  leave() {
    this.isLeft = true;
    this.network.abort();
    clearTimeout(this.timer);
  }
}

/** Opens the lobby; returns the function that closes it. */
export function openLobby(page, hooks) {
  document.title = "Almagest";
  const lobby = new Lobby(page, hooks);
  lobby.draw().catch(hooks.handleFailure);
  return () => lobby.leave();
}
