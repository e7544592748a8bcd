/** Creates, joins, resumes, watches and lists games. */

import { clientProblem } from "./problem.js";
import { Table } from "./table.js";

const PARTS = "moves,score";
/** What may stand in a header. */
const HEADER = /^[\x21-\x7e]+$/;
/** Whether the server refuses the field `entropy` and nothing else: it is of version 0.2. */
const isEntropyUnknown = ({ status, body: { errors = [] } = {} }) =>
  status === 422 && errors.length > 0 && errors.every(({ field }) => field === "entropy");

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
    const more = { ...(invite ? { invite } : {}), ...(entropy && !game.rigged ? { entropy } : {}) };
    if (token) kept.holdSeat(game.id, { token, seat, rulebook: game.rulebook, ...more });
    const byPlayer = Object.fromEntries(tokens.map((each) => [each.player, each.token]));
    return new Table(this.#client, game, { token, etag, invite, tokens: byPlayer });
  }

  /**
   * Sits down and contributes to the deal. A server of 0.2, which does not know the field, gets the request without it;
   * the key stays the same, so that nobody sits down twice should an earlier attempt have reached a newer server.
   */
  async #contribute(path, body, token) {
    const { http } = this.#client;
    const entropy = body.entropy === undefined ? http.random.newEntropy() : body.entropy;
    const key = http.random.newKey();
    const more = entropy ? { entropy } : {};
    try {
      return { ...(await http.post(path, { ...body, ...more }, { token, key })), entropy };
    } catch (error) {
      if (body.entropy || !entropy || !isEntropyUnknown(error)) throw error;
      return { ...(await http.post(path, body, { token, key })), entropy: null };
    }
  }

  async create(request) {
    const { http, key } = this.#client;
    const sent = request.rig
      ? await http.post("/v1/games", request, { token: key })
      : await this.#contribute("/v1/games", request, key);
    return this.#openSeat(sent.value, sent.etag, sent.entropy);
  }

  /**
   * The game as somebody sees it who has no seat yet; null if the server does not show it to who is invited, as those
   * of 0.2.
   */
  async #readBeforeJoining(id, invite) {
    if (invite && !HEADER.test(invite)) return null;
    try {
      return await this.#client.http.get(path(id), { token: invite || this.#client.token });
    } catch (error) {
      if (!invite || ![401, 404].includes(error.status)) throw error;
      return null;
    }
  }

  /**
   * Takes a free seat; with a player's token that player does. Reads the game first: the server has to commit itself
   * before it gets this seat's bytes, and gets none otherwise.
   */
  async join(id, { name, invite } = {}) {
    const { http, token } = this.#client;
    const body = invite ? { name, invite } : { name };
    const seen = await this.#readBeforeJoining(id, invite);
    const sent = seen
      ? await this.#contribute(path(id, "/seats"), body, token)
      : await http.post(path(id, "/seats"), body, { token });
    const { game, token: seatToken } = sent.value;
    if (seen && seen.seed_hash !== game.seed_hash) {
      await http.send("DELETE", path(id, "/seats/me"), { token: seatToken });
      throw clientProblem("seed_changed", `the server committed itself to ${seen.seed_hash}, and then changed it`);
    }
    return this.#openSeat(sent.value, sent.etag, sent.entropy);
  }

  /**
   * Sits down at once: where somebody waits for the same game, or at a new table that waits for the next. With an app's
   * key `player` of the request is which of its users does; with a player's token that player does.
   */
  async quick(request) {
    const credential = this.#client.key ?? this.#client.token;
    const { value, etag, entropy } = await this.#contribute("/v1/quick", request, credential);
    const waitsAlready = credential && !value.game.entropy?.includes(entropy);
    return this.#openSeat(value, etag, waitsAlready ? null : entropy);
  }

  /** Plays a finished game again with the same people, as the seat whose token is given or kept, or as the player. */
  async rematch(id, given) {
    const { kept, token: own } = this.#client;
    const token = given ?? kept.seat(id)?.token ?? own;
    const { value, etag, entropy } = await this.#contribute(path(id, "/rematch"), {}, token);
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

  /**
   * A table as spectators see it; with an app's key also of the app's private games. A server of 0.2 takes the key for
   * the token of a seat: there it watches without it.
   */
  async watch(id, { after = 0 } = {}) {
    const { key } = this.#client;
    try {
      return await this.#loadTable(id, key, { after });
    } catch (error) {
      if (!key || error.code !== "token_unknown") throw error;
      return this.#loadTable(id, null, { after });
    }
  }

  /** A page of public games, or with an app's key of all games of the app, newest first; `next` is the next cursor. */
  list = (query = {}) => this.#client.http.get("/v1/games", { query, token: this.#client.key });

  /** Creates up to 100 games of the app in one call, with the app's key: all of them, or none. */
  createMany = async (games) => {
    const { http, key } = this.#client;
    return (await http.post("/v1/games/bulk", { games }, { token: key })).value.games;
  };

  /** Deletes a game of the app before its first move, with the app's key. */
  delete = async (id) => {
    await this.#client.http.send("DELETE", path(id), { token: this.#client.key });
  };

  /** Ends a running game of the app without a result, with the app's key. */
  abandon = async (id) => (await this.#client.http.post(path(id, "/abandon"), {}, { token: this.#client.key })).value;
}
