/** Sends requests, and retries with growing pauses while the server is away; errors are `Problem`s. */

import { pause, untilOnline } from "./network.js";
import { Problem, readProblem } from "./problem.js";

/** Milliseconds. Retry-After takes precedence. */
const RETRY = { attempts: 6, first: 250, longest: 8000, timeout: 20_000 };

function randomHex(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random idempotency key: a request sent twice with it has one effect. */
export const newKey = () => randomHex(16);

/** What a seat contributes to the deal. */
export const newEntropy = () => randomHex(32);

function search(query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

const withTimeout = (signal, milliseconds) =>
  AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(milliseconds)]);

export class Http {
  constructor(url, { language, retry = {}, fetch = (...request) => globalThis.fetch(...request) }) {
    this.url = url.replace(/\/+$/, "");
    this.language = typeof language === "function" ? language : () => language;
    this.retry = { ...RETRY, ...retry };
    this.fetch = fetch;
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
        cache: "no-store",
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (cause) {
      throw new Problem(0, {}, { cause });
    }
    if (!response.ok) throw await readProblem(response);
    return response;
  }

  async read(method, path, options) {
    const signal = withTimeout(options.signal, options.timeout ?? this.retry.timeout);
    const response = await this.attempt(method, path, { ...options, signal });
    try {
      const value = response.status === 204 ? null : await response.json();
      return { value, etag: response.headers.get("ETag") ?? "" };
    } catch (cause) {
      throw new Problem(0, {}, { cause });
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
      options.signal?.throwIfAborted();
      try {
        return await this.read(method, path, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!error.isPassing || attempt + 1 >= this.retry.attempts) throw error;
        await pause(this.wait(attempt, error), options.signal);
      }
    }
  }

  get = async (path, options) => (await this.send("GET", path, options)).value;

  /** Sends a write with an idempotency key. */
  post = async (path, body, { key = newKey(), headers, ...options } = {}) =>
    this.send("POST", path, { ...options, body, headers: { ...headers, "Idempotency-Key": key } });
}
