import assert from "node:assert/strict";
import test from "node:test";
import { MemoryStorage, Problem } from "../../sdk/javascript/almagest.js";
import { BOT, PERSON, URL, counting, heard, until, wish } from "./helpers.mjs";

const isMove = (address, { method }) => method === "POST" && address.includes("/moves?");

test("a move whose answer is lost is sent again with its key, and played once", async () => {
  const keys = [];
  const { client } = counting({
    retry: { first: 1 },
    fetch: async (address, request) => {
      const response = await fetch(address, request);
      if (!isMove(address, request)) return response;
      keys.push(request.headers["Idempotency-Key"]);
      if (keys.length === 1) throw new TypeError("the answer is lost");
      return response;
    },
  });
  const table = await client.games.create(wish("distant_suns", PERSON));
  const other = await client.games.join(table.id, { name: "Bo" });
  await Promise.race([table.myTurn(), other.myTurn()]);
  const mover = table.isMine ? table : other;
  const played = await mover.play(mover.moves[0].move);
  assert.equal(played.version, 1);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  assert.equal(mover.kept, null);
  for (const each of [table, other]) each.close();
});

test("a move that nobody answers survives the program, and is played once by the next", async () => {
  const storage = new MemoryStorage();
  const { client } = counting({
    storage,
    retry: { attempts: 2, first: 1 },
    fetch: async (address, request) => {
      const response = await fetch(address, request);
      if (isMove(address, request)) throw new TypeError("cut");
      return response;
    },
  });
  const table = await client.games.create(wish("astra", BOT));
  await table.refresh();
  const { move } = table.moves[0];
  await assert.rejects(table.play(move), { code: "unreachable", isPassing: true });
  assert.deepEqual(table.kept.move, move);
  await assert.rejects(table.play({ type: "rest" }), { code: "move_kept" });

  const next = counting({ storage });
  const again = await next.client.games.resume(table.id);
  assert.deepEqual(again.kept.move, move);
  const played = await again.resend();
  assert.equal(played.version, 1);
  assert.equal(again.kept, null);
  assert.equal(await again.resend(), null);
  assert.deepEqual(
    next.asked.filter((each) => each.startsWith("POST")),
    ["POST /v1/games/id/moves"],
  );
});

test("an offer is played and previewed as its move is", async () => {
  let isCut = true;
  const { client } = counting({
    retry: { attempts: 1 },
    fetch: async (address, request) => {
      const response = await fetch(address, request);
      if (isCut && isMove(address, request)) throw new TypeError("cut");
      return response;
    },
  });
  const table = await client.games.create(wish("astra", BOT));
  await table.refresh();
  const [offer] = table.moves;
  assert.deepEqual(await table.preview(offer), await table.preview(offer.move));
  await assert.rejects(table.play(offer), { code: "unreachable" });
  assert.deepEqual(table.kept.move, offer.move);
  isCut = false;
  assert.equal((await table.play(offer)).version, 1);
  assert.equal(table.kept, null);
});

test("a server that is busy is asked again after Retry-After", async () => {
  const times = [];
  const { client } = counting({
    retry: { first: 1 },
    fetch: (address, request) => {
      times.push(Date.now());
      if (times.length > 1) return fetch(address, request);
      return Promise.resolve(new Response("{}", { status: 503, headers: { "Retry-After": "1" } }));
    },
  });
  await client.games.list();
  assert.ok(times[1] - times[0] >= 1000);
});

test("a refusal has code, ruling and a sentence; a stale move is refused and the table is brought up to date", async () => {
  const { client } = counting();
  const table = await client.games.create(wish("astra", BOT));
  await table.refresh();
  const refusal = await table.play({ type: "end_turn" }).catch((error) => error);
  assert.ok(refusal instanceof Problem);
  assert.equal(refusal.status, 409);
  assert.ok(refusal.code && refusal.ruling && refusal.detail, JSON.stringify(refusal));
  assert.equal(table.kept, null);
  const twin = await client.games.resume(table.id);
  await table.play(table.moves[0].move);
  await assert.rejects(twin.play(twin.moves[0].move), { status: 412, code: "stale_version" });
  assert.ok(twin.version >= 1);
  await assert.rejects(client.games.watch("none"), { status: 404 });
});

test("preview changes nothing, whyNot explains, leave forgets the seat", async () => {
  const { client } = counting();
  const table = await client.games.create(wish("astra", BOT));
  await table.refresh();
  const preview = await table.preview(table.moves[0].move);
  assert.ok(preview.view && preview.score && preview.events.length);
  assert.equal((await table.refresh()).version, 0);
  assert.ok((await table.whyNot()).every((each) => each.reason && each.type));
  assert.deepEqual(client.heldGames(), [table.id]);
  await table.leave();
  assert.deepEqual(client.heldGames(), []);
});

test("who sits down is seen by who waits; the moves of others cost nothing", async () => {
  const ada = counting();
  const bo = counting();
  const table = await ada.client.games.create(wish("distant_suns", PERSON));
  const told = heard(table);
  await until(() => told.of("frame").length);
  const other = await bo.client.games.join(table.id, { name: "Bo" });
  await until(() => table.status === "running" && table.game.seats[1].name === "Bo" && table.game.pack_hash);
  await Promise.race([table.myTurn(), other.myTurn()]);
  const before = ada.asked.length;
  for (let number = 0; number < 12; number += 1) {
    await Promise.race([table.myTurn(), other.myTurn()]);
    const mover = other.isMine ? other : table;
    const { version } = await mover.play(mover.moves[0].move);
    await until(() => table.version >= version && other.version >= version);
  }
  const own = ada.asked.slice(before);
  assert.ok(own.length > 0 && own.length < 12);
  assert.ok(
    own.every((each) => each === "POST /v1/games/id/moves"),
    own.join(),
  );
  for (const each of [table, other]) each.close();
});

test("the server's address may end with a slash", async () => {
  const { Almagest } = await import("../../sdk/javascript/almagest.js");
  assert.equal((await new Almagest(`${URL}/`).rulebooks.list()).length, 3);
});
