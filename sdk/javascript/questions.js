/** What can be asked about a game without changing it. */

import { INCLUDE } from "./follow.js";
import { analysisOf, hintsOf } from "./thought.js";

export class Questions {
  #http;

  constructor(http, id, token) {
    this.#http = http;
    Object.assign(this, { id, token });
  }

  path = (rest = "") => `/v1/games/${encodeURIComponent(this.id)}${rest}`;

  /** What a move would do. Nothing is changed. */
  async preview(move, { signal } = {}) {
    const { value } = await this.#http.send("POST", this.path("/moves/preview"), {
      body: move,
      token: this.token,
      query: { include: INCLUDE },
      signal,
    });
    return value;
  }

  /** What the strong bot would play for the own decision, while `canAskHints`; waits until a bot has thought. */
  hints = ({ signal } = {}) => hintsOf(this.#http, this.path("/hints"), { token: this.token, signal });

  /** Why kinds of moves are not possible now. */
  whyNot = async () => (await this.#http.get(this.path("/moves"), { token: this.token })).unavailable;

  replay = () => this.#http.get(this.path("/replay"), { token: this.token });

  /** How a finished game went; asks until a bot has thought about it. */
  analysis = ({ signal } = {}) => analysisOf(this.#http, this.path("/analysis"), { token: this.token, signal });
}
