/** The events of a game, and what the viewer saw at their own last decision. */

import { eventText } from "./event_text.js";

const KEPT = "almagest.seen.";
/** At most so many of one's own decisions make a turn. */
const MOST_KEPT = 12;
/** Events that are no decisions. */
const NO_DECISION = [
  "turn_began",
  "game_started",
  "seat_taken",
  "seat_left",
  "bot_took_over",
  "resigned",
  "pause_proposed",
  "pause_agreed",
  "pause_declined",
  "game_paused",
  "game_resumed",
  "host_vote_cast",
  "host_replaced",
  "rematch_offered",
  "move_taken_back",
  "hints_ready",
  "abandon_warning",
];

const totals = (score) => Object.fromEntries((score?.seats ?? []).map(({ seat, total }) => [seat, total]));

/** A view in which the opponents are as they were in another view. */
function withOthers(view, earlier, own) {
  const seats = view.seats?.map((each) =>
    each.seat === own ? each : (earlier?.seats.find(({ seat }) => seat === each.seat) ?? each),
  );
  return { ...view, ...(seats && { seats }) };
}

/** The last turn of each seat. */
function lastTurns(decided) {
  const seats = new Set();
  const from = decided.findLastIndex((event, at) => {
    const isAgain = seats.has(event.seat) && decided[at + 1].seat !== event.seat;
    seats.add(event.seat);
    return isAgain;
  });
  return decided.slice(from + 1);
}

export class Journal {
  /** Cached until another event comes. @type {{at: string, events: any[]}} */
  #since = { at: "", events: [] };

  constructor(shell) {
    this.shell = shell;
    this.events = [];
    this.lines = [];
    this.lastSeenId = 0;
    const kept = sessionStorage.getItem(KEPT + shell.live.id);
    /** The viewer's view at their last decision; and points by seat at their last decisions, by event id. */
    const { before = null, points = [], promised } = kept ? JSON.parse(kept) : {};
    this.before = before;
    this.points = points;
    /** The hash of the seed, if the viewer saw it before the seed was published. */
    this.promised = promised ?? (shell.live.isOver ? null : shell.live.game.seed_hash);
  }

  add(event) {
    this.events.push(event);
    this.lines.push({ id: event.id, seat: event.seat, text: eventText(this.shell, event) });
  }

  truncate(to) {
    this.events = this.events.filter((event) => event.id <= to);
    this.lines = this.lines.filter((line) => line.id <= to);
  }

  /**
   * Remembers the view after one's own move: what differs from it later gets a halo. If the answer also has moves of
   * others, since all moved at the same time, remembers them as they were before.
   */
  remember({ game, events }, earlier) {
    const areTold = events.some((event) => event.seat && event.seat !== game.seat && !NO_DECISION.includes(event.type));
    this.before = areTold ? withOthers(game.view, earlier.view, game.seat) : game.view;
    this.points = [...this.points, [this.#lastOwnId, totals(areTold ? earlier.score : game.score)]].slice(-MOST_KEPT);
    sessionStorage.setItem(
      KEPT + this.shell.live.id,
      JSON.stringify({ before: this.before, points: this.points, promised: this.promised }),
    );
  }

  /** Points that seats have won since the recap begins; empty where nobody knows how many they had. */
  get gains() {
    const [first] = this.recapEvents();
    const [, before] = this.points.findLast(([id]) => id < first?.id) ?? [0, {}];
    const now = totals(this.shell.live.score);
    return Object.fromEntries(Object.keys(before).map((seat) => [seat, now[seat] - before[seat]]));
  }

  /** Decisions that were not taken back: those have the version of a move that is gone. */
  get #decisions() {
    const taken = new Set(this.events.filter((event) => event.type === "move_taken_back").map((event) => event.taken));
    return this.events.filter((event) => !NO_DECISION.includes(event.type) && !taken.has(event.version));
  }

  /** The id of the event of the viewer's last decision. */
  get #lastOwnId() {
    const { seat } = this.shell.game;
    return this.#decisions.findLast((event) => event.seat === seat)?.id ?? 0;
  }

  eventsSinceOwnTurn() {
    const at = `${this.events.length} ${this.events.at(-1)?.id} ${this.shell.game.seat}`;
    if (this.#since.at !== at) {
      const own = this.#lastOwnId;
      this.#since = { at, events: this.#decisions.filter((event) => event.id > own) };
    }
    return this.#since.events;
  }

  /**
   * What opponents did since the viewer's last turn; the first of several decisions in one turn does not clear it. A
   * spectator gets the last turn of every seat.
   */
  recapEvents() {
    const {
      live,
      game: { seat },
    } = this.shell;
    if (seat === null) return lastTurns(this.#decisions);
    if (this.eventsSinceOwnTurn().length || !live.isMine) return this.eventsSinceOwnTurn();
    const decided = this.#decisions;
    const last = decided.findLast((event) => event.seat !== seat)?.id ?? 0;
    const own = decided.findLast((event) => event.seat === seat && event.id < last)?.id ?? 0;
    return decided.filter((event) => event.id > own && event.seat !== seat);
  }

  get hasNews() {
    const since = this.eventsSinceOwnTurn();
    return since.length > 0 && since.at(-1).id > this.lastSeenId;
  }

  markOthersSeen() {
    this.lastSeenId = this.events.at(-1)?.id ?? 0;
  }

  /** Log lines after this id are new to the viewer. */
  get lastReadId() {
    return this.#lastOwnId;
  }
}
