/** What every platform has to manage: create, join, follow, play offers, read an answer, stop. */

import assert from "node:assert/strict";
import { Almagest } from "../../../sdk/javascript/almagest.js";
import { BOT, counted, heard, until, wish } from "../helpers.mjs";

const MOVES = 8;
const { ALMAGEST_URL: url } = process.env;

/** A client, and the requests that it sends. */
function recording(options) {
  const asked = [];
  const client = new Almagest(url, {
    language: "uk",
    ...options,
    fetch: (address, request) => {
      asked.push({ address, ...request });
      return globalThis.fetch(address, request);
    },
  });
  return { client, asked };
}

async function playTogether(ada, bo) {
  const open = await ada.games.create(wish("distant_suns", { kind: "human" }));
  const joined = await bo.games.join(open.id, { name: "Бо" });
  const tables = [open, joined];
  const told = tables.map(heard);
  for (let played = 0; played < MOVES; played += 1) {
    await Promise.race(tables.map((table) => table.myTurn()));
    const mover = tables.find((table) => table.isMine);
    const { version } = await mover.play(mover.moves[0]);
    await until(() => tables.every((table) => table.version >= version));
  }
  await until(() => tables.every((table) => table.told === open.frame.last_event));
  assert.equal(open.game.seats[1].name, "Бо");
  for (const each of told) assert.deepEqual(each.ids(), counted(open.frame.last_event));
  const mover = tables.find((table) => table.isMine) ?? open;
  await assert.rejects(mover.preview({ type: "rest" }), { name: "Problem", status: 422 });
  for (const table of tables) table.close();
  return open;
}

async function playToTheEnd(client) {
  const table = await client.games.create(wish("distant_suns", BOT));
  const told = heard(table);
  while (await table.myTurn()) await table.play(table.moves[0]);
  await until(() => table.isTold);
  assert.equal(table.status, "finished");
  assert.deepEqual(told.ids(), counted(table.frame.last_event));
  assert.ok(told.of("connection").every(({ state }) => state === "live"));
}

async function stopsAtOnce(client) {
  const stopping = new AbortController();
  const game = await client.games.create(wish("astra", BOT));
  stopping.abort();
  await assert.rejects(game.hints({ signal: stopping.signal }), { name: "AbortError" });
}

/** Plays, and returns the open game, and how events were asked for. */
export async function playAll(options = {}) {
  const [ada, bo] = [recording(options), recording(options)];
  const open = await playTogether(ada.client, bo.client);
  await playToTheEnd(ada.client);
  await stopsAtOnce(bo.client);
  const asked = [...ada.asked, ...bo.asked];
  assert.ok(asked.some(({ address }) => address.includes("?include=")));
  return {
    open,
    streams: asked.filter(({ headers }) => headers.Accept === "text/event-stream").length,
    polls: asked.filter(({ address }) => address.includes("wait=")).length,
  };
}
