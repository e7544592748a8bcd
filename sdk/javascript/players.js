/** Players of an app: tokens for them, made by the app's server; and what a player sees. */

const WAIT_SECONDS = 25;
const PATIENCE_SECONDS = 20;

const path = (player, rest = "") => `/v1/players/${encodeURIComponent(player)}${rest}`;

export class Players {
  #client;

  constructor(client) {
    this.#client = client;
  }

  /** A token for one of the app's users, by the app's own name for it. */
  token = async (player) => {
    const { http, key } = this.#client;
    return (await http.send("POST", path(player, "/token"), { token: key, body: {} })).value;
  };

  /** A page of the games of one of the app's users, newest first; `next` is the cursor of the following one. */
  games = (player, query = {}) => {
    const { http, key } = this.#client;
    return http.get(path(player, "/games"), { token: key, query });
  };

  /** Erases a player: removed from all games, name and metadata deleted, tokens revoked. */
  erase = async (player) => {
    const { http, key } = this.#client;
    await http.send("DELETE", path(player), { token: key });
  };
}

export class Me {
  #client;

  constructor(client) {
    this.#client = client;
  }

  /** A page of the player's games, newest first; `next` is the cursor of the following one. */
  games = (query = {}) => this.#client.http.get("/v1/me/games", { token: this.#client.token, query });

  /**
   * What happens in all of the player's games, for ever: at first where they stand, or after a cursor what has been.
   */
  async *events({ after, include, signal } = {}) {
    for (let cursor = after; ; ) {
      const wait = cursor ? WAIT_SECONDS : 0;
      const query = { after: cursor, include, wait };
      const timeout = 1000 * (wait + PATIENCE_SECONDS);
      const page = await this.#client.http.get("/v1/me/events", { token: this.#client.token, query, timeout, signal });
      cursor = page.next;
      for (const news of page.games) yield { ...news, cursor };
    }
  }
}
