/** Saves a file: a picture of a game, or all of it. */

import { element } from "../../dom.js";

/** Milliseconds until the address is released: browsers may take a while to read it. */
const READ_BY = 60_000;

/** @param {Blob} content @param {string} name */
export function saveFile(content, name) {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_BY);
}
