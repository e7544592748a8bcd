/** Asks until a bot has computed an answer. */

import { pause } from "./network.js";
import { clientProblem } from "./problem.js";

/** Seconds that the server itself waits for a hint. */
const HINT_SECONDS = 10;
const HINT_ATTEMPTS = 6;
const ANALYSIS_ATTEMPTS = 120;
const ANALYSIS_PAUSE = 500;

async function untilReady(ask, attempts) {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const value = await ask(attempt);
    if (value.status === "ready") return value;
  }
  throw clientProblem("still_thinking", "nobody has thought about it in time");
}

export function hintsOf(http, path, { token, signal }) {
  const asked = { body: {}, token, query: { wait: HINT_SECONDS }, signal };
  return untilReady(async () => (await http.send("POST", path, asked)).value, HINT_ATTEMPTS);
}

export function analysisOf(http, path, { token, signal }) {
  return untilReady(async (attempt) => {
    if (attempt) await pause(ANALYSIS_PAUSE, signal);
    return http.get(path, { token, signal });
  }, ANALYSIS_ATTEMPTS);
}
