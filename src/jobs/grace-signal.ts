import type { Clock } from '../lib/clock.ts';

/**
 * A signal that follows `signal` `ms` milliseconds later. Disposing it ends the wait.
 */
export function graceSignal(
  signal: AbortSignal,
  clock: Clock,
  ms: number,
): Disposable & { readonly signal: AbortSignal } {
  const late = new AbortController();
  const over = new AbortController();
  const wait = () => {
    clock.sleep(ms, over.signal).then(
      () => late.abort(signal.reason),
      () => {},
    );
  };
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return {
    signal: late.signal,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', wait);
      over.abort();
    },
  };
}
