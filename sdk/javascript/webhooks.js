/**
 * For an app's server: its webhooks; and for who receives them: is it from the server, is it new, and what does it say?
 * Browsers, workers, Node 20 and later.
 */

export const HEADER = "Almagest-Signature";
export const TOLERANCE_SECONDS = 300;

const PARTS = /^t=([0-9]{1,12})((?:,v1=[0-9a-f]{64})+)$/;

/** The sender does not know the secret, or the message is too old. */
export class InvalidSignature extends Error {}

const text = new TextEncoder();

function parseSignature(signature) {
  const found = PARTS.exec(signature);
  if (!found) throw new InvalidSignature("this is no signature of a webhook");
  return { at: found[1], given: found[2].slice(",v1=".length).split(",v1=") };
}

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (byte) => Number.parseInt(byte, 16));

/** WebCrypto compares in constant time. */
async function isSigned(secret, signed, given) {
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text.encode(secret), how, false, ["verify"]);
  const checked = await Promise.all(given.map((each) => crypto.subtle.verify("HMAC", key, bytesOf(each), signed)));
  return checked.includes(true);
}

function signedBytes(at, body) {
  const start = text.encode(`${at}.`);
  const bytes = typeof body === "string" ? text.encode(body) : new Uint8Array(body);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  return { signed, bytes };
}

/**
 * What the server says, if it is the server: `body` as it came, byte for byte, and the header `Almagest-Signature`.
 * Several secrets are for the time in which one follows the other.
 */
export async function verify(
  body,
  signature,
  secrets,
  { tolerance = TOLERANCE_SECONDS, now = Date.now() / 1000 } = {},
) {
  const known = typeof secrets === "string" ? [secrets] : [...secrets];
  if (!known.length || !known.every(Boolean)) throw new TypeError("a signature is checked with a secret");
  const { at, given } = parseSignature(signature);
  const { signed, bytes } = signedBytes(at, body);
  const checked = await Promise.all(known.map((secret) => isSigned(secret, signed, given)));
  if (!checked.includes(true)) throw new InvalidSignature("the body was not signed with this secret");
  const age = Math.round(now - Number(at));
  if (age > tolerance) throw new InvalidSignature(`it was signed ${age} seconds ago: too old, or your clock is ahead`);
  if (age < -tolerance) throw new InvalidSignature(`it was signed ${-age} seconds in the future: your clock is behind`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

const path = (id = "", rest = "") => `/v1/webhooks${id && `/${encodeURIComponent(id)}`}${rest}`;

/** The webhooks of the app whose key the client has. */
export class Webhooks {
  #client;

  constructor(client) {
    this.#client = client;
  }

  #send = async (method, address, options) =>
    (await this.#client.http.send(method, address, { token: this.#client.key, ...options })).value;

  /**
   * Creates a webhook from `{ url, events, secret? }`; only this answer has the secret. Never retried: twice would make
   * two.
   */
  async create(request) {
    const { http, key } = this.#client;
    return (await http.read("POST", path(), { token: key, body: request })).value;
  }

  list = async () => (await this.#send("GET", path())).webhooks;
  get = (id) => this.#send("GET", path(id));

  /** Changes a webhook and retries what waits at once; `{ status: "active" }` reactivates a parked one. */
  change = (id, request) => this.#send("PATCH", path(id), { body: request });
  delete = (id) => this.#send("DELETE", path(id));

  /** A page of deliveries, newest first; `next` is the cursor of the next page. */
  deliveries = (id, query = {}) => this.#send("GET", path(id, "/deliveries"), { query });

  /** Retries a delivery now. */
  again = (id, delivery) =>
    this.#send("POST", path(id, `/deliveries/${encodeURIComponent(delivery)}/again`), { body: {} });
}
