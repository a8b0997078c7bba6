/**
 * The value, unless the signal aborts before: then it rejects with the signal's reason, whatever
 * becomes of the work, and `dispose` gets the value should one come after all.
 */
export function orAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  dispose: (value: Value) => void = () => {},
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(signal.reason);
      work.then(dispose, () => {});
    };
    if (signal.aborted) {
      giveUp();
      return;
    }
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', giveUp);
      end();
    };
    signal.addEventListener('abort', giveUp);
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}

/** Whether work ended because its signal aborted: nobody waits for it any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
