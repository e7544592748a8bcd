/** Plays on Node without the globals that are named: `node missing.mjs AbortSignal.any crypto`. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { playAll } from "./session.mjs";

const missing = process.argv.slice(2);

await fetch(process.env.ALMAGEST_URL);
for (const name of missing) {
  const last = name.split(".").at(-1);
  const owner = name
    .split(".")
    .slice(0, -1)
    .reduce((value, part) => value[part], globalThis);
  assert.ok(last in owner, `${name} is not there anyway`);
  delete owner[last];
  assert.ok(!(last in owner), `${name} cannot be removed`);
}

const { open, streams, polls } = await playAll();
const hasBytes = !missing.includes("crypto");
assert.deepEqual(open.game.entropy.map(Boolean), [hasBytes, hasBytes]);
const canStream = !missing.includes("TextDecoder");
assert.deepEqual([streams > 0, polls > 0], [canStream, !canStream]);
if (!hasBytes) {
  const given = await playAll({ randomBytes });
  assert.deepEqual(given.open.game.entropy.map(Boolean), [true, true]);
  await assert.rejects(playAll({ randomBytes: () => [1, 2] }), TypeError);
}
