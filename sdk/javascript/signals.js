/** Aborting, with what every platform has: `AbortController`, but not `AbortSignal.any`, `timeout` or `reason`. */

/** A signal that aborts with the given one or after so many milliseconds; `release` ends the timer. */
export function withTimeout(signal, milliseconds) {
  const both = new AbortController();
  const follow = () => both.abort(signal.reason);
  const timer = setTimeout(() => both.abort(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  signal?.addEventListener("abort", follow);
  if (signal?.aborted) follow();
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", follow);
  };
  return { signal: both.signal, release };
}

/** Throws the caller's own reason. */
export function throwIfAborted(signal) {
  if (signal?.aborted) throw signal.reason ?? Object.assign(new Error("it was aborted"), { name: "AbortError" });
}
