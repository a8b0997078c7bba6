import type { Clock } from './clock.ts';

/** For one sleeper at a time: the end of a sleep takes wake-ups from any other under way. */
export interface WakeableSleep {
  /**
   * Sleeps for `ms` or until woken; an earlier wake-up ends it at once. Rejects with the signal's reason
   * when that aborts.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  wake(): void;
}

export function wakeableSleep(clock: Pick<Clock, 'sleep'>): WakeableSleep {
  let alarm = new AbortController();
  return {
    async sleep(ms, signal) {
      const ends = signal ? AbortSignal.any([alarm.signal, signal]) : alarm.signal;
      await clock.sleep(ms, ends).catch(() => {});
      signal?.throwIfAborted();
      alarm = new AbortController();
    },
    wake: () => alarm.abort(),
  };
}
