interface Step {
  readonly at: number;
  readonly count: number;
}

/** The rate is that of the newer half of the time, since caches and fast hosts make the start special. */
const RECENT_SHARE = 0.5;
/** Milliseconds of a window. */
const SHORTEST_MS = 10_000;
const LONGEST_MS = 20 * 60_000;
/** Results come in bursts: so many are needed to know how often. */
const LEAST_STEPS = 4;
/** Older steps are thinned out beyond. */
const MAX_STEPS = 512;

/** How fast a count rises, measured from one step to another: between two it stands still. */
export class ProgressRate {
  readonly #began: number;
  #steps: Step[];

  constructor(at: number, count: number) {
    this.#began = at;
    this.#steps = [{ at, count }];
  }

  note(at: number, count: number): void {
    const last = this.#steps.at(-1);
    if (last && count <= last.count) return;
    this.#steps.push({ at, count });
    if (this.#steps.length > MAX_STEPS) this.#thin();
  }

  /** Milliseconds since the last step. */
  quietFor(now: number): number {
    return now - (this.#steps.at(-1)?.at ?? now);
  }

  /** Milliseconds from one step to the next, on average. */
  gap(now: number): number {
    const steps = this.#window(now);
    const [first, last] = [steps[0], steps.at(-1)];
    return first && last && steps.length > 1 ? (last.at - first.at) / (steps.length - 1) : 0;
  }

  /** A millisecond; undefined before the first step. Silence beyond a usual gap counts. */
  perMs(now: number): number | undefined {
    const steps = this.#window(now);
    const [first, last] = [steps[0], steps.at(-1)];
    if (!first || !last || last.count === first.count) return undefined;
    const silence = Math.max(0, now - last.at - 2 * this.gap(now));
    return (last.count - first.count) / Math.max(1, last.at - first.at + silence);
  }

  /** How much it rose in the last milliseconds. */
  rise(now: number, within: number): number {
    const before = this.#steps.findLast(({ at }) => at <= now - within) ?? this.#steps[0];
    return (this.#steps.at(-1)?.count ?? 0) - (before?.count ?? 0);
  }

  #window(now: number): readonly Step[] {
    const span = Math.min(Math.max(SHORTEST_MS, (now - this.#began) * RECENT_SHARE), LONGEST_MS);
    const from = this.#steps.findLastIndex(({ at }) => at <= now - span);
    return this.#steps.slice(Math.max(0, Math.min(from, this.#steps.length - 1 - LEAST_STEPS)));
  }

  /** Every other one of the older half. */
  #thin(): void {
    const half = this.#steps.length / 2;
    this.#steps = this.#steps.filter((_, index) => index > half || index % 2 === 0);
  }
}
