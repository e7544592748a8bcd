/** Almagest's client for browsers, Node and React Native: one request per move, and none for the moves of others. */

import { Games } from "./games.js";
import { Http } from "./http.js";
import { Me, Players } from "./players.js";
import { SavedSeats } from "./storage.js";

export { Problem } from "./problem.js";
export { MemoryStorage } from "./storage.js";
export { Table } from "./table.js";

class Rulebooks {
  #http;

  constructor(http) {
    this.#http = http;
  }

  list = async () => (await this.#http.get("/v1/rulebooks")).rulebooks;

  content = (id, { pack } = {}) =>
    this.#http.get(`/v1/rulebooks/${encodeURIComponent(id)}/content`, { query: { pack } });
}

export class Almagest {
  /** `url` may be empty in a page that the server itself has sent. */
  constructor(url = "", { language, token = null, key = null, storage, retry, randomBytes, fetch } = {}) {
    this.token = token;
    this.key = key;
    this.kept = new SavedSeats(storage);
    this.http = new Http(url, { language, retry, randomBytes, fetch });
    this.games = new Games(this);
    this.players = new Players(this);
    this.me = new Me(this);
    this.rulebooks = new Rulebooks(this.http);
  }

  /** The server's public key for Web Push subscriptions. */
  pushKey = async () => (await this.http.get("/v1/push")).public_key;

  /** Ids of the games in which this client has a seat, newest first. */
  heldGames = () => this.kept.games();
  heldSeat = (id) => this.kept.seat(id);
  dropSeat = (id) => this.kept.dropSeat(id);
}
