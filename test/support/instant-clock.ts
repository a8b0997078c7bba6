import type { Clock } from '../../src/lib/clock.ts';

/** A clock on which short waits pass at once, and are noted; long ones (time-outs) never end. */
export interface InstantClock extends Clock {
  /** Milliseconds of each wait that passed, in order. */
  readonly waits: number[];
}

export interface InstantClockOptions {
  /** Milliseconds since the epoch at the start. */
  readonly start?: number;
  /** Waits of this length and longer don't pass: a try's time-out, unless a test is about it. */
  readonly endless?: number;
}

export function instantClock(options: InstantClockOptions = {}): InstantClock {
  const { start = 0, endless = Number.POSITIVE_INFINITY } = options;
  let now = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    monotonic: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      if (ms >= endless) return await untilAborted(signal);
      waits.push(ms);
      now += ms;
    },
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
