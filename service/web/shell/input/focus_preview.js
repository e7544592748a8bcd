/** Shows keyboard users in the action bar what the focused thing would cost and do, before they choose it. */

import { t } from "../../i18n.js";
import { Previewer } from "../net/preview.js";
import { drawBar } from "../draw/bar.js";

/** Milliseconds of focus before the server is asked. */
const RESTING = 150;

export class FocusPreview {
  /** The thing that has keyboard focus and is not chosen yet. @type {string | null} */
  #at = null;
  #preview = null;

  constructor(shell) {
    this.shell = shell;
    this.previewer = new Previewer(shell);
  }

  /** Forgets the focused thing; whoever chose or played draws. */
  clear() {
    this.previewer.cancel();
    this.#at = null;
  }

  focusOn(touch) {
    if (touch === this.#at) return;
    this.clear();
    this.#at = this.shell.isMine ? touch : null;
    this.#draw(null);
    const move = this.choice()?.move;
    if (move) this.previewer.request(move, (preview) => this.#draw(preview), RESTING);
  }

  #draw(preview) {
    const { shell } = this;
    this.#preview = preview;
    if (shell.isMine && shell.game.view) drawBar(shell, shell.drawing.choose(shell.scene(), null));
  }

  /** The choice for the focused thing; null where it is not possible. */
  choice() {
    const { shell } = this;
    if (this.#at === null || !shell.isMine) return null;
    const choice = shell.drawing.choose(shell.scene({ preview: null }), this.#at);
    if (choice.refused) return null;
    const known =
      this.#preview && shell.drawing.choose(shell.scene({ draft: choice.draft, preview: this.#preview }), null);
    const { move, title, detail, effects } = known ?? choice;
    return { move, title: t("bar.ahead", { title }), detail, effects };
  }
}
