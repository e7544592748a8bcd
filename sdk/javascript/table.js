/** A table: one game as one seat or a spectator sees it, updated by answers to one's own moves and by frames. */

import { Follower } from "./follow.js";
import { Problem, clientProblem } from "./problem.js";
import { Questions, moveOf } from "./questions.js";
import { OVER, SEATING, frameOf, withEvent, withFrame } from "./game_state.js";

const PARTS = "moves,score";
const STALE = 412;

export class Table extends Questions {
  #http;
  #store;
  #listeners = new Set();
  #follower = null;
  #sending = null;
  #looking = null;
  #floor;
  #seatedAt;

  constructor({ http, kept }, game, { token = null, etag = "", invite = null, after = 0, tokens = {} } = {}) {
    super(http, game.id, token);
    this.#http = http;
    this.#store = kept;
    Object.assign(this, { rulebook: game.rulebook, invite, game, told: after, tokens });
    this.frame = frameOf(game, etag);
    this.#floor = this.#seatedAt = game.last_event;
  }

  get seat() {
    return this.game.seat;
  }

  get status() {
    return this.frame.status;
  }

  get version() {
    return this.frame.version;
  }

  get view() {
    return this.frame.view;
  }

  /** Every legal move while it is this seat's turn, else null. */
  get moves() {
    return this.frame.moves;
  }

  get score() {
    return this.frame.score;
  }

  get canTakeBack() {
    return this.frame.can_take_back;
  }

  get canAskHints() {
    return this.frame.can_ask_hints;
  }

  get isMine() {
    return this.status === "running" && !this.frame.paused_at && this.moves !== null;
  }

  get isOver() {
    return OVER.includes(this.status);
  }

  /** Whether the game is over and all its events are here. */
  get isTold() {
    return this.isOver && this.told >= this.frame.last_event;
  }

  /** The move without an answer: it is sent again with the same key. */
  get kept() {
    return this.token ? this.#store.move(this.id) : null;
  }

  /** Plays a move, or the move of an offer, exactly once. Without an answer it is saved, even over a reload; then see `resend`. */
  async play(offer, { signal } = {}) {
    const move = moveOf(offer);
    const kept = this.kept;
    if (kept && JSON.stringify(kept.move) !== JSON.stringify(move)) {
      throw clientProblem("move_kept", "another move is waiting for its answer");
    }
    if (!kept) this.#store.keepMove(this.id, { key: this.#http.random.newKey(), version: this.version, move });
    return this.resend({ signal });
  }

