/** The API: one function per call. Errors are `Problem`s; what may be sent again is sent again. */

import { language } from "./i18n.js";

const RETRIES = 5;
const AGAIN = [429, 502, 503, 504];

/** An error answer (RFC 9457), or a network that does not answer. */
class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `HTTP ${status}`);
    this.status = status;
    this.code = body.code || "unreachable";
    this.ruling = body.ruling || "";
    this.body = body;
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function readProblem(response) {
  try {
    return new Problem(response.status, await response.json());
  } catch {
    return new Problem(response.status, {});
  }
}

async function sendOnce(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return null;
  }
}

function waitBefore(attempt, response) {
  const asked = Number(response?.headers.get("Retry-After")) || 0;
  return Math.max(asked * 1000, 250 * 2 ** attempt);
}

/** Sends, and sends the same again while the server is away; a write carries a key, so it happens once. */
async function send(path, options) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await sendOnce(path, options);
    if (response && !AGAIN.includes(response.status)) return response;
    if (attempt === RETRIES) throw response ? await readProblem(response) : new Problem(0, {});
    await pause(waitBefore(attempt, response));
  }
}

function headersOf(token, more) {
  const headers = { "Accept-Language": language(), ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

async function answer(response) {
  if (!response.ok) throw await readProblem(response);
  return response.status === 204 ? null : response.json();
}

async function get(path, token, signal) {
  return answer(await send(path, { headers: headersOf(token), signal, cache: "no-store" }));
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function post(path, body, token, more = {}) {
  const headers = headersOf(token, { "Content-Type": "application/json", "Idempotency-Key": newKey(), ...more });
  return answer(await send(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

const game = (id) => `/v1/games/${encodeURIComponent(id)}`;

export const rulebooks = async () => (await get(`/v1/rulebooks?lang=${language()}`)).rulebooks;

export const content = (rulebook, pack) =>
  get(`/v1/rulebooks/${rulebook}/content?lang=${language()}${pack ? `&pack=${encodeURIComponent(pack)}` : ""}`);

export const openGames = async () => (await get("/v1/games?status=open&limit=50")).games;
export const create = (wish) => post("/v1/games", wish);
export const takeSeat = (id, name, invite) => post(`${game(id)}/seats`, invite ? { name, invite } : { name });
export const look = (id, token) => get(game(id), token);
export const moves = (id, token) => get(`${game(id)}/moves?lang=${language()}`, token);
export const score = (id, token) => get(`${game(id)}/score`, token);
export const play = (id, token, version, move) => post(`${game(id)}/moves`, move, token, { "If-Match": `"${version}"` });
export const handToBot = (id, token, seat) => post(`${game(id)}/seats/${seat}/bot`, {}, token);

export const events = (id, token, after, wait, signal) =>
  get(`${game(id)}/events?after=${after}&limit=1000&wait=${wait}`, token, signal);

export async function leave(id, token) {
  return answer(await send(`${game(id)}/seats/me`, { method: "DELETE", headers: headersOf(token) }));
}
