import assert from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Almagest } from "../../sdk/javascript/almagest.js";
import { Parser } from "../../sdk/javascript/sse.js";
import { BOT, counted, counting, heard, until, wish } from "./helpers.mjs";

const isStream = (address, { headers }) => headers.Accept === "text/event-stream";

/**
 * The response, cut by us after so many bytes: a frame alone may be longer than 20,000. What has no body (a game that
 * is over and told) is whole.
 */
function cutAfter(response, bytes) {
  if (!response.body) return response;
  let left = bytes;
  const cutting = new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.error(new TypeError("cut"));
    },
  });
  return new Response(response.body.pipeThrough(cutting), { headers: response.headers });
}

test("a stream that is cut again and again goes on where it was", async () => {
  const asked = [];
  const { client } = counting({
    retry: { first: 1 },
    fetch: async (address, request) => {
      const response = await fetch(address, request);
      if (!isStream(address, request)) return response;
      asked.push(Number(request.headers["Last-Event-ID"]));
      return cutAfter(response, asked.length % 2 ? 20_000 : 150_000);
    },
  });
  const table = await client.games.create(wish("distant_suns", BOT));
  const told = heard(table);
  while (await table.myTurn()) await table.play(table.moves[0].move);
  await until(() => table.isTold);
  assert.deepEqual(told.ids(), counted(table.frame.last_event));
  assert.ok(asked.length > 1 && asked.at(-1) > 0, asked.join());
  assert.deepEqual(told.of("restored"), []);
  assert.ok(
    told.of("connection").every(({ state }) => state === "live"),
    "a cut that is mended is not told",
  );
});

test("where streams are held back, requests that wait do as well, and no other table tries again", async () => {
  let streams = 0;
  const { client, asked } = counting({
    fetch: (address, request) => {
      if (!isStream(address, request)) return fetch(address, request);
      streams += 1;
      return Promise.resolve(new Response("<html>", { headers: { "Content-Type": "text/html" } }));
    },
  });
  const table = await client.games.create(wish("distant_suns", BOT));
  const told = heard(table);
  while (await table.myTurn()) await table.play(table.moves[0].move);
  await until(() => table.isTold);
  assert.deepEqual(told.ids(), counted(table.frame.last_event));
  assert.ok(asked.filter((each) => each === "GET /v1/games/id").length === 0);
  const watched = await client.games.watch(table.id);
  heard(watched);
  await until(() => watched.isTold);
  assert.equal(streams, 1);
});

test("where bodies do not stream, no stream is opened", async () => {
  const accepted = [];
  const { client } = counting({
    fetch: async (address, request) => {
      accepted.push(request.headers.Accept);
      const response = await fetch(address, request);
      return new Proxy(response, {
        get: (target, name) => (name === "body" ? undefined : (target[name]?.bind?.(target) ?? target[name])),
      });
    },
  });
  const table = await client.games.create(wish("distant_suns", BOT));
  const told = heard(table);
  await until(() => told.of("connection").length);
  table.close();
  assert.ok(!accepted.includes("text/event-stream"));
});

test("messages are read however they are cut", () => {
  const text = 'retry: 5\n\n: still here\n\nid: 7\r\nevent: frame\r\ndata: {"a":\r\ndata: 1}\r\n\r\nid: 8\ndata: é\n\n';
  for (let size = 1; size < text.length; size += 1) {
    const parser = new Parser();
    const read = [];
    for (let at = 0; at < text.length; at += size) read.push(...parser.read(text.slice(at, at + size)));
    assert.deepEqual(read, [{ retry: "5" }, { id: "7", event: "frame", data: '{"a":\n1}' }, { id: "8", data: "é" }]);
  }
});

const frame = (last_event) => ({
  rulebook: "astra",
  version: last_event,
  etag: "",
  status: "running",
  deciders: [2],
  deadline: null,
  last_event,
  view: {},
  moves: null,
  score: null,
});
const game = (last_event) => ({ id: "g", seats: [], seat: null, ...frame(last_event) });
const event = (id) => `id: ${id}\ndata: ${JSON.stringify({ id, type: "rested", seat: 2, version: id })}\n\n`;
const framed = (id) => `event: frame\nid: ${id}\ndata: ${JSON.stringify(frame(id))}\n\n`;

/** A server that plays one script per stream and then says nothing more, or hangs up. */
async function scripted(scripts, use, retry = { first: 1 }) {
  const asked = [];
  const server = createServer((request, response) => {
    if (!request.url.includes("/events")) {
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(game(3)));
      return;
    }
    asked.push(request.headers["last-event-id"]);
    const { status = 200, text = "", ends = false } = scripts.shift() ?? {};
    response.writeHead(status, { "Content-Type": "text/event-stream" }).write(`retry: 5\n\n${text}`);
    if (ends) response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  try {
    await use(new Almagest(`http://127.0.0.1:${server.address().port}`, { retry }), asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("a store that came back older is noticed, told and followed", async () => {
  const scripts = [
    { text: framed(0) + event(1) + event(2) + event(3) + framed(3), ends: true },
    { text: framed(1) + event(2) + framed(2) },
  ];
  await scripted(scripts, async (client, asked) => {
    const table = await client.games.watch("g");
    const told = heard(table);
    await until(() => table.told === 2 && told.of("restored").length);
    assert.deepEqual(told.of("restored"), [{ type: "restored", from: 3, to: 1 }]);
    assert.deepEqual(told.ids(), [1, 2, 3, 2]);
    assert.deepEqual(asked, ["0", "3"]);
    await until(() => table.version === 2);
    table.close();
  });
});

test("a server that is away is told, and so is its return", async () => {
  const away = { status: 503, ends: true };
  await scripted([away, away, { text: framed(3) }], async (client) => {
    const table = await client.games.watch("g", { after: 3 });
    const told = heard(table);
    await until(() => told.of("connection").length === 2);
    assert.deepEqual(
      told.of("connection").map(({ state }) => state),
      ["away", "live"],
    );
    table.close();
  });
});

test("a server that hangs up at once is not stormed", async () => {
  const scripts = Array.from({ length: 100 }, () => ({ text: framed(3), ends: true }));
  await scripted(
    scripts,
    async (client, asked) => {
      const table = await client.games.watch("g", { after: 3 });
      heard(table);
      await pause(600);
      assert.ok(asked.length > 0 && asked.length < 8, String(asked.length));
      table.close();
    },
    { first: 100 },
  );
});

test("a token that is not good any more ends the following", async () => {
  await scripted([{ status: 401, ends: true }], async (client) => {
    const table = await client.games.watch("g");
    const told = heard(table);
    await until(() => told.of("ended").length);
    assert.equal(told.of("ended")[0].problem.status, 401);
  });
});

test("who made room for others comes again when it was told to", async () => {
  const body = JSON.stringify({ status: 503, code: "too_many_listeners", title: "", detail: "" });
  const scripts = [
    { text: `${framed(3)}event: problem\nretry: 300\ndata: ${body}\n\n`, ends: true },
    { text: framed(3) },
  ];
  await scripted(scripts, async (client, asked) => {
    const table = await client.games.watch("g", { after: 3 });
    const began = Date.now();
    const told = heard(table);
    await until(() => asked.length === 2);
    assert.ok(Date.now() - began >= 300, "not before");
    assert.deepEqual(asked, ["3", "3"]);
    assert.deepEqual(told.of("ended"), []);
    assert.deepEqual(told.ids(), []);
    table.close();
  });
});
