/** Moves on their way: until one is answered no other can be made, and one that nobody answers is sent again. */

import { t } from "../../i18n.js";

const STALE = 412;
const AGAIN = 5000;

export class Sending {
  constructor(shell) {
    this.shell = shell;
  }

  /** Sends the move that is kept from before, if there is one. */
  async send() {
    const { live } = this.shell;
    if (live.kept) await this.wait(live.resend());
  }

  async wait(answer, earlier = this.shell.live.frame) {
    const { shell } = this;
    this.rest();
    const { value, error } = await answer.then(
      (value) => ({ value }),
      (error) => ({ error }),
    );
    if (shell.stop.signal.aborted) return;
    if (error?.isPassing) this.waitLonger();
    else this.answered(value, error, earlier);
    shell.sayConnection();
  }

  rest() {
    const { shell } = this;
    shell.isBusy = true;
    shell.page.setAttribute("aria-busy", "true");
    shell.sayConnection();
    shell.render();
  }

  answered(value, error, earlier) {
    const { shell } = this;
    shell.state = "live";
    shell.isBusy = false;
    shell.page.removeAttribute("aria-busy");
    if (error) shell.hooks.tell(error.status === STALE ? { ...error, message: t("stale") } : error);
    else shell.journal.remember(value, earlier);
    shell.render();
  }

  /** A move that nobody answers stays kept; it is sent when the stream is back, and now and then. */
  waitLonger() {
    this.shell.state = navigator.onLine ? "away" : "offline";
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.send(), AGAIN);
  }
}
