/** What the tests share: the server that pytest started, and a fetch that writes down what is asked. */

import { setTimeout as pause } from "node:timers/promises";
import { Almagest } from "../../sdk/javascript/almagest.js";

export const URL = process.env.ALMAGEST_URL;
export const OTHERS = { astra: "random", nebula: "random", distant_suns: "random" };

/** A client, and all its requests as `POST /games/…/moves`. */
export function counting(options = {}) {
  const asked = [];
  const client = new Almagest(URL, {
    language: "en",
    ...options,
    fetch: (address, request) => {
      asked.push(
        `${request.method} ${address
          .slice(URL.length)
          .split("?")[0]
          .replace(/\/games\/\w+/, "/games/id")}`,
      );
      return (options.fetch ?? fetch)(address, request);
    },
  });
  return { client, asked };
}

export const wish = (rulebook, ...others) => ({
  rulebook,
  seats: [{ kind: "human", name: "Ada" }, ...others],
});
export const BOT = { kind: "bot", level: "random" };
export const PERSON = { kind: "human" };

/** All messages of a table, as they come. */
export function heard(table) {
  const messages = [];
  table.follow((message) => messages.push(message));
  return {
    messages,
    of: (type) => messages.filter((message) => message.type === type),
    ids: () => messages.filter((message) => message.type === "event").map((message) => message.event.id),
  };
}

export async function until(test, seconds = 20) {
  for (const end = Date.now() + seconds * 1000; !test(); await pause(20)) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${test}`);
  }
}

export const counted = (length) => Array.from({ length }, (_, index) => index + 1);
