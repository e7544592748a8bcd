/** A server of 0.2 knows nothing of contributions to the deal: a rolling update has both. */

import assert from "node:assert/strict";
import test from "node:test";
import { Almagest } from "../../sdk/javascript/almagest.js";
import { PERSON, URL, wish } from "./helpers.mjs";

const json = (status, body) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const refusal = (...fields) =>
  json(422, { code: "invalid_field", errors: fields.map((field) => ({ field, detail: "is not a field here" })) });

/** Answers as 0.2 does: `entropy` is refused, and no game has it. */
function older() {
  const sent = [];
  const answer = async (address, request) => {
    if (request.method === "GET") return fetch(address, request);
    const body = request.body && JSON.parse(request.body);
    sent.push({ body, key: request.headers["Idempotency-Key"] });
    if (body?.entropy) return refusal("entropy");
    const response = await fetch(address, request);
    const found = await response.json();
    delete found.game?.entropy;
    return json(response.status, found);
  };
  return { client: new Almagest(URL, { fetch: answer }), sent };
}

function wasSentAgainWithout(sent) {
  const [first, second] = sent.splice(0);
  const { entropy, ...rest } = first.body;
  assert.equal(entropy.length, 64);
  assert.deepEqual(second.body, rest);
  assert.equal(first.key, second.key);
}

test("one creates, joins and sits down at once without a contribution", async () => {
  const { client, sent } = older();
  const table = await client.games.create(wish("astra", PERSON));
  wasSentAgainWithout(sent);
  assert.equal(client.heldSeat(table.id).entropy, undefined);
  const other = older();
  await other.client.games.join(table.id, { name: "Bo" });
  wasSentAgainWithout(other.sent);
  assert.equal(other.client.heldSeat(table.id).entropy, undefined);
  const waiting = await client.games.quick({ rulebook: "nebula", seats: 4, name: "Ada" });
  wasSentAgainWithout(sent);
  assert.equal(client.heldSeat(waiting.id).entropy, undefined);
});

test("other refusals, and that of a contribution of one's own, are told at once", async () => {
  const sent = [];
  const refused = (...fields) =>
    new Almagest(URL, {
      fetch: async (_, request) => {
        if (request.method === "GET") return json(200, { seed_hash: "" });
        return sent.push(request.body) && refusal(...fields);
      },
    });
  await assert.rejects(refused("entropy", "name").games.join("0123456789abcdefghjk", { name: "" }), { status: 422 });
  await assert.rejects(refused("name").games.join("0123456789abcdefghjk", { name: "" }), { status: 422 });
  await assert.rejects(refused("entropy").games.create({ ...wish("astra", PERSON), entropy: "mine" }), { status: 422 });
  assert.equal(sent.length, 3);
});

test("a contribution that the server takes is kept", async () => {
  const client = new Almagest(URL);
  const table = await client.games.create(wish("astra", PERSON));
  assert.equal(client.heldSeat(table.id).entropy, table.game.entropy[0]);
});
