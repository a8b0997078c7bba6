import type { Clock } from '../lib/clock.ts';

export interface Napper {
  /** Sleeps for `ms`, or until woken; a wake-up that came before is not lost. */
  nap(ms: number): Promise<void>;
  wake(): void;
}

export function napper(clock: Pick<Clock, 'sleep'>): Napper {
  let alarm = new AbortController();
  return {
    async nap(ms) {
      await clock.sleep(ms, alarm.signal).catch(() => {});
      alarm = new AbortController();
    },
    wake: () => alarm.abort(),
  };
}
