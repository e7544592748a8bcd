/** Live: one request waits at the server until something happened; then the table looks again. */

import * as api from "./api.js";

const WAIT_SECONDS = 25;
const PAUSE = 2000;

const pause = () => new Promise((done) => setTimeout(done, PAUSE));

async function step(table, signal) {
  const page = await api.events(table.id, table.token, table.newest, WAIT_SECONDS, signal);
  const isNews = page.events.some((event) => event.id > table.newest);
  table.tell(page.events);
  if (isNews) await table.refresh();
}

/** Goes on until the game is over and told, the table is closed, or the seat's token is no longer good. */
export async function follow(table, signal) {
  let isAway = false;
  while (!signal.aborted && !table.isDone) {
    try {
      await step(table, signal);
      if (isAway) table.hooks.hush();
      isAway = false;
    } catch (error) {
      if (signal.aborted) return;
      isAway = true;
      table.hooks.tell(error);
      if (error.status === 401 || error.status === 404) return;
      await pause();
    }
  }
}
