/** Creates, joins, resumes, watches and lists games. */

import { Table } from "./table.js";

const PARTS = "moves,score";
const path = (id, rest = "") => `/v1/games/${encodeURIComponent(id)}${rest}`;

export class Games {
  #client;

  constructor(client) {
    this.#client = client;
  }

  /** Saves the token of a new seat, so that `resume` finds it after a reload. */
  #openSeat({ game, token, seat, invite = null, tokens = [] }, etag) {
    const { kept } = this.#client;
    if (token) kept.holdSeat(game.id, { token, seat, rulebook: game.rulebook, ...(invite ? { invite } : {}) });
    const byPlayer = Object.fromEntries(tokens.map((each) => [each.player, each.token]));
    return new Table(this.#client, game, { token, etag, invite, tokens: byPlayer });
  }

  async create(request) {
    const { value, etag } = await this.#client.http.post("/v1/games", request, { token: this.#client.key });
    return this.#openSeat(value, etag);
  }

  /** Takes a free seat; with a player's token that player does. */
  async join(id, { name, invite } = {}) {
    const body = invite ? { name, invite } : { name };
    const { value, etag } = await this.#client.http.post(path(id, "/seats"), body, { token: this.#client.token });
    return this.#openSeat(value, etag);
  }

  /**
   * Sits down at once: where somebody waits for the same game, or at a new table that waits for the next. With an app's
   * key `player` of the request is which of its users does; with a player's token that player does.
   */
  async quick(request) {
    const { key, token } = this.#client;
    const { value, etag } = await this.#client.http.post("/v1/quick", request, { token: key ?? token });
    return this.#openSeat(value, etag);
  }

  /** Plays a finished game again with the same people, as the seat whose token is given or kept, or as the player. */
  async rematch(id, given) {
    const { kept, token: own } = this.#client;
    const token = given ?? kept.seat(id)?.token ?? own;
    const { value, etag } = await this.#client.http.post(path(id, "/rematch"), {}, { token });
    return this.#openSeat(value, etag);
  }

  async #loadTable(id, token, { invite, after }) {
    const { value, etag } = await this.#client.http.send("GET", path(id), { token, query: { include: PARTS } });
    return new Table(this.#client, value, { token, etag, invite, after });
  }

  /** A table at which a seat is held, by the token that is given or kept. Events after `after` will be told. */
  resume(id, { token, after = 0 } = {}) {
    const held = this.#client.kept.seat(id);
    return this.#loadTable(id, token ?? held?.token ?? this.#client.token, { invite: held?.invite ?? null, after });
  }

  watch = (id, { after = 0 } = {}) => this.#loadTable(id, null, { after });

  /** A page of public games, newest first; `next` is the cursor of the following one. */
  list = (query = {}) => this.#client.http.get("/v1/games", { query });
}
