/** Follows a table: reads the event stream and resumes it after a cut; polls where streams are blocked. */

import { isOffline, onNetworkChange, pause, untilOnline } from "./network.js";
import { Problem } from "./problem.js";
import { messages } from "./sse.js";

export const INCLUDE = "view,moves,score";
const STREAM = "text/event-stream";

/** Milliseconds, except `wait`: seconds that a poll waits at the server. */
const PATIENCE = { opening: 10_000, silence: 40_000, polling: 300_000, wait: 25, brief: 5_000 };

/** After a stream that ends at once, wait as after so many failures, to spare the server. */
const BRIEF = 2;

/** Something between client and server blocks streams: poll instead. */
class StreamBlocked extends Error {}

export class Follower {
  #http;
  #table;
  #stopped = new AbortController();
  #cut = new AbortController();
  #state = "";
  #wasLive = false;

  constructor(http, table, patience = {}) {
    this.#http = http;
    this.#table = table;
    this.patience = { ...PATIENCE, ...patience };
  }

  stop() {
    this.#stopped.abort();
    this.#cut.abort();
  }

  get #isStopped() {
    return this.#stopped.signal.aborted;
  }

  /** Runs until the game is over and all events are here, somebody stops it, or the server refuses for good. */
  async run() {
    const stopListening = onNetworkChange(() => isOffline() && this.#goOffline());
    try {
      for (let failures = 0; !this.#isStopped && !this.#table.isTold; ) failures = await this.#connectOnce(failures);
      if (!this.#isStopped) this.#table.emit({ type: "over" });
    } catch (problem) {
      this.#table.emit({ type: "ended", problem });
    } finally {
      stopListening();
    }
  }

  #setState(state, problem = null) {
    this.#wasLive ||= state === "live";
    if (state === this.#state) return;
    this.#state = state;
    this.#table.emit({ type: "connection", state, problem });
  }

  #goOffline() {
    this.#setState("offline");
    this.#cut.abort();
  }

  /** Keeps one connection as long as it lasts; returns how many have failed in a row. */
  async #connectOnce(failures) {
    if (isOffline()) this.#setState("offline");
    await untilOnline(this.#stopped.signal);
    if (this.#isStopped) return 0;
    this.#cut = new AbortController();
    this.#wasLive = false;
    try {
      await (this.#http.canStream ? this.#stream() : this.#poll());
      return 0;
    } catch (error) {
      return this.#handleFailure(error, this.#wasLive ? 0 : failures);
    }
  }

  /** Reports "away" only if nobody answers after a cut, not for the cut itself. */
  async #handleFailure(error, failures) {
    if (this.#isStopped || isOffline()) return 0;
    if (error instanceof StreamBlocked) {
      this.#http.blockStreams(this.patience.polling);
      return failures;
    }
    if (error instanceof Problem && !error.isPassing) throw error;
    if (!this.#wasLive) this.#setState("away", error);
    await pause(this.#http.wait(failures, error), this.#stopped.signal);
    return failures + 1;
  }

  async #open() {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#cut.abort();
    }, this.patience.opening);
    try {
      return await this.#http.attempt("GET", this.#table.path("/events"), {
        token: this.#table.token,
        accept: STREAM,
        query: { include: INCLUDE },
        headers: { "Last-Event-ID": String(this.#table.told) },
        signal: this.#cut.signal,
      });
    } catch (error) {
      throw isLate ? new StreamBlocked() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #stream() {
    const began = Date.now();
    let last = this.#table.told;
    const response = await this.#open();
    if (response.status === 204) return void (await this.#table.refresh());
    if (!response.body || !response.headers.get("Content-Type")?.startsWith(STREAM)) throw new StreamBlocked();
    for await (const message of this.#messages(response)) {
      if (message.data) last = this.#handleMessage(message, last);
      if (this.#table.isTold) return;
    }
    if (Date.now() - began < this.patience.brief) await pause(this.#http.wait(BRIEF), this.#stopped.signal);
  }

  /** The server writes something at once. If none of it arrives, something on the way blocks the stream. */
  async *#messages(response) {
    let isHeard = false;
    const late = setTimeout(() => isHeard || this.#cut.abort(), this.patience.opening);
    try {
      yield* messages(response, this.patience.silence, () => {
        isHeard = true;
        this.#setState("live");
      });
    } catch (error) {
      throw isHeard || isOffline() || this.#isStopped ? error : new StreamBlocked();
    } finally {
      clearTimeout(late);
      this.#cut.abort();
    }
  }

  /** Ids of a stream only go up; a lower one means that the server was restored from an older backup. */
  #handleMessage({ event, id, data, retry }, last) {
    if (event === "problem") throw new Problem(503, JSON.parse(data), { retryAfter: Number(retry) / 1000 });
    const number = Number(id);
    const isFrame = event === "frame";
    const before = isFrame ? number : number - 1;
    if (before < last) this.#table.restoreTo(before);
    if (isFrame) this.#table.acceptFrame(JSON.parse(data));
    else this.#table.addEvents([JSON.parse(data)]);
    return number;
  }

  /** The first request does not wait, so that the client knows at once whether the server answers. */
  async #poll() {
    const wait = this.#state === "live" ? this.patience.wait : 0;
    const asked = this.#table.told;
    const { value: page } = await this.#http.read("GET", this.#table.path("/events"), {
      token: this.#table.token,
      query: { after: asked, limit: 1000, wait, include: INCLUDE },
      signal: this.#cut.signal,
      timeout: (wait + 10) * 1000,
    });
    this.#setState("live");
    const before = page.events.length ? page.events[0].id - 1 : page.next;
    if (before < asked) this.#table.restoreTo(before);
    this.#table.addEvents(page.events);
    if (page.frame) this.#table.acceptFrame(page.frame);
    else if (before < asked) await this.#table.refresh();
  }
}
