/** Creates, joins, resumes, watches and lists games. */

import { newEntropy } from "./http.js";
import { Table } from "./table.js";

const PARTS = "moves,score";
const path = (id, rest = "") => `/v1/games/${encodeURIComponent(id)}${rest}`;

export class Games {
  #client;

  constructor(client) {
    this.#client = client;
  }

  /**
   * Saves the token of a new seat, so that `resume` finds it after a reload, and what the seat contributed to the deal,
   * so that a page can look for it in the replay.
   */
  #openSeat({ game, token, seat, invite = null, tokens = [] }, etag, entropy) {
    const { kept } = this.#client;
    const more = { ...(invite ? { invite } : {}), ...(entropy ? { entropy } : {}) };
    if (token) kept.holdSeat(game.id, { token, seat, rulebook: game.rulebook, ...more });
    const byPlayer = Object.fromEntries(tokens.map((each) => [each.player, each.token]));
    return new Table(this.#client, game, { token, etag, invite, tokens: byPlayer });
  }

  async create(request) {
    const sent = request.rig ? request : { entropy: newEntropy(), ...request };
    const { value, etag } = await this.#client.http.post("/v1/games", sent, { token: this.#client.key });
    return this.#openSeat(value, etag, sent.entropy);
  }

  /** Takes a free seat; with a player's token that player does. */
  async join(id, { name, invite } = {}) {
    const entropy = newEntropy();
    const body = invite ? { name, invite, entropy } : { name, entropy };
    const { value, etag } = await this.#client.http.post(path(id, "/seats"), body, { token: this.#client.token });
    return this.#openSeat(value, etag, value.game.rigged ? null : entropy);
  }

  /**
   * Sits down at once: where somebody waits for the same game, or at a new table that waits for the next. With an app's
   * key `player` of the request is which of its users does; with a player's token that player does.
   */
  async quick(request) {
    const credential = this.#client.key ?? this.#client.token;
    const sent = { entropy: newEntropy(), ...request };
    const { value, etag } = await this.#client.http.post("/v1/quick", sent, { token: credential });
    const waitsAlready = credential && !value.game.entropy.includes(sent.entropy);
    return this.#openSeat(value, etag, waitsAlready ? null : sent.entropy);
  }

  /** Plays a finished game again with the same people, as the seat whose token is given or kept, or as the player. */
  async rematch(id, given) {
    const { kept, token: own } = this.#client;
    const token = given ?? kept.seat(id)?.token ?? own;
    const entropy = newEntropy();
    const { value, etag } = await this.#client.http.post(path(id, "/rematch"), { entropy }, { token });
    return this.#openSeat(value, etag, entropy);
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
