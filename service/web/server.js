/** The server that sent this page, reached through the same client that everybody can use. */

import { Almagest } from "../../sdk/javascript/almagest.js";
import { language } from "./i18n.js";

class Server extends Almagest {
  #contents = new Map();
  #rulebooks = new Map();

  constructor() {
    super("", /** @type {any} */ ({ language, storage: localStorage }));
    const { list } = this.rulebooks;
    this.rulebooks.list = () => this.#once(this.#rulebooks, language(), list);
  }

  #once(kept, key, ask) {
    if (!kept.has(key))
      kept.set(
        key,
        ask().catch((error) => {
          kept.delete(key);
          throw error;
        }),
      );
    return kept.get(key);
  }

  /** Fetches the content of a pack by its hash; without `no-store`, so that the browser caches it for good. */
  packContent(rulebook, hash, lang) {
    const edition = document.documentElement.dataset.edition;
    const path = `/v1/rulebooks/${encodeURIComponent(rulebook)}/content/${hash}?lang=${lang}&edition=${edition}`;
    return this.#once(this.#contents, path, async () => {
      const answer = await fetch(path, { headers: { Accept: "application/json" } });
      return answer.ok ? answer.json() : this.rulebooks.content(rulebook, {});
    });
  }
}

/** @type {any} */
export const server = new Server();
