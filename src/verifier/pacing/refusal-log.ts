import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';

const MINUTE = 60_000;
const MINUTES = 60;
/** Lanes remembered: those that were refused last. */
const MAX_LANES = 1000;

/** How often each lane was refused in the last hour, to the minute. */
export class RefusalLog {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Of each lane the minutes with a refusal, with their number. */
  readonly #lanes = new BoundedMap<string, Map<number, number>>(MAX_LANES);

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  note(lane: string): void {
    const minutes = this.#lanes.get(lane) ?? new Map<number, number>();
    this.#lanes.set(lane, minutes);
    minutes.set(this.#minute, (minutes.get(this.#minute) ?? 0) + 1);
    for (const minute of minutes.keys())
      if (minute <= this.#minute - MINUTES) minutes.delete(minute);
  }

  count(lane: string): number {
    let sum = 0;
    for (const [minute, refusals] of this.#lanes.get(lane) ?? [])
      if (minute > this.#minute - MINUTES) sum += refusals;
    return sum;
  }

  /** Lanes with a refusal that is remembered. */
  get lanes(): Iterable<string> {
    return this.#lanes.keys();
  }

  get #minute(): number {
    return Math.floor(this.#clock.monotonic() / MINUTE);
  }
}
