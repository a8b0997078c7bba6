/**
 * Time as an argument: nothing but `systemClock` reads the machine's clock. Dates come from `now`,
 * intervals from `monotonic`, since the clock of the machine may be set back.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, by the wall clock. */
  now(): number;
  /** Milliseconds since some moment in the past. Never goes back, and means nothing to another process. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock, with Node's timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      let timer: NodeJS.Timeout;
      const wait = (left: number) => {
        const part = Math.min(left, MAX_TIMER_MS);
        timer = setTimeout(() => {
          if (left > part) return wait(left - part);
          signal?.removeEventListener('abort', giveUp);
          resolve();
        }, part);
      };
      wait(ms);
      signal?.addEventListener('abort', giveUp, { once: true });
    }),
};
