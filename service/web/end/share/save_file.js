/** Files for whoever looks at a game: a picture of it, or all of it. */

import { element } from "../../dom.js";

/** Browsers may take a while before they read it. */
const READ_BY = 60_000;

/** @param {Blob} content @param {string} name */
export function saveFile(content, name) {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_BY);
}
