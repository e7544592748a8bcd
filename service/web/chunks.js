/** Parts of the page that most visits do not need: each is a file of its own, loaded when somebody comes to it. */

import { files } from "./i18n.js";

/** Styles are put on the page once. */
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
 * The module of that name with all that only it needs, and the styles it wants; `service/api/site/assemble.py` puts
 * together what is sent.
 * @param {string} name @param {string} [styles]
 */
export async function loadChunk(name, styles) {
  const [module] = await Promise.all([import(`${files}/${name}`), styles && loadStyles(styles)]);
  return module;
}
