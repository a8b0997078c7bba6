import type { Clock } from './clock.ts';

/** Shared: a signal that aborts without a reason makes an error with a stack each time. */
const CANCELLED = new Error('called off');

/** Calls `ring` after `ms` milliseconds, unless it is cancelled before. */
export function setAlarm(clock: Pick<Clock, 'sleep'>, ms: number, ring: () => void): () => void {
  const off = new AbortController();
  clock.sleep(ms, off.signal).then(ring, () => {});
  return () => off.abort(CANCELLED);
}
