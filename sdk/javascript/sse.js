/** Server-sent events, read by hand: `EventSource` cannot send a token in a header. */

const LINE = /\r\n|\n|\r(?!$)/;

/**
 * Takes text as it comes, gives whole messages: `{event, id, data, retry}`. Comments are a sign of life and no more.
 */
export class Parser {
  #rest = "";
  #fields = {};

  /** @param {string} text */
  *read(text) {
    const lines = (this.#rest + text).split(LINE);
    this.#rest = lines.pop();
    for (const line of lines) {
      if (line) this.#field(line);
      else yield* this.#finished();
    }
  }

  #field(line) {
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line);
    if (name === "data" && "data" in this.#fields) this.#fields.data += `\n${value}`;
    else if (name) this.#fields[name] = value;
  }

  *#finished() {
    const message = this.#fields;
    this.#fields = {};
    if (Object.keys(message).length) yield message;
  }
}

/** The messages of a response. Silence longer than `patience` milliseconds counts as a cut. */
export async function* messages(response, patience, heard = () => {}) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parser = new Parser();
  let timer;
  const guarded = (step) => {
    const silence = new Promise((_, fail) => {
      timer = setTimeout(() => fail(new Error("the stream fell silent")), patience);
    });
    return Promise.race([step, silence]).finally(() => clearTimeout(timer));
  };
  try {
    for (;;) {
      const { done, value } = await guarded(reader.read());
      if (done) return;
      heard();
      yield* parser.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
}
