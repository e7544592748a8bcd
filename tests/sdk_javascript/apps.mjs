/** What an app's server and its users' devices do, at a server where apps alone create games. */

import assert from "node:assert/strict";
import test from "node:test";
import { Almagest } from "../../sdk/javascript/almagest.js";
import { Webhooks } from "../../sdk/javascript/webhooks.js";

const { ALMAGEST_URL: url, ALMAGEST_KEY: key } = process.env;
const app = new Almagest(url, { key });
const device = async (player) => new Almagest(url, { token: (await app.players.token(player)).token });
const seat = (player, name) => ({ kind: "human", player, name });
const duel = () => app.games.create({ rulebook: "distant_suns", seats: [seat("ada", "Ada"), seat("bo", "Bo")] });

test("users are seated, and each has a token for the seat", async () => {
  const table = await duel();
  assert.deepEqual(Object.keys(table.tokens), ["ada", "bo"]);
  assert.equal(table.tokens.ada, table.token);
  const bo = await new Almagest(url).games.resume(table.id, { token: table.tokens.bo });
  assert.equal(bo.seat, 2);
  assert.deepEqual((await new Almagest(url).games.watch(table.id)).tokens, {});
});

test("a device lists and hears the player's games, and sits down as the player", async () => {
  const open = await app.games.create({ rulebook: "astra", seats: [seat("ada", "Ada"), { kind: "human" }] });
  const cem = await device("cem");
  assert.deepEqual((await cem.me.games()).games, []);
  const joined = await cem.games.join(open.id, { name: "Cem" });
  assert.equal(joined.game.seats[1].player, "cem");
  assert.equal((await cem.games.resume(open.id)).seat, 2);
  const [mine] = (await cem.me.games({ status: "running" })).games;
  assert.equal(mine.id, open.id);
  const { value: first } = await cem.me.events({ include: "view" }).next();
  assert.deepEqual([first.game, first.seat, first.frame.version], [open.id, 2, 0]);
  const begun = await app.games.create({ rulebook: "astra", seats: [seat("cem", "Cem"), seat("ada", "Ada")] });
  const { value: next } = await cem.me.events({ after: first.cursor }).next();
  assert.deepEqual([next.game, next.events.map((event) => event.type)], [begun.id, ["game_started"]]);
});

test("users sit down at once, by the app's key and by their own token", async () => {
  const waiting = await app.games.quick({ rulebook: "nebula", seats: 2, name: "Ada", player: "ada" });
  const found = await (await device("bo")).games.quick({ rulebook: "nebula", seats: 2, name: "Bo" });
  assert.deepEqual([found.id, found.seat, found.status], [waiting.id, 2, "running"]);
});

test("an app sees its games with its key, and ends them", async () => {
  const private_ = { rulebook: "astra", visibility: "private" };
  const waiting = await app.games.create({ ...private_, seats: [seat("dee", "Dee"), { kind: "human" }] });
  const running = await app.games.create({ ...private_, seats: [seat("dee", "Dee"), seat("bo", "Bo")] });
  const ids = async (page) => (await page).games.map((game) => game.id);
  assert.deepEqual((await ids(app.games.list({ limit: 2 }))).sort(), [waiting.id, running.id].sort());
  assert.ok(!(await ids(new Almagest(url).games.list())).includes(running.id));
  const watched = await app.games.watch(running.id);
  assert.deepEqual([watched.seat, watched.game.seats[0].player, watched.moves], [null, "dee", null]);
  assert.deepEqual(await ids(app.players.games("dee", { status: "running" })), [running.id]);
  assert.equal((await app.games.abandon(running.id)).status, "abandoned");
  await app.games.delete(waiting.id);
  await assert.rejects(app.games.abandon(running.id), { code: "not_running" });
  const wish = { rulebook: "astra", seats: [seat("dee", "Dee"), seat("bo", "Bo")] };
  const created = await app.games.createMany([wish, wish]);
  assert.deepEqual(
    created.map(({ game, tokens }) => [game.status, tokens.length]),
    [
      ["running", 2],
      ["running", 2],
    ],
  );
  const twice = { ...wish, seats: [seat("dee", "Dee"), seat("dee", "Dee")] };
  await assert.rejects(app.games.createMany([wish, twice]), (problem) => {
    assert.deepEqual([problem.code, problem.body.failed[0].index], ["games_refused", 1]);
    return true;
  });
});

test("a table that rests is nobody's turn, and a move is taken back", async () => {
  const table = await duel();
  await table.refresh();
  assert.ok(table.isMine);
  const bo = await new Almagest(url).games.resume(table.id, { token: table.tokens.bo });
  await table.pause();
  assert.deepEqual([table.game.pause.seat, table.game.pause.agreed, table.isMine], [1, [1], true]);
  await bo.resume();
  await table.refresh();
  assert.equal(table.frame.pause, null);
  await bo.pause();
  await table.pause();
  assert.ok(table.frame.paused_until);
  assert.ok(!table.isMine);
  await assert.rejects(table.replaceHost(), { code: "already_host" });
  await assert.rejects(table.play({ type: "assign", side: 1, position: 1, flipped: false }), { code: "paused" });
  await table.resume();
  assert.ok(table.isMine);
  const { view } = table;
  await table.play(table.moves[0].move);
  assert.ok(table.canTakeBack);
  const { events } = await table.takeBack();
  assert.deepEqual(
    events.map((event) => event.type),
    ["move_taken_back"],
  );
  assert.deepEqual(table.view, view);
});

test("an app's webhooks are made, listed, changed and ended", async () => {
  const webhooks = new Webhooks(app);
  const { webhook, secret } = await webhooks.create({ url: "https://club.example.org/hook", events: ["turn.changed"] });
  assert.ok(secret);
  assert.deepEqual(
    (await webhooks.list()).map((each) => each.id),
    [webhook.id],
  );
  assert.deepEqual((await webhooks.change(webhook.id, { events: ["game.started"] })).events, ["game.started"]);
  const table = await duel();
  const {
    deliveries: [delivery],
  } = await webhooks.deliveries(webhook.id, { status: "waiting" });
  assert.deepEqual([delivery.type, delivery.game], ["game.started", table.id]);
  await webhooks.again(webhook.id, delivery.id);
  await webhooks.delete(webhook.id);
  await assert.rejects(webhooks.get(webhook.id), { status: 404, code: "unknown_webhook" });
});

test("a user is forgotten", async () => {
  const table = await duel();
  await app.players.erase("ada");
  const bo = await new Almagest(url).games.resume(table.id, { token: table.tokens.bo });
  assert.equal(bo.game.seats[0].player, null);
});
