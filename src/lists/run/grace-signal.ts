import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';

/** A signal that aborts `ms` milliseconds after `signal`, with its reason. Disposing it ends the wait. */
export function graceSignal(
  signal: AbortSignal,
  clock: Clock,
  ms: number,
): Disposable & { readonly signal: AbortSignal } {
  const late = new AbortController();
  let cancelAlarm = () => {};
  const wait = () => {
    cancelAlarm = setAlarm(clock, ms, () => late.abort(signal.reason));
  };
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return {
    signal: late.signal,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', wait);
      cancelAlarm();
    },
  };
}
