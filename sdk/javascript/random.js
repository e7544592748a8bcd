/** Random bytes: those of the app's own function, or of the platform where it has `crypto`. React Native has none. */

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const guessableBytes = (count) => Array.from({ length: count }, () => Math.floor(Math.random() * 256));
const platformBytes = (count) => globalThis.crypto?.getRandomValues?.(new Uint8Array(count));

export class Random {
  constructor(randomBytes = platformBytes) {
    this.randomBytes = randomBytes;
  }

  /** Nothing where nobody has random bytes. */
  #bytes(count) {
    const bytes = this.randomBytes(count);
    if (bytes && bytes.length !== count) throw new TypeError(`randomBytes(${count}) has to return ${count} bytes`);
    return bytes;
  }

  /** An idempotency key: a request sent twice with it has one effect. */
  newKey = () => toHex(this.#bytes(16) ?? guessableBytes(16));

  /** What a seat contributes to the deal; null where bytes could only be guessable, and would protect nobody. */
  newEntropy() {
    const bytes = this.#bytes(32);
    return bytes ? toHex(bytes) : null;
  }
}
