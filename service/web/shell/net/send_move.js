/** Sends moves: one at a time; a move without an answer is sent again. */

import { t } from "../../i18n.js";

const STALE = 412;
const RETRY_AFTER = 5000;

export class MoveSender {
  constructor(shell) {
    this.shell = shell;
  }

  /** Sends the kept move, if there is one. */
  async resendKept() {
    const { live } = this.shell;
    if (live.kept) await this.awaitAnswer(live.resend());
  }

  async awaitAnswer(answer, earlier = this.shell.live.frame) {
    const { shell } = this;
    this.markBusy();
    const { value, error } = await answer.then(
      (value) => ({ value }),
      (error) => ({ error }),
    );
    if (shell.stop.signal.aborted) return;
    if (error?.isPassing) this.retryLater();
    else this.finish(value, error, earlier);
    shell.showConnection();
  }

  markBusy() {
    const { shell } = this;
    shell.isBusy = true;
    shell.page.setAttribute("aria-busy", "true");
    shell.showConnection();
    shell.render();
  }

  finish(value, error, earlier) {
    const { shell } = this;
    shell.state = "live";
    shell.isBusy = false;
    shell.page.removeAttribute("aria-busy");
    if (error) shell.hooks.showError(error.status === STALE ? { ...error, message: t("stale") } : error);
    else shell.journal.remember(value, earlier);
    shell.render();
  }

  /** Keeps a move without an answer and sends it when the stream is back, and every now and then. */
  retryLater() {
    this.shell.state = navigator.onLine ? "away" : "offline";
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.resendKept(), RETRY_AFTER);
  }
}
