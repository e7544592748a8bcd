/** Plays where the globals are React Native's: its polyfills from npm, and nothing that it does not have. */

import assert from "node:assert/strict";
import { AbortController, AbortSignal } from "abort-controller";
import { playAll } from "./session.mjs";
import { XMLHttpRequest } from "./xml_http_request.mjs";

const ABSENT = [
  "Blob",
  "BroadcastChannel",
  "CompressionStream",
  "DOMException",
  "Event",
  "EventTarget",
  "Headers",
  "MessageChannel",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextDecoderStream",
  "TextEncoder",
  "TransformStream",
  "URL",
  "URLSearchParams",
  "WebSocket",
  "crypto",
  "fetch",
  "queueMicrotask",
  "structuredClone",
];

for (const name of ABSENT) delete globalThis[name];
Object.assign(globalThis, { AbortController, AbortSignal, XMLHttpRequest, window: globalThis });
Object.defineProperty(globalThis, "navigator", { value: { product: "ReactNative" } });
await import("whatwg-fetch");
assert.ok(fetch.polyfill);

const { open, streams } = await playAll();
assert.equal(streams, 0, "a stream would never open");
assert.deepEqual(open.game.entropy, [null, null]);
