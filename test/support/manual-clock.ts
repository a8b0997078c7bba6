import type { Clock } from '../../src/lib/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on and wakes the sleepers whose time has come. */
  advance(ms: number): void;
  /** Resolves as soon as somebody sleeps for exactly this long. */
  sleeping(ms: number): Promise<void>;
  /** How many sleep now. */
  readonly sleepers: number;
  /** Sets the wall clock, and nothing else, by so much. */
  adjust(ms: number): void;
}

/** Time that stands still until a test moves it. */
export function manualClock(start = Date.UTC(2026, 10, 21, 12)): ManualClock {
  let now = 5_000;
  let offset = start - now;
  const sleepers = new Set<{ ms: number; until: number; wake: () => void }>();
  const watchers = new Set<{ ms: number; resolve: () => void }>();
  const notify = () => {
    for (const watcher of [...watchers]) {
      if (![...sleepers].some(({ ms }) => ms === watcher.ms)) continue;
      watchers.delete(watcher);
      watcher.resolve();
    }
  };
  return {
    now: () => now + offset,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { ms, until: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
        notify();
      }),
    sleeping: (ms) =>
      new Promise((resolve) => {
        watchers.add({ ms, resolve });
        notify();
      }),
    get sleepers() {
      return sleepers.size;
    },
    adjust(ms) {
      offset += ms;
    },
    advance(ms) {
      now += ms;
      for (const sleeper of [...sleepers].filter(({ until }) => until <= now)) {
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}
