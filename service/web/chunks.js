/** Loads the parts of the page that most visits do not need; each is a file of its own. */

import { files } from "./i18n.js";

/** Adds a style sheet to the page, once. */
function loadStyles(name) {
  const href = `${files}/${name}`;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done }),
    );
  });
}

/**
 * Imports a chunk: a module with all that only it needs, and its styles. `service/api/site/assemble.py` builds chunks.
 * @param {string} name @param {string} [styles]
 */
export async function loadChunk(name, styles) {
  const [module] = await Promise.all([import(`${files}/${name}`), styles && loadStyles(styles)]);
  return module;
}
