// Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
/** For who receives webhooks: is it from the server, is it new, and what does it say? */

import type { Notice } from "./types.js";

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
