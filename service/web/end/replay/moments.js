/** Moments of a finished game: what stood there after so many moves, asked for once, and what the move was. */

import { richText } from "../../draw/parts.js";
import { server } from "../../server.js";
import { eventText } from "../../shell/net/event_text.js";

const MOST_SAID = 3;
/** Letters: where all of it would be longer, the recap of it is told. */
const LONG = 100;

export class Moments {
  #known = new Map();

  constructor(shell) {
    this.shell = shell;
  }

  /** The game after so many moves, as a seat saw it; nobody's eyes are 0. */
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

  /** The same with what was before it, so that what changed is seen. */
  async loadWithPrevious(step, eyes) {
    const [before, now] = await Promise.all([this.load(Math.max(0, step - 1), eyes), this.load(step, eyes)]);
    return { before, now };
  }

  /** A scene of that moment, in which nothing can be done. */
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

  /** What the move was, as text and nodes: as long as there is room for it everywhere. */
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
