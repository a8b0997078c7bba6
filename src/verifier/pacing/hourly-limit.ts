import { HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';

/** Recipients of about the same moment: milliseconds since the last of them, and how many. */
export type CountedRecipients = readonly [age: number, count: number];

interface RecipientsAt {
  readonly time: number;
  readonly count: number;
}

/**
 * At most so many in any hour. Where several processes share the limit, each takes an equal part of it,
 * and none where all of them together have spent the whole.
 */
export class HourlyLimit {
  readonly #max: number;
  readonly #processes: () => number;
  /** The times of those in the last hour, the oldest first. */
  readonly #times: number[] = [];
  /** What other processes counted, by their names. */
  readonly #others = new Map<string, readonly RecipientsAt[]>();

  /** `processes`: that share the limit now, this one included. */
  constructor(max: number, processes: () => number) {
    this.#max = max;
    this.#processes = processes;
  }

  get isFinite(): boolean {
    return this.#max !== Number.POSITIVE_INFINITY;
  }

  note(now: number): void {
    if (!this.isFinite) return;
    this.#times.push(now);
    while (this.#times.length > this.#max) this.#times.shift();
  }

  /** Milliseconds until one more is allowed; 0: at once. */
  wait(now: number): number {
    if (!this.isFinite) return 0;
    const atShare = this.#times.at(-this.#share);
    const ownWait = atShare !== undefined && isRecent(atShare, now) ? atShare + HOUR_MS - now : 0;
    return Math.max(0, ownWait, this.#sharedWait(now));
  }

  left(now: number): number {
    if (!this.isFinite) return this.#max;
    const own = this.#recent(now).length;
    return Math.max(0, Math.min(this.#share - own, this.#max - own - this.#countOthers(now)));
  }

  isUntouched(now: number): boolean {
    const newest = this.#times.at(-1) ?? Number.NEGATIVE_INFINITY;
    return now - newest >= HOUR_MS && this.#countOthers(now) === 0;
  }

  /** Recipients of this process in the last hour, by the minute. */
  counts(now: number): readonly CountedRecipients[] {
    const counts: [age: number, count: number][] = [];
    for (const time of this.#recent(now).reverse()) {
      const last = counts.at(-1);
      if (last && now - time - last[0] < MINUTE_MS) last[1]++;
      else counts.push([now - time, 1]);
    }
    return counts;
  }

  /** Replaces what is known of another process. */
  adopt(process: string, counts: readonly CountedRecipients[], now: number): void {
    const entries = counts.map(([age, count]) => ({ time: now - age, count }));
    if (this.isFinite && entries.length > 0) this.#others.set(process, entries);
    else this.#others.delete(process);
  }

  get #share(): number {
    return Math.max(1, Math.floor(this.#max / Math.max(1, this.#processes())));
  }

  #recent(now: number): number[] {
    return this.#times.filter((time) => isRecent(time, now));
  }

  #recentOfOthers(now: number): readonly RecipientsAt[] {
    const all: RecipientsAt[] = [];
    for (const [process, entries] of this.#others) {
      const recent = entries.filter(({ time }) => isRecent(time, now));
      if (recent.length === 0) this.#others.delete(process);
      all.push(...recent);
    }
    return all;
  }

  #countOthers(now: number): number {
    return this.#recentOfOthers(now).reduce((sum, { count }) => sum + count, 0);
  }

  /** Until what all processes counted is below the limit. */
  #sharedWait(now: number): number {
    if (this.#others.size === 0) return 0;
    const own = this.#recent(now).map((time) => ({ time, count: 1 }));
    const newestFirst = [...own, ...this.#recentOfOthers(now)].sort((a, b) => b.time - a.time);
    let sum = 0;
    for (const { time, count } of newestFirst) {
      sum += count;
      if (sum >= this.#max) return time + HOUR_MS - now;
    }
    return 0;
  }
}

/** A timer may wake a millisecond early: what is an hour old by then does not count any more. */
function isRecent(time: number, now: number): boolean {
  return now - time < HOUR_MS - 1;
}

/** Holds nothing, so that all who have no limit can share it: there is a provider for most domains. */
export const UNLIMITED = new HourlyLimit(Number.POSITIVE_INFINITY, () => 1);
