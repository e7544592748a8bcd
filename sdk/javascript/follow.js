/** Following a table: a stream of what happens, taken up again wherever it was cut; else requests that wait. */

import { isOffline, onNetwork, pause, untilOnline } from "./network.js";
import { Problem } from "./problem.js";
import { messages } from "./sse.js";

export const INCLUDE = "view,moves,score";
const STREAM = "text/event-stream";

/** Milliseconds, but for the seconds that a request waits at the server. */
const PATIENCE = { opening: 10_000, silence: 40_000, polling: 300_000, wait: 25, brief: 5_000 };

/** A server that hangs up at once is not stormed: the pause is that after so many failures. */
const BRIEF = 2;

/** Somewhere on the way streams are held back: then requests that wait do as well. */
class HeldBack extends Error {}

export class Follower {
  #http;
  #table;
  #stopped = new AbortController();
  #cut = new AbortController();
  #state = "";
  #pollUntil = 0;
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

  /** Goes on until the game is over and told, it is stopped, or the server refuses for good. */
  async run() {
    const quiet = onNetwork(() => isOffline() && this.#lose());
    try {
      for (let failures = 0; !this.#isStopped && !this.#table.isTold; ) failures = await this.#round(failures);
      if (!this.#isStopped) this.#table.emit({ type: "over" });
    } catch (problem) {
      this.#table.emit({ type: "ended", problem });
    } finally {
      quiet();
    }
  }

  #say(state, problem = null) {
    this.#wasLive ||= state === "live";
    if (state === this.#state) return;
    this.#state = state;
    this.#table.emit({ type: "connection", state, problem });
  }

  #lose() {
    this.#say("offline");
    this.#cut.abort();
  }

  /** One connection, as long as it lasts; the answer is how many have failed in a row. */
  async #round(failures) {
    if (isOffline()) this.#say("offline");
    await untilOnline(this.#stopped.signal);
    if (this.#isStopped) return 0;
    this.#cut = new AbortController();
    this.#wasLive = false;
    try {
      await (Date.now() < this.#pollUntil ? this.#poll() : this.#stream());
      return 0;
    } catch (error) {
      return this.#failed(error, this.#wasLive ? 0 : failures);
    }
  }

  /** A cut alone is not worth telling: only when nobody answers after it, the server is away. */
  async #failed(error, failures) {
    if (this.#isStopped || isOffline()) return 0;
    if (error instanceof HeldBack) {
      this.#pollUntil = Date.now() + this.patience.polling;
      return failures;
    }
    if (error instanceof Problem && !error.isPassing) throw error;
    if (!this.#wasLive) this.#say("away", error);
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
      return await this.#http.once("GET", this.#table.path("/events"), {
        token: this.#table.token,
        accept: STREAM,
        query: { include: INCLUDE },
        headers: { "Last-Event-ID": String(this.#table.told) },
        signal: this.#cut.signal,
      });
    } catch (error) {
      throw isLate ? new HeldBack() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #stream() {
    const began = Date.now();
    let last = this.#table.told;
    const response = await this.#open();
    if (response.status === 204) return void (await this.#table.refresh());
    if (!response.body || !response.headers.get("Content-Type")?.startsWith(STREAM)) throw new HeldBack();
    for await (const message of this.#messages(response)) {
      if (message.data) last = this.#take(message, last);
      if (this.#table.isTold) return;
    }
    if (Date.now() - began < this.patience.brief) await pause(this.#http.wait(BRIEF), this.#stopped.signal);
  }

  /** The server says something at once. If nothing of it gets here, something on the way holds it back. */
  async *#messages(response) {
    let isHeard = false;
    const late = setTimeout(() => isHeard || this.#cut.abort(), this.patience.opening);
    try {
      yield* messages(response, this.patience.silence, () => {
        isHeard = true;
        this.#say("live");
      });
    } catch (error) {
      throw isHeard || isOffline() || this.#isStopped ? error : new HeldBack();
    } finally {
      clearTimeout(late);
      this.#cut.abort();
    }
  }

  /** The numbers of a stream only go up; if one is lower, the server's store came back older than it was. */
  #take({ event, id, data, retry }, last) {
    if (event === "problem") throw new Problem(503, JSON.parse(data), { retryAfter: Number(retry) / 1000 });
    const number = Number(id);
    const isFrame = event === "frame";
    const before = isFrame ? number : number - 1;
    if (before < last) this.#table.goBack(before);
    if (isFrame) this.#table.acceptFrame(JSON.parse(data));
    else this.#table.tell([JSON.parse(data)]);
    return number;
  }

  /** The first request answers at once, so that it is known whether anybody does. */
  async #poll() {
    const wait = this.#state === "live" ? this.patience.wait : 0;
    const asked = this.#table.told;
    const { value: page } = await this.#http.read("GET", this.#table.path("/events"), {
      token: this.#table.token,
      query: { after: asked, limit: 1000, wait, include: INCLUDE },
      signal: this.#cut.signal,
      timeout: (wait + 10) * 1000,
    });
    this.#say("live");
    const before = page.events.length ? page.events[0].id - 1 : page.next;
    if (before < asked) this.#table.goBack(before);
    this.#table.tell(page.events);
    if (page.frame) this.#table.acceptFrame(page.frame);
    else if (before < asked) await this.#table.refresh();
  }
}
