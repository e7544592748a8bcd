// Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
/** For an app's server: its webhooks; and for who receives them: is it from the server, is it new, and what does it say? */

import type { Almagest } from "./index.js";
import type {
  DeliveryPage, DeliveryStatus, NewWebhook, Notice, WebhookAnswer, WebhookChange, WebhookWish,
} from "./types.js";

export const HEADER: "Almagest-Signature";
export const TOLERANCE_SECONDS: number;

/** Nobody who knows the secret has sent this, or not just now. */
export class InvalidSignature extends Error {}

export interface Checking {
  /** Seconds for which a signature is good. */
  tolerance?: number;
  /** Seconds since 1970. */
  now?: number;
}

/** What the server says, if it is the server: the body as it came, byte for byte, and the header `Almagest-Signature`. */
export function verify(
  body: string | ArrayBuffer | Uint8Array, signature: string, secrets: string | Iterable<string>, checking?: Checking,
): Promise<Notice>;

/** The webhooks of the app whose key the client has. */
export class Webhooks {
  constructor(client: Almagest);
  /** The answer alone has the secret. Sent once, since twice would make two. */
  create(wish: WebhookWish): Promise<NewWebhook>;
  list(): Promise<WebhookAnswer[]>;
  get(id: string): Promise<WebhookAnswer>;
  /** Whatever is changed, what waits is tried at once. */
  change(id: string, wish: WebhookChange): Promise<WebhookAnswer>;
  delete(id: string): Promise<null>;
  /** A page of what was sent and what waits, newest first; `next` is the cursor of the following one. */
  deliveries(id: string, query?: { status?: DeliveryStatus; limit?: number; cursor?: string }): Promise<DeliveryPage>;
  /** Sends one once more, now. */
  again(id: string, delivery: string): Promise<null>;
}
