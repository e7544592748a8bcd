/** Pauses by consent, and the vote for another host. */

import assert from "node:assert/strict";
import test from "node:test";
import { BOT, PERSON, counting, heard, until, wish } from "./helpers.mjs";

const hosts = ({ seats }) => seats.filter(({ host }) => host).map(({ seat }) => seat);

async function seated(request, ...names) {
  const table = await counting().client.games.create(request);
  const others = [];
  for (const name of names) others.push(await counting().client.games.join(table.id, { name }));
  await table.refresh();
  return [table, ...others];
}

test("a pause is proposed, declined, agreed to and ended, and everybody who follows hears of it", async () => {
  const [ada, bo] = await seated(wish("astra", PERSON), "Bo");
  const { of } = heard(bo);
  await ada.pause();
  assert.deepEqual([ada.game.pause.seat, ada.game.pause.agreed, ada.game.paused_at], [1, [1], null]);
  await until(() => bo.frame.pause?.seat === 1);
  await bo.resume();
  await ada.refresh();
  assert.equal(ada.frame.pause, null);
  await ada.pause();
  await bo.pause();
  assert.ok(bo.frame.paused_at && bo.frame.paused_until);
  await ada.refresh();
  assert.ok(!ada.isMine);
  await ada.resume();
  assert.deepEqual([ada.frame.paused_at, ada.frame.paused_until, ada.isMine], [null, null, true]);
  await until(() => of("event").some(({ event }) => event.type === "game_resumed"));
  assert.deepEqual(
    of("event")
      .map(({ event }) => event.type)
      .filter((type) => type.includes("pause") || type === "game_resumed"),
    ["pause_proposed", "pause_declined", "pause_proposed", "pause_agreed", "game_paused", "game_resumed"],
  );
  bo.close();
});

test("against bots alone one pauses at once", async () => {
  const [ada] = await seated(wish("astra", BOT));
  await ada.pause();
  assert.ok(ada.frame.paused_at);
  assert.deepEqual([ada.frame.pause, ada.frame.paused_until], [null, null]);
  await ada.resume();
  assert.equal(ada.frame.paused_at, null);
});

/** Votes until the host is away: the server says that it is too early. */
async function voteWhenAway(table) {
  for (;;) {
    try {
      return await table.replaceHost();
    } catch (error) {
      assert.equal(error.code, "not_idle");
    }
  }
}

test("the others replace a host who is away", async () => {
  const [ada, bo, cem] = await seated({ ...wish("astra", PERSON, PERSON), idle_seconds: 1 }, "Bo", "Cem");
  await voteWhenAway(bo);
  assert.deepEqual(hosts(bo.game), [ada.seat]);
  await cem.replaceHost();
  assert.deepEqual(hosts(cem.game), [bo.seat]);
  await assert.rejects(bo.replaceHost(), { code: "already_host" });
});
