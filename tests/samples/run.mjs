/** Runs samples one after the other, each with its variables as globals; prints what went wrong, by name. */

import { text } from "node:stream/consumers";
import { MemoryStorage } from "../../sdk/javascript/almagest.js";

const failed = {};
const print = console.log;
class Printed extends Error {}

/** What a page or an app has besides: a storage, a drawing, a registration of its service worker, the worker itself. */
function browserGlobals({ subscription }) {
  const shown = [];
  const event = { data: { json: () => ({ title: "Your turn", body: "", game: "id" }) }, waitUntil: (done) => done };
  return {
    storage: new MemoryStorage(),
    draw: () => {},
    registration: { pushManager: { subscribe: async () => ({ toJSON: () => subscription }) } },
    self: {
      registration: { showNotification: async (title) => shown.push(title) },
      addEventListener: (_, listener) => listener(event),
    },
  };
}

for (const { name, file, variables, until } of JSON.parse(await text(process.stdin))) {
  Object.assign(globalThis, browserGlobals(variables), variables);
  console.log = (said) => {
    if (until !== null && String(said).startsWith(until)) throw new Printed();
  };
  try {
    await import(file);
    if (until !== null) failed[name] = "it has ended";
  } catch (error) {
    if (!(error instanceof Printed)) failed[name] = String(error.stack ?? error);
  }
}
print(JSON.stringify(failed));
process.exit(0);
