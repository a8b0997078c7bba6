import type { Clock } from './clock.ts';

export interface WakeableSleep {
  /** Sleeps for `ms` or until woken. Rejects with the signal's reason when that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Ends every sleep under way; where there is none, the next one ends at once. */
  wake(): void;
}

export function wakeableSleep(clock: Pick<Clock, 'sleep'>): WakeableSleep {
  const alarms = new Set<AbortController>();
  let wakesNext = false;
  return {
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      if (wakesNext) {
        wakesNext = false;
        return;
      }
      const alarm = new AbortController();
      const ends = signal ? AbortSignal.any([alarm.signal, signal]) : alarm.signal;
      alarms.add(alarm);
      await clock.sleep(ms, ends).catch(() => {});
      alarms.delete(alarm);
      signal?.throwIfAborted();
    },
    wake() {
      wakesNext = alarms.size === 0;
      for (const alarm of alarms) alarm.abort();
    },
  };
}
