/** What the promise gives, unless the signal aborts before: then its reason is thrown. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // After an abort nobody handles the failure of the work.
  work.catch(() => {});
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
