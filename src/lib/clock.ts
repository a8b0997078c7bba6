/**
 * Time as an argument: nothing but `systemClock` reads the machine's clock. Dates come from `now`,
 * intervals from `monotonic`, since the clock of the machine may be set back.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, by the wall clock. */
  now(): number;
  /** Milliseconds since some moment in the past. Never goes back, and means nothing to another process. */
  monotonic(): number;
  /**
   * As `monotonic`, without the time for which the process, or the machine, was stopped; absent where that
   * can't be noticed. For limits on how long nothing may happen: see `awakeTime`.
   */
  awake?(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Milliseconds for which this process was able to run since some moment in the past. */
export function awakeTime(clock: Pick<Clock, 'monotonic' | 'awake'>): number {
  return clock.awake?.() ?? clock.monotonic();
}

/** A sleep that ends later than this was not late by a busy process, but by one that was stopped. */
const LATE_MS = 1000;

/**
 * A clock that notices when the process was stopped (SIGSTOP, a machine or a container asleep): of all
 * sleeps, the one that was due first ends late, and counts as what it was asked for. The others are then on
 * time by `awake`, so that each stop is counted once. No alarm of its own is needed.
 */
export function withAwakeTime(clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>): Clock {
  let stopped = 0;
  const awake = () => clock.monotonic() - stopped;
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    awake,
    async sleep(ms, signal) {
      const due = awake() + ms;
      await clock.sleep(ms, signal);
      const late = awake() - due;
      if (late >= LATE_MS) stopped += late;
    },
  };
}

/** Node fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock, with Node's timers. */
export const systemClock: Clock = withAwakeTime({
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
      // Node warns on stderr of a timer for a moment that is over.
      wait(Math.max(0, ms));
      signal?.addEventListener('abort', giveUp, { once: true });
    }),
});

/** Whether the work ends within `ms` milliseconds. Rejects with what it rejects with until then. */
export async function endsWithin(
  work: Promise<void>,
  ms: number,
  clock: Pick<Clock, 'sleep'>,
): Promise<boolean> {
  const inTime = new AbortController();
  const timeout = clock.sleep(ms, inTime.signal).then(
    () => false,
    () => true,
  );
  return Promise.race([work.then(() => true), timeout]).finally(() => inTime.abort());
}
