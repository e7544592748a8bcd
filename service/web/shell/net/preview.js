/** Asking what a move would do. What is answered too late, to another choice or after Play, is dropped. */

/** Milliseconds in which the page draws first. */
const DRAW_FIRST = 30;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Previewer {
  #now = new AbortController();

  constructor(shell) {
    this.shell = shell;
  }

  /** Whatever is under way is of no use any more. */
  cancel() {
    this.#now.abort();
  }

  /** `receive` gets what the move would do, as the server says; null where it cannot. */
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
