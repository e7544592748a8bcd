/** Asking what a move would do. What is answered too late, to another choice or after Play, is dropped. */

/** Milliseconds in which the page draws first. */
const SOON = 30;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Asking {
  #now = new AbortController();

  constructor(shell) {
    this.shell = shell;
  }

  /** Whatever is under way is of no use any more. */
  drop() {
    this.#now.abort();
  }

  /** `tell` hears what the move would do, as the server says; null where it cannot. */
  async about(move, tell, milliseconds = SOON) {
    const { shell } = this;
    const asked = new AbortController();
    this.#now = asked;
    await pause(milliseconds);
    if (asked.signal.aborted) return;
    const { version } = shell.live;
    const answer = await shell.live.preview(move, asked).then(
      (preview) => ({ preview }),
      (error) => ({ error }),
    );
    if (asked.signal.aborted) return;
    if (answer.error && !answer.error.isPassing && version === shell.live.version) shell.hooks.tell(answer.error);
    tell(answer.preview ?? null);
  }
}
