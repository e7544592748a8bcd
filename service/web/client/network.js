/**
 * Whether there is a network, and waiting that ends when there is one again. Node has no such events, and needs none.
 */

export const isOffline = () => globalThis.navigator?.onLine === false;

/** Calls `told` at every change; the answer ends it. */
export function onNetwork(told) {
  const { addEventListener: add, removeEventListener: remove } = globalThis;
  if (typeof globalThis.window === "undefined") return () => {};
  for (const name of ["online", "offline"]) add.call(globalThis, name, told);
  return () => {
    for (const name of ["online", "offline"]) remove.call(globalThis, name, told);
  };
}

/** Ends after so many milliseconds, or when the network is back, or with the signal; it never fails. */
export function pause(milliseconds, signal) {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener("abort", end);
      done();
    };
    const timer = milliseconds === Infinity ? undefined : setTimeout(end, milliseconds);
    const stop = onNetwork(() => isOffline() || end());
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/** While there is no network, nothing is asked. */
export async function untilOnline(signal) {
  while (isOffline() && !signal?.aborted) await pause(Infinity, signal);
}
