/** Who joins knows what the server has committed itself to before any bytes are sent. */

import assert from "node:assert/strict";
import test from "node:test";
import { Almagest } from "../../sdk/javascript/almagest.js";
import { PERSON, URL, counting, wish } from "./helpers.mjs";

/** A client of a server whose answers to some requests are changed. */
function changing(change) {
  const sent = [];
  const fetchChanged = async (address, request) => {
    sent.push({ method: request.method, body: request.body && JSON.parse(request.body) });
    const response = await fetch(address, request);
    if (response.status === 204) return response;
    const { status, body } = change(request.method, response.status, await response.json());
    return new Response(JSON.stringify(body), { status });
  };
  return { client: new Almagest(URL, { fetch: fetchChanged }), sent };
}

for (const visibility of ["public", "private"]) {
  test(`a ${visibility} game is read before bytes are sent`, async () => {
    const ada = await new Almagest(URL).games.create({ ...wish("astra", PERSON), visibility });
    const { client, asked } = counting();
    const bo = await client.games.join(ada.id, { name: "Bo", invite: ada.invite });
    assert.deepEqual(asked, ["GET /v1/games/id", "POST /v1/games/id/seats"]);
    assert.equal(bo.game.entropy[1], client.heldSeat(ada.id).entropy);
  });
}

test("a server that changes its commitment is left and named", async () => {
  const ada = await new Almagest(URL).games.create(wish("astra", PERSON, PERSON));
  const { client, sent } = changing((method, status, body) => {
    if (method === "POST") body.game.seed_hash = "22".repeat(32);
    return { status, body };
  });
  await assert.rejects(client.games.join(ada.id, { name: "Bo" }), { code: "seed_changed" });
  assert.deepEqual(
    sent.map(({ method }) => method),
    ["GET", "POST", "DELETE"],
  );
  assert.equal(client.heldSeat(ada.id), null);
  assert.equal((await ada.refresh(), ada.game.seats[1].taken), false);
});

test("a server that hides its commitment gets no bytes", async () => {
  const ada = await new Almagest(URL).games.create({ ...wish("astra", PERSON), visibility: "private" });
  const { client, sent } = changing((method, status, body) =>
    method === "GET" ? { status: 404, body: { code: "unknown_game" } } : { status, body },
  );
  await client.games.join(ada.id, { name: "Bo", invite: ada.invite });
  assert.equal(sent.at(-1).body.entropy, undefined);
  assert.equal(client.heldSeat(ada.id).entropy, undefined);
});

test("an invite code that no header can hold is refused as a wrong one", async () => {
  const ada = await new Almagest(URL).games.create({ ...wish("astra", PERSON), visibility: "private" });
  await assert.rejects(new Almagest(URL).games.join(ada.id, { name: "Bo", invite: "не то" }), { status: 404 });
});
