/** Sends requests, and retries with growing pauses while the server is away; errors are `Problem`s. */

import { pause, untilOnline } from "./network.js";
import { Problem, readProblem } from "./problem.js";
import { Random } from "./random.js";
import { throwIfAborted, withTimeout } from "./signals.js";

/** Milliseconds. Retry-After takes precedence. */
const RETRY = { attempts: 6, first: 250, longest: 8000, timeout: 20_000 };

function search(query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `?${given.map((each) => each.map(encodeURIComponent).join("=")).join("&")}` : "";
}

/** For a `fetch` that does not know `cache`: whatwg-fetch adds a parameter `_` to the address, which the server refuses. */
const uncached = () => ("cache" in (globalThis.Request?.prototype ?? {}) ? { cache: "no-store" } : {});

/** Whether a body can be read while it arrives. */
const isStreaming = ({ body }) => typeof body?.getReader === "function" && typeof TextDecoder === "function";

/** The address without what calls add to it: a slash, and the version of the API. It is empty in the server's own page. */
function cleanUrl(url) {
  const cleaned = url.trim().replace(/\/+(v1\/*)?$/, "");
  if (cleaned && !/^(https?:\/)?\//.test(cleaned)) {
    throw new TypeError(`the url begins with http:// or https://, like http://127.0.0.1:8000, not "${url}"`);
  }
  return cleaned;
}

/** What to say if nobody answers: a browser does not tell a page of another site why. */
function unanswered(url) {
  const { origin } = globalThis.location ?? {};
  if (!origin || !url || url.startsWith("/") || url.startsWith(origin)) return {};
  return { detail: `the server cannot be reached, or its host has not allowed ${origin} (CORS_ORIGINS)` };
}

export class Http {
  /** Whether bodies stream, by the first that came; React Native's `fetch` gives whole ones. */
  #streams;
  #blockedUntil = 0;

  constructor(url, { language, retry = {}, randomBytes, fetch = (...request) => globalThis.fetch(...request) }) {
    this.url = cleanUrl(url);
    this.language = typeof language === "function" ? language : () => language;
    this.retry = { ...RETRY, ...retry };
    this.fetch = fetch;
    this.random = new Random(randomBytes);
  }

  /** Whether it is worth opening a stream. */
  get canStream() {
    return this.#streams !== false && Date.now() >= this.#blockedUntil;
  }

  /** Something between client and server blocks streams: all tables do without for so many milliseconds. */
  blockStreams(milliseconds) {
    this.#blockedUntil = Date.now() + milliseconds;
  }

  headers(token, more = {}) {
    const spoken = this.language();
    return {
      ...(spoken ? { "Accept-Language": spoken } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...more,
    };
  }

  /** Sends once. An abort throws the caller's own reason; any other failure means that nobody answered. */
  async attempt(method, path, { token, query, headers, body, signal, accept = "application/json" } = {}) {
    const sent = this.headers(token, { Accept: accept, ...headers });
    if (body !== undefined) sent["Content-Type"] = "application/json";
    let response;
    try {
      response = await this.fetch(`${this.url}${path}${search(query)}`, {
        method,
        headers: sent,
        signal,
        ...uncached(),
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (cause) {
      throw new Problem(0, unanswered(this.url), { cause });
    }
    if (!response.ok) throw await readProblem(response);
    return response;
  }

  async read(method, path, options) {
    const { signal, release } = withTimeout(options.signal, options.timeout ?? this.retry.timeout);
    try {
      const response = await this.attempt(method, path, { ...options, signal });
      const etag = response.headers.get("ETag") ?? "";
      if (response.status === 204) return { value: null, etag };
      this.#streams ??= isStreaming(response);
      return { value: await response.json(), etag };
    } catch (cause) {
      throw cause instanceof Problem ? cause : new Problem(0, {}, { cause });
    } finally {
      release();
    }
  }

  /** How long to wait after an attempt, with jitter, so that not all clients come back at once. */
  wait(attempt, { retryAfter = 0 } = {}) {
    const grown = Math.min(this.retry.longest, this.retry.first * 2 ** attempt);
    return Math.max(retryAfter * 1000, grown * (0.5 + Math.random() / 2));
  }

  /** Sends until there is a final answer. Time offline does not count as an attempt. */
  async send(method, path, options = {}) {
    for (let attempt = 0; ; attempt += 1) {
      await untilOnline(options.signal);
      throwIfAborted(options.signal);
      try {
        return await this.read(method, path, options);
      } catch (error) {
        throwIfAborted(options.signal);
        if (!error.isPassing || attempt + 1 >= this.retry.attempts) throw error;
        await pause(this.wait(attempt, error), options.signal);
      }
    }
  }

  get = async (path, options) => (await this.send("GET", path, options)).value;

  /** Sends a write with an idempotency key. */
  post = async (path, body, { key = this.random.newKey(), headers, ...options } = {}) =>
    this.send("POST", path, { ...options, body, headers: { ...headers, "Idempotency-Key": key } });
}
