/** Moments of a finished game: its view after so many moves, loaded once, and a description of the move. */

import { richText } from "../../draw/parts.js";
import { server } from "../../server.js";
import { eventText } from "../../shell/net/event_text.js";

const MOST_SAID = 3;
/** Letters; a longer description is replaced by the recap. */
const LONG = 100;

export class Moments {
  #known = new Map();

  constructor(shell) {
    this.shell = shell;
  }

  /** Loads the game after so many moves, as a seat saw it; 0 is a spectator. */
  async load(step, eyes) {
    const key = `${step} ${eyes}`;
    if (!this.#known.has(key)) {
      const { live } = this.shell;
      this.#known.set(
        key,
        await server.http.get(live.path(), { token: live.token, query: { at: step, eyes, include: "score" } }),
      );
    }
    return this.#known.get(key);
  }

  /** The same with the moment before, so that changes get a halo. */
  async loadWithPrevious(step, eyes) {
    const [before, now] = await Promise.all([this.load(Math.max(0, step - 1), eyes), this.load(step, eyes)]);
    return { before, now };
  }

  /** A scene of that moment without legal moves. */
  scene({ before, now }, eyes) {
    return this.shell.scene({
      view: now.view,
      score: now.score,
      seat: eyes || null,
      moves: [],
      isMine: false,
      isOver: true,
      draft: null,
      preview: null,
      before: before.view,
      recap: [],
    });
  }

  /** Describes the move, as text and nodes. */
  description(step) {
    const { shell } = this;
    const events = shell.journal.events.filter((event) => event.version === step && event.type !== "turn_began");
    const all = events
      .slice(0, MOST_SAID)
      .map((event) => eventText(shell, event))
      .join(" ");
    const own = events.filter(({ seat }) => seat === events[0].seat);
    const recap = all.length > LONG ? shell.speech.recap(own, shell.who) : "";
    return recap ? richText(`${shell.who(own[0].seat)} ${recap}.`) : [all];
  }
}
