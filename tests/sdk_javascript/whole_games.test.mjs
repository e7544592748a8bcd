import assert from "node:assert/strict";
import test from "node:test";
import { BOT, counted, counting, heard, until, wish } from "./helpers.mjs";

for (const rulebook of ["astra", "nebula", "distant_suns"]) {
  test(`${rulebook}: a whole game against a bot, one request per own move and none for the bot's`, async () => {
    const { client, asked } = counting();
    const table = await client.games.create(wish(rulebook, BOT));
    const told = heard(table);
    let played = 0;
    while (await table.myTurn()) {
      await table.play(table.moves[(played * 7) % table.moves.length].move);
      played += 1;
    }
    await until(() => table.isTold);
    assert.equal(table.status, "finished");
    assert.deepEqual(asked, [
      "POST /v1/games",
      "GET /v1/games/id/events",
      ...Array(played).fill("POST /v1/games/id/moves"),
    ]);
    assert.deepEqual(told.ids(), counted(table.frame.last_event));
    const looked = await client.games.resume(table.id);
    assert.deepEqual(table.game.result, looked.game.result);
    assert.equal(table.game.end_reason, looked.game.end_reason);
    assert.deepEqual(table.view, looked.view);
    assert.deepEqual(table.score, looked.score);
    const replay = await table.replay();
    assert.equal(replay.moves.length, table.version);
    assert.ok(replay.entropy.includes(client.heldSeat(table.id).entropy));
  });
}
