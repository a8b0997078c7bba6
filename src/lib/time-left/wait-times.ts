import type { ListMoment } from './list-moment.ts';

/** So many waiting addresses are found in every portion. */
const LARGE_SHARE = 0.01;

/** Until those that are asked again have their results, at least. */
const LAST_MS = 2000;

interface KnownWait {
  count: number;
  /** Milliseconds from one try to the next. */
  interval: number;
  /** When an address was last added. */
  lastAt: number;
}

/** When the last address that waits is asked: those that come later wait as long as the first did. */
export class WaitTimes {
  readonly #known = new Map<string, KnownWait>();
  /** Addresses that the service had at a time, at most. */
  #inFlight = 1;
  /** Whether each further portion is expected to wait, as those did that were sent. */
  #doPortionsWait = false;

  note({ at, waits, sent, done }: ListMoment): void {
    this.#inFlight = Math.max(this.#inFlight, sent - done);
    for (const { reason, count, left } of waits) {
      const known = this.#known.get(reason) ?? { count: 0, interval: 0, lastAt: at };
      const interval = Math.max(known.interval, left);
      const lastAt = count > known.count ? at : known.lastAt;
      this.#known.set(reason, { count, interval, lastAt });
    }
    const reasons = new Set(waits.map(({ reason }) => reason));
    for (const [reason, known] of this.#known) if (!reasons.has(reason)) known.count = 0;
    const waiting = waits.reduce((sum, { count }) => sum + count, 0);
    if (waiting > 0 && waiting >= Math.min(sent - done, sent * LARGE_SHARE))
      this.#doPortionsWait = true;
  }

  /** The time left, where some wait or, being like those that were sent, will wait. */
  extend({ at, sent, total }: ListMoment, work: number): number {
    const isSent = sent >= total;
    const rounds = this.#doPortionsWait ? Math.ceil((total - sent) / this.#inFlight) : 0;
    const further = Math.max(1, rounds);
    let left = work;
    for (const { count, interval, lastAt } of this.#known.values()) {
      const due = count > 0 ? Math.max(0, lastAt + interval - at) : 0;
      left = Math.max(left, due + rounds * interval + LAST_MS);
      if (!isSent && interval > 0) left = Math.max(left, work + further * interval);
    }
    return left;
  }
}
