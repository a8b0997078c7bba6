import { ProgressRate } from './progress-rate.ts';

/** What is compared with the rate. */
const RECENT_MS = 8000;
const SLOWER = 3;

interface WorkDone {
  readonly count: number;
  /** False while nothing can be done: that time does not count. */
  readonly isAtWork: boolean;
}

/** How fast a count rises by the time in which it could rise. */
export class WorkRate {
  #rate: ProgressRate | undefined;
  #lastAt: number | undefined;
  #worked = 0;

  note({ at }: { readonly at: number }, { count, isAtWork }: WorkDone): void {
    const passed = at - (this.#lastAt ?? at);
    this.#lastAt = at;
    if (isAtWork) this.#worked += passed;
    this.#rate ??= new ProgressRate(this.#worked, count);
    this.#rate.note(this.#worked, count);
  }

  /** A millisecond of work; undefined before the first step. */
  get perMs(): number | undefined {
    return this.#rate?.perMs(this.#worked);
  }

  /** Milliseconds of work without a step. */
  get quietFor(): number {
    return this.#rate?.quietFor(this.#worked) ?? 0;
  }

  get gap(): number {
    return this.#rate?.gap(this.#worked) ?? 0;
  }

  /** Whether it rises much slower than it did: the last of a kind are slow. */
  get hasSlowedDown(): boolean {
    const { perMs, gap } = this;
    const within = Math.max(RECENT_MS, 3 * gap);
    const rise = this.#rate?.rise(this.#worked, within) ?? 0;
    return perMs !== undefined && rise * SLOWER < perMs * within;
  }

  /** Milliseconds in which there was work and it could be done. */
  get worked(): number {
    return this.#worked;
  }
}
