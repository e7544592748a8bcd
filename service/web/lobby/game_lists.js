/** The lobby's lists: one's own games by opponents and whose turn it is, and open games. */

import { h, show } from "../dom.js";
import { seatMark } from "../draw/marks.js";
import { joinWithAnd, joinWithCommas, t } from "../i18n.js";
import { savedName } from "../seats.js";
import { server } from "../server.js";
import { gameSign } from "./game_signs.js";

const MOST = 6;
/** The least number of rows, if there is something to fill them with. */
const LEAST = 3;
const KEPT = "almagest.games";

const savedGames = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");

/** Fetches one of the visitor's games; forgets it if it is gone. */
async function fetchGame(id) {
  const held = server.heldSeat(id);
  try {
    return await server.http.get(`/v1/games/${encodeURIComponent(id)}`, { token: held.token });
  } catch (error) {
    if (error.isPassing) return savedGames()[id] ?? null;
    if (error.status === 404) server.dropSeat(id);
    return null;
  }
}

const summaryOf = ({ id, rulebook, status, seats, deciders, seat, deadline }) => ({
  id,
  rulebook,
  status,
  seats,
  deciders,
  seat,
  deadline,
});

/** The visitor's games, those where it is their turn first; offline, as they were seen last. */
async function ownGames(names) {
  const ids = server.heldGames().slice(0, 2 * MOST);
  const found = names.size ? await Promise.all(ids.map(fetchGame)) : ids.map((id) => savedGames()[id] ?? null);
  const games = found.filter(Boolean).map(summaryOf);
  if (names.size) localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(games.map((game) => [game.id, game]))));
  const rank = (game) => (isMine(game) ? 0 : game.status === "running" ? 1 : game.status === "open" ? 2 : 3);
  return games.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

const isMine = ({ status, deciders, seat }) => status === "running" && deciders.includes(seat);

function statusText(game) {
  if (game.status === "open") return t("lobby.waits_players");
  if (game.status !== "running") return t("lobby.finished");
  const names = game.seats.filter((each) => game.deciders.includes(each.seat)).map((each) => each.name);
  return t("lobby.waits_for", { names: joinWithAnd(names) });
}

const opponents = (game) =>
  game.seats
    .filter((each) => each.seat !== game.seat && each.name)
    .map((each) => h("span", { class: "row small" }, seatMark(each.seat, 13), each.name));

export const gameThumbnail = (game) => h("span", { class: "list-thumb" }, gameSign(game.rulebook));

function ownRow(game, names, hooks) {
  const mine = isMine(game);
  const turn = mine
    ? h("span", { class: `pill turn pens-${game.seat}` }, seatMark(game.seat, 15), t("status.yours"))
    : h("span", { class: "muted small" }, statusText(game));
  const name = names.get(game.rulebook) ?? game.rulebook;
  return h(
    "li",
    { class: "list-row" },
    gameThumbnail(game),
    h(
      "div",
      { class: "list-text" },
      h("b", { class: "serif" }, name),
      h("span", { class: "row opponents" }, ...opponents(game)),
    ),
    turn,
    h(
      "button",
      {
        type: "button",
        class: mine ? "primary" : "",
        "data-key": game.id,
        onclick: () => hooks.openGame(game.id),
        "aria-label": `${mine ? t("lobby.continue") : t("lobby.look")}: ${name}, ${joinWithCommas(game.seats.map((each) => each.name ?? "?"))}`,
      },
      mine ? t("lobby.continue") : t("lobby.look"),
    ),
  );
}

/**
 * Draws the visitor's games; `beginnings` are rows for games that they do not play yet, by rulebook.
 * @param {Map<string, any>} beginnings
 */
export async function drawOwnGames(section, names, hooks, beginnings = new Map()) {
  const games = await ownGames(names);
  const running = games.filter((game) => game.status === "running").length;
  const none = h("li", { class: "muted none" }, t("lobby.no_own"));
  const unplayed = [...beginnings]
    .filter(([rulebook]) => !games.some((game) => game.rulebook === rulebook))
    .map(([, row]) => row)
    .slice(0, Math.max(0, LEAST - games.length));
  show(
    section,
    h(
      "div",
      { class: "heading" },
      h("h2", { class: "caps" }, t("lobby.own")),
      running > 0 && h("span", { class: "muted" }, t("lobby.running", { count: running })),
    ),
    h(
      "ul",
      { class: "rows" },
      ...(games.length ? games.map((game) => ownRow(game, names, hooks)) : [none]),
      ...unplayed,
    ),
  );
}

const freeSeatCount = (game) => game.seats.filter((seat) => seat.kind === "human" && !seat.taken).length;

async function join(game, hooks) {
  try {
    await server.games.join(game.id, { name: savedName() || t("guest") });
    hooks.openGame(game.id);
  } catch (error) {
    hooks.showError(error);
  }
}

function openRow(game, names, hooks) {
  const held = server.heldSeat(game.id);
  const there = game.seats.filter((seat) => seat.taken).map((seat) => seat.name);
  const said = t("lobby.seats_taken", { names: joinWithCommas(there), taken: there.length, all: game.seats.length });
  return h(
    "li",
    { class: "list-row" },
    gameThumbnail(game),
    h(
      "div",
      { class: "list-text" },
      h("b", { class: "serif" }, names.get(game.rulebook) ?? game.rulebook),
      h("span", { class: "small muted" }, said),
    ),
    h(
      "button",
      {
        type: "button",
        "data-key": game.id,
        "aria-label": `${held ? t("lobby.look") : t("lobby.join")}: ${joinWithCommas(there)}`,
        onclick: () => (held ? hooks.openGame(game.id) : join(game, hooks)),
      },
      held ? t("lobby.look") : t("lobby.join"),
    ),
  );
}

export async function drawOpenGames(section, names, hooks) {
  const { games } = await server.games.list({ status: "open", limit: 50 });
  const found = games.filter((game) => freeSeatCount(game) > 0).slice(0, 2 * MOST);
  const none = h("li", { class: "muted" }, t("lobby.none"));
  show(
    section,
    h(
      "div",
      { class: "heading" },
      h("h2", { class: "caps" }, t("lobby.open_games")),
      found.length > 0 && h("span", { class: "muted" }, t("lobby.waiting", { count: found.length })),
    ),
    h("ul", { class: "rows" }, ...(found.length ? found.map((game) => openRow(game, names, hooks)) : [none])),
  );
}
