import type { Clock } from './clock.ts';

type Sleep = Clock['sleep'];

interface WakeUps {
  /**
   * A sleep that ends when it is woken, for one loop. A wake-up since its last sleep ends the next one at
   * once, so that the loop misses none. Rejects with the signal's reason when that aborts.
   */
  sleeper(): Sleep;
  /** Wakes every sleeper. */
  wake(): void;
}

/** Wake-ups for any number of loops. */
export function createWakeUps(clock: Clock): WakeUps {
  const alarms = new Set<AbortController>();
  let count = 0;
  return {
    sleeper() {
      let seen = count;
      return async (ms, signal) => {
        signal?.throwIfAborted();
        if (seen === count) {
          const alarm = new AbortController();
          const ends = signal ? AbortSignal.any([alarm.signal, signal]) : alarm.signal;
          alarms.add(alarm);
          await clock.sleep(ms, ends).catch(() => {});
          alarms.delete(alarm);
        }
        seen = count;
        signal?.throwIfAborted();
      };
    },
    wake() {
      count += 1;
      for (const alarm of alarms) alarm.abort();
    },
  };
}

export interface WakeableSleep {
  /** Sleeps for `ms` or until woken. Rejects with the signal's reason when that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Ends every current sleep; without one, the next one ends at once. */
  wake(): void;
}

export function wakeableSleep(clock: Clock): WakeableSleep {
  const { sleeper, wake } = createWakeUps(clock);
  return { sleep: sleeper(), wake };
}
