/** A seat of a game of which a worker has warned; pytest started both. */

import assert from "node:assert/strict";
import test from "node:test";
import { counting } from "./helpers.mjs";

test("the game says when it ends, until somebody plays", async () => {
  const { GAME, TOKEN, END } = process.env;
  const table = await counting().client.games.resume(GAME, { token: TOKEN });
  await table.myTurn();
  for (const each of [table.game, table.frame]) assert.equal(new Date(each.abandon_at).getTime(), Number(END));
  await table.play(table.moves[0].move);
  assert.equal(table.game.abandon_at, null);
  table.close();
});