  /** Sends the kept move; null if there is none. */
  async resend({ signal } = {}) {
    if (!this.kept) return null;
    this.#sending ??= this.#send(this.kept, signal).finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #send({ key, version, move }, signal) {
    try {
      const { value, etag } = await this.#http.post(this.path("/moves"), move, {
        key,
        token: this.token,
        query: { include: PARTS },
        headers: { "If-Match": `"${version}"` },
        signal,
      });
      this.#store.dropMove(this.id, key);
      this.addEvents(value.events);
      this.#accept(value.game, etag);
      return value;
    } catch (error) {
      if (!(error instanceof Problem) || error.isPassing) throw error;
      this.#store.dropMove(this.id, key);
      if (error.status === STALE) await this.refresh();
      throw error;
    }
  }

  /** Takes back this seat's last move, while `canTakeBack`. */
  async takeBack({ signal } = {}) {
    const { value, etag } = await this.#http.post(
      this.path("/moves/undo"),
      {},
      {
        token: this.token,
        query: { include: PARTS },
        headers: { "If-Match": `"${this.version}"` },
        signal,
      },
    );
    this.addEvents(value.events);
    this.#accept(value.game, etag);
    return value;
  }

  /** Hands an idle seat to a bot; only the host can. */
  handToBot = (seat) => this.#change(`/seats/${seat}/bot`);

  async #change(what) {
    await this.#http.post(this.path(what), {}, { token: this.token });
    return this.refresh();
  }

  /** Resigns: a bot of the level plays on. */
  async resign({ level = "greedy" } = {}) {
    await this.#http.post(this.path("/seats/me/resign"), { level }, { token: this.token });
    this.close();
    this.#store.dropSeat(this.id);
  }

  /** Subscribes this seat to Web Push notifications of its turns; returns the id of the subscription. */
  async callOn(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    const { value } = await this.#http.send("PUT", this.path("/seats/me/push"), {
      body: { endpoint, keys },
      token: this.token,
    });
    return value.device;
  }

  /** Unsubscribes this subscription, or all of the seat's. */
  callNoMore = (device) =>
    this.#http.send("DELETE", this.path("/seats/me/push"), { query: { device }, token: this.token });

  /** Pauses the game. Where others play, proposes it, or agrees to the proposal: see `game.pause`. */
  pause = () => this.#change("/pause");

  /** Resumes the game; where a pause is only proposed, declines or withdraws it. */
  resume = () => this.#change("/resume");

  /** Votes for another host while the host is away; with the last vote the first voter is the host. */
  replaceHost = () => this.#change("/host");

  /** Deletes the game, before its first move or if only bots play besides; only the host can. */
  async delete() {
    await this.#http.send("DELETE", this.path(), { token: this.token });
    this.close();
    this.#store.dropSeat(this.id);
  }

  /** Leaves for good. An unknown token means that the seat was left already. */
  async leave() {
    try {
      await this.#http.send("DELETE", this.path("/seats/me"), { token: this.token });
    } catch (error) {
      if (!["token_unknown", "unknown_game"].includes(error.code)) throw error;
    }
    this.close();
    this.#store.dropSeat(this.id);
  }

  /** Loads the whole game. A follower needs it only to be sure. */
  async refresh() {
    const known = this.told;
    const { value, etag } = await this.#http.send("GET", this.path(), { token: this.token, query: { include: PARTS } });
    if (value.last_event < known) this.restoreTo(value.last_event);
    this.#accept(value, etag);
    return this.frame;
  }

  /** Calls the listener with every message; returns the function that stops it. */
  follow(listener) {
    this.#listeners.add(listener);
    this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (!this.#listeners.size) this.close();
    };
  }

  /** Resolves to true once it is this seat's turn, to false once the game is over. */
  async myTurn() {
    if (this.isMine || this.isOver) return this.isMine;
    return new Promise((done, fail) => {
      const listener = ({ type, problem }) => {
        if (type !== "ended" && !this.isMine && !this.isOver) return;
        this.#listeners.delete(listener);
        if (type === "ended") fail(problem);
        else done(this.isMine);
      };
      this.#listeners.add(listener);
      this.#start();
    });
  }

  /** Stops following. */
  close() {
    this.#follower?.stop();
    this.#follower = null;
    this.#listeners.clear();
  }

  #start() {
    if (this.#follower) return;
    const follower = new Follower(this.#http, this);
    this.#follower = follower;
    Promise.resolve()
      .then(() => follower.run())
      .finally(() => {
        if (this.#follower === follower) this.#follower = null;
      });
  }

  emit(message) {
    for (const listener of [...this.#listeners]) listener(message);
  }

  /** Emits events in order, each once, whichever answer brings them first. */
  addEvents(events) {
    for (const event of events) {
      if (event.id !== this.told + 1) continue;
      this.told = event.id;
      this.game = withEvent(this.game, event);
      this.emit({ type: "event", event });
      if (SEATING.includes(event.type) && event.id > this.#seatedAt) this.#reloadSeats();
    }
  }

  /** Reloads the seats once after several changes; if that fails, the next change tries again. */
  #reloadSeats() {
    this.#looking ??= this.refresh()
      .catch(() => {})
      .finally(() => {
        this.#looking = null;
      });
  }

  #accept(game, etag) {
    if (game.last_event < this.#floor) return;
    this.game = game;
    this.#floor = this.#seatedAt = game.last_event;
    this.frame = frameOf(game, etag);
    this.emit({ type: "frame", frame: this.frame });
  }

  /** Accepts a frame unless it is older than the shown state: answers may overtake frames. */
  acceptFrame(frame) {
    if (frame.last_event < this.#floor) return;
    this.#floor = frame.last_event;
    this.frame = frame;
    this.game = withFrame(this.game, frame);
    this.emit({ type: "frame", frame });
  }

  /** Goes back to an older event id, after the server was restored from a backup. */
  restoreTo(to) {
    const from = this.told;
    this.told = Math.min(from, to);
    this.#floor = this.#seatedAt = 0;
    this.emit({ type: "restored", from, to: this.told });
  }
}
