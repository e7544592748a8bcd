/**
 * Whether there is a network, and waiting that ends when there is one again. Node and React Native have no such events,
 * and need none.
 */

export const isOffline = () => globalThis.navigator?.onLine === false;

/** Calls `listener` whenever the network comes or goes; returns the function that stops it. */
export function onNetworkChange(listener) {
  const { addEventListener: add, removeEventListener: remove } = globalThis;
  if (typeof add !== "function") return () => {};
  for (const name of ["online", "offline"]) add.call(globalThis, name, listener);
  return () => {
    for (const name of ["online", "offline"]) remove.call(globalThis, name, listener);
  };
}

/** Resolves after so many milliseconds, or when the network is back, or on abort; never rejects. */
export function pause(milliseconds, signal) {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener("abort", end);
      done();
    };
    const timer = milliseconds === Infinity ? undefined : setTimeout(end, milliseconds);
    const stop = onNetworkChange(() => isOffline() || end());
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/** Resolves once there is a network. */
export async function untilOnline(signal) {
  while (isOffline() && !signal?.aborted) await pause(Infinity, signal);
}
