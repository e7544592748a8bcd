/** What was told of a game, and what the viewer saw at their own last decision. */

import { told } from "./telling.js";

const KEPT = "almagest.seen.";
/** Events that nobody decided. */
const NO_DECISION = [
  "turn_began", "game_started", "seat_taken", "seat_left", "bot_took_over", "resigned", "game_paused", "game_resumed",
  "rematch_offered", "move_taken_back", "hints_ready",
];

export class Journal {
  /** Asked for at every touch, and looked for anew when something has happened. @type {{at: string, events: any[]}} */
  #since = { at: "", events: [] };

  constructor(shell) {
    this.shell = shell;
    this.events = [];
    this.lines = [];
    this.newsSeen = 0;
    const kept = sessionStorage.getItem(KEPT + shell.live.id);
    this.before = kept ? JSON.parse(kept) : null;
  }

  tell(event) {
    this.events.push(event);
    this.lines.push({ id: event.id, seat: event.seat, text: told(this.shell, event) });
  }

  goBack(to) {
    this.events = this.events.filter((event) => event.id <= to);
    this.lines = this.lines.filter((line) => line.id <= to);
  }

  /** What the answer to an own move shows: halos are around what differs from it later, also if that is here already. */
  remember(view) {
    this.before = view;
    sessionStorage.setItem(KEPT + this.shell.live.id, JSON.stringify(this.before));
  }

  /** What was decided and not taken back: that has the version of a move that is gone. */
  get #decided() {
    const taken = new Set(this.events.filter((event) => event.type === "move_taken_back").map((event) => event.taken));
    return this.events.filter((event) => !NO_DECISION.includes(event.type) && !taken.has(event.version));
  }

  /** The number of the last event by which the viewer decided something. */
  get #own() {
    const { seat } = this.shell.game;
    return this.#decided.findLast((event) => event.seat === seat)?.id ?? 0;
  }

  /** What happened since then. */
  since() {
    const at = `${this.events.length} ${this.events.at(-1)?.id} ${this.shell.game.seat}`;
    if (this.#since.at !== at) {
      const own = this.#own;
      this.#since = { at, events: this.#decided.filter((event) => event.id > own) };
    }
    return this.#since.events;
  }

  get news() {
    const since = this.since();
    return since.length > 0 && since.at(-1).id > this.newsSeen;
  }

  seenOthers() {
    this.newsSeen = this.events.at(-1)?.id ?? 0;
  }

  /** Numbers of lines that are new to the viewer begin after this one. */
  get read() {
    return this.#own;
  }
}
