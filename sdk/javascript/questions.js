/** Requests about a game that change nothing. */

import { INCLUDE } from "./follow.js";
import { analysisOf, hintsOf } from "./bot_answers.js";

/** A move, or the move of an offer or a hint. */
export const moveOf = (offer) => ("type" in offer ? offer : offer.move);

export class Questions {
  #http;

  constructor(http, id, token) {
    this.#http = http;
    Object.assign(this, { id, token });
  }

  path = (rest = "") => `/v1/games/${encodeURIComponent(this.id)}${rest}`;

  /** Previews a move, or the move of an offer. */
  async preview(offer, { signal } = {}) {
    const { value } = await this.#http.send("POST", this.path("/moves/preview"), {
      body: moveOf(offer),
      token: this.token,
      query: { include: INCLUDE },
      signal,
    });
    return value;
  }

  /** What the strong bot would play for the own decision, while `canAskHints`; waits until a bot has thought. */
  hints = ({ signal } = {}) => hintsOf(this.#http, this.path("/hints"), { token: this.token, signal });

  /** Why move types are not possible now. */
  whyNot = async () => (await this.#http.get(this.path("/moves"), { token: this.token })).unavailable;

  replay = () => this.#http.get(this.path("/replay"), { token: this.token });

  /** The analysis of a finished game; asks until a bot has computed it. */
  analysis = ({ signal } = {}) => analysisOf(this.#http, this.path("/analysis"), { token: this.token, signal });
}
