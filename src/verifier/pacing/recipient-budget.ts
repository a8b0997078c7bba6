import type { Pace } from '../providers/pace.ts';
import { type CountedRecipients, HourlyLimit, UNLIMITED } from './hourly-limit.ts';

/** What a process counted in the last hour. */
export interface BudgetCounts {
  readonly asked: readonly CountedRecipients[];
  readonly refused: readonly CountedRecipients[];
}

/** Counts what a provider allows an hour: recipients, and refused ones among them. */
export class RecipientBudget {
  readonly #asked: HourlyLimit;
  readonly #refused: HourlyLimit;

  /** `processes`: that share the budget now, this one included. */
  constructor(
    { recipientsPerHour, refusedPerHour }: Pick<Pace, 'recipientsPerHour' | 'refusedPerHour'>,
    processes: () => number = () => 1,
  ) {
    const limitTo = (most: number) =>
      most === Number.POSITIVE_INFINITY ? UNLIMITED : new HourlyLimit(most, processes);
    this.#asked = limitTo(recipientsPerHour);
    this.#refused = limitTo(refusedPerHour);
  }

  /** Whether the provider allows so many an hour, rather than any number. */
  get isLimited(): boolean {
    return this.#asked.isFinite || this.#refused.isFinite;
  }

  /** Recipients that may be asked now, even if each of them is refused. */
  left(now: number): number {
    return Math.min(this.#asked.left(now), this.#refused.left(now));
  }

  /** Milliseconds until one more recipient may be asked; 0: at once. */
  wait(now: number): number {
    return Math.max(this.#asked.wait(now), this.#refused.wait(now));
  }

  /** A recipient was answered. */
  note(now: number, isRefused: boolean): void {
    this.#asked.note(now);
    if (isRefused) this.#refused.note(now);
  }

  /** What this process counted, for the others. */
  counts(now: number): BudgetCounts {
    return { asked: this.#asked.counts(now), refused: this.#refused.counts(now) };
  }

  /** Replaces what is known of another process. */
  adopt(process: string, { asked, refused }: BudgetCounts, now: number): void {
    this.#asked.adopt(process, asked, now);
    this.#refused.adopt(process, refused, now);
  }

  /** Nothing was counted in the last hour. */
  isUntouched(now: number): boolean {
    return this.#asked.isUntouched(now) && this.#refused.isUntouched(now);
  }
}
