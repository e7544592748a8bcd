/** Asks the server what a move would do; drops answers that come after another choice or after Play. */

/** Milliseconds for the page to draw first. */
const DRAW_FIRST = 30;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Previewer {
  #now = new AbortController();

  constructor(shell) {
    this.shell = shell;
  }

  /** Ignores the answer to a request under way. */
  cancel() {
    this.#now.abort();
  }

  /** `receive` gets the preview; null where the server refuses it. */
  async request(move, receive, milliseconds = DRAW_FIRST) {
    const { shell } = this;
    const request = new AbortController();
    this.#now = request;
    await pause(milliseconds);
    if (request.signal.aborted) return;
    const { version } = shell.live;
    const answer = await shell.live.preview(move, request).then(
      (preview) => ({ preview }),
      (error) => ({ error }),
    );
    if (request.signal.aborted) return;
    if (answer.error && !answer.error.isPassing && version === shell.live.version) shell.hooks.showError(answer.error);
    receive(answer.preview ?? null);
  }
}
