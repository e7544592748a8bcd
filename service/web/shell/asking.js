/** Asking what a move would do. What is answered too late, to another choice or after Play, is dropped. */

export class Asking {
  #now = new AbortController();

  constructor(shell) {
    this.shell = shell;
  }

  /** Whatever is under way is of no use any more. */
  drop() {
    this.#now.abort();
  }

  /** What the chosen move would do, as the server says. */
  async about(move) {
    const { shell } = this;
    const asked = new AbortController();
    this.#now = asked;
    const { version } = shell.live;
    const answer = await shell.live.preview(move, asked).then((preview) => ({ preview }), (error) => ({ error }));
    if (asked.signal.aborted) return;
    if (answer.error && !answer.error.isPassing && version === shell.live.version) shell.hooks.tell(answer.error);
    shell.preview = answer.preview ?? null;
    shell.render();
  }
}
