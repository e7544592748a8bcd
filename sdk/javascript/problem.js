/** What went wrong, as one kind of error. */

/** An error answer (RFC 9457), or a server that does not answer: then `code` is "unreachable" and `status` 0. */
export class Problem extends Error {
  constructor(status, body = {}, { retryAfter = 0, cause } = {}) {
    super(body.detail || body.title || (status ? `HTTP ${status}` : "the server cannot be reached"), { cause });
    this.name = "Problem";
    this.status = status;
    this.code = body.code || (status ? "unknown" : "unreachable");
    this.detail = this.message;
    this.ruling = body.ruling || "";
    this.rulingTitle = body.ruling_title || "";
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Whether a retry may succeed: the server decided nothing about the request. */
  get isPassing() {
    return this.status === 0 || [429, 502, 503, 504].includes(this.status);
  }
}

/** A problem that the client itself reports. */
export const clientProblem = (code, detail) => new Problem(-1, { code, detail });

const seconds = (response) => Number(response.headers.get("Retry-After")) || 0;

export async function readProblem(response) {
  const body = await response.json().catch(() => ({}));
  return new Problem(response.status, body, { retryAfter: seconds(response) });
}
