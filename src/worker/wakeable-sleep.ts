import type { Clock } from '../lib/clock.ts';

export interface WakeableSleep {
  /** Sleeps for `ms` or until woken; an earlier wake-up ends it at once. */
  sleep(ms: number): Promise<void>;
  wake(): void;
}

export function wakeableSleep(clock: Pick<Clock, 'sleep'>): WakeableSleep {
  let alarm = new AbortController();
  return {
    async sleep(ms) {
      await clock.sleep(ms, alarm.signal).catch(() => {});
      alarm = new AbortController();
    },
    wake: () => alarm.abort(),
  };
}
