import type { Pace } from '../providers/pace.ts';

const HOUR = 60 * 60_000;

/** Counts what a provider allows an hour: recipients, and refused ones among them. */
export class RecipientBudget {
  readonly #asked: HourlyLimit;
  readonly #refused: HourlyLimit;

  constructor({
    recipientsPerHour,
    refusedPerHour,
  }: Pick<Pace, 'recipientsPerHour' | 'refusedPerHour'>) {
    this.#asked = new HourlyLimit(recipientsPerHour);
    this.#refused = new HourlyLimit(refusedPerHour);
  }

  /** Recipients that may be asked now, even if each of them is refused. */
  left(now: number): number {
    return Math.min(this.#asked.left(now), this.#refused.left(now));
  }

  /** A recipient was answered. Milliseconds until one more may be asked; 0: at once. */
  note(now: number, isRefused: boolean): number {
    const wait = this.#asked.note(now);
    return isRefused ? Math.max(wait, this.#refused.note(now)) : wait;
  }

  /** Nothing was counted in the last hour. */
  isUntouched(now: number): boolean {
    return this.#asked.isUntouched(now) && this.#refused.isUntouched(now);
  }
}

/** At most so many in any hour. */
class HourlyLimit {
  readonly #max: number;
  /** The times of those in the last hour, the oldest first. */
  readonly #times: number[] = [];

  constructor(most: number) {
    this.#max = most;
  }

  note(now: number): number {
    if (this.#max === Number.POSITIVE_INFINITY) return 0;
    this.#times.push(now);
    while (this.#times.length > this.#max) this.#times.shift();
    const oldest = this.#times[0] ?? now;
    return this.#times.length < this.#max ? 0 : Math.max(0, oldest + HOUR - now);
  }

  left(now: number): number {
    if (this.#max === Number.POSITIVE_INFINITY) return this.#max;
    // A rest ends at the very millisecond at which the oldest one is an hour old.
    const recent = this.#times.filter((time) => now - time < HOUR - 1);
    return Math.max(0, this.#max - recent.length);
  }

  isUntouched(now: number): boolean {
    const newest = this.#times.at(-1);
    return newest === undefined || now - newest >= HOUR;
  }
}
