import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';

export interface Sleeper {
  readonly ms: number;
  readonly until: number;
  wake(): void;
}

/** Resolves when the sleeper, one of `all`, is woken. */
export function sleepAmong(
  all: Set<Sleeper>,
  times: Pick<Sleeper, 'ms' | 'until'>,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', giveUp);
      if (all.delete(sleeper)) settle();
    };
    const giveUp = () => end(() => reject(signal?.reason));
    const sleeper: Sleeper = { ...times, wake: () => end(resolve) };
    all.add(sleeper);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
  });
}

/** Turns of the event loop without a change after which nothing but time can bring one. */
const QUIET_TURNS = 12;

/** Time that stands still until a test moves it. */
export function manualClock(start = Date.UTC(2026, 10, 21, 12)) {
  let now = 5_000;
  let offset = start - now;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<() => void>();
  const clock = {
    now: () => now + offset,
    monotonic: () => now,
    sleep(ms: number, signal?: AbortSignal): Promise<void> {
      const asleep = sleepAmong(sleepers, { ms, until: now + ms }, signal);
      for (const check of watchers) check();
      return asleep;
    },
    /** Resolves as soon as somebody sleeps for exactly this long. */
    sleeping: (ms: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (![...sleepers].some((sleeper) => sleeper.ms === ms)) return;
          watchers.delete(check);
          resolve();
        };
        watchers.add(check);
        check();
      }),
    /** How many sleep now. */
    get sleepers() {
      return sleepers.size;
    },
    /** Sets the wall clock, and nothing else, by so much. */
    adjust(ms: number): void {
      offset += ms;
    },
    /** Moves time on and wakes the sleepers whose time has come. */
    advance(ms: number): void {
      now += ms;
      for (const { until, wake } of [...sleepers]) if (until <= now) wake();
    },
    /** Moves to the next alarm whenever nothing else is left to do. Rejects where no time would bring `isOver` about. */
    async runUntil(isOver: () => boolean, what: string): Promise<void> {
      for (;;) {
        for (let turn = 0; turn < QUIET_TURNS && !isOver(); turn++) await nextTurn();
        if (isOver()) return;
        if (sleepers.size === 0) throw new Error(`no alarm is set, and yet: ${what}`);
        const next = Math.min(...[...sleepers].map(({ until }) => until));
        clock.advance(Math.max(0, next - now));
      }
    },
  };
  return clock;
}

export type ManualClock = ReturnType<typeof manualClock>;

/**
 * A clock on which waits pass at once; `waits` has the milliseconds of each, in order. Those of `endless`
 * milliseconds and longer don't pass: a try's time-out, unless a test is about it.
 */
export function instantClock({ start = 0, endless = Number.POSITIVE_INFINITY } = {}) {
  const { now, monotonic, sleep, advance } = manualClock(start);
  const waits: number[] = [];
  return {
    now,
    monotonic,
    waits,
    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted();
      if (ms >= endless) return await sleep(Number.POSITIVE_INFINITY, signal);
      waits.push(ms);
      advance(ms);
    },
  };
}

/** A clock that runs so many times as fast. */
export function hastened(clock: Clock, times: number): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic() * times,
    sleep: (ms, signal) => clock.sleep(ms / times, signal),
  };
}
