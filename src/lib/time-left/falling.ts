/** The time left as somebody watches it: a number that only falls. */
import type { TimeLeft } from './time-left.ts';

/** It falls by so many times the time that passed, or by this share of itself a second. */
const FASTEST = 3;
const FASTEST_SHARE = 0.15;
/** While the estimate is higher by less than this factor, the number stands; else it is taken back. */
const TOO_LOW = 2;
/** An estimate is shown once its end has not moved away by more than this share for this time, in milliseconds. */
const SETTLED_SHARE = 0.1;
const SETTLED_MS = 3000;

interface Moment {
  readonly at: number;
  readonly left: number;
}

export class FallingTime {
  #shown: Moment | undefined;
  /** From when on the estimate may have settled. */
  #settling: Moment | undefined;

  /** What is shown of an estimate. `at`: by the monotonic clock. */
  show(at: number, found: TimeLeft): TimeLeft {
    if (found.kind !== 'time') {
      this.#shown = undefined;
      this.#settling = undefined;
      return found;
    }
    const left = this.#next(at, found.left);
    this.#shown = left === undefined ? undefined : { at, left };
    return left === undefined ? { kind: 'unknown' } : { kind: 'time', left };
  }

  #next(at: number, found: number): number | undefined {
    if (this.#shown === undefined || found > TOO_LOW * this.#shown.left)
      return this.#settle(at, found);
    const { left, at: before } = this.#shown;
    const passed = at - before;
    const least = left - Math.max(FASTEST * passed, (FASTEST_SHARE * left * passed) / 1000);
    return Math.min(left, Math.max(found, least));
  }

  #settle(at: number, found: number): number | undefined {
    const from = this.#shown ? undefined : this.#settling;
    const hasMoved = !from || found + at - from.at > from.left * (1 + SETTLED_SHARE);
    if (hasMoved) this.#settling = { at, left: found };
    return !hasMoved && at - from.at >= SETTLED_MS ? found : undefined;
  }
}
