/** Who goes from thing to thing by keys sees in the action bar what each would cost and do, before it is chosen. */

import { t } from "../../i18n.js";
import { Previewer } from "../net/preview.js";
import { drawBar } from "../draw/bar.js";

/** Milliseconds that the focus rests on a thing before the server is asked about it. */
const RESTING = 150;

export class FocusPreview {
  /** What has the focus of the keys and is not chosen yet. @type {string | null} */
  #at = null;
  #preview = null;

  constructor(shell) {
    this.shell = shell;
    this.previewer = new Previewer(shell);
  }

  /** Nothing is pointed at any more; what was chosen or played is drawn by who did it. */
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

  /** What would be chosen; nothing where that is not possible. */
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
