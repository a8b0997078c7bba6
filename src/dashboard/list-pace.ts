import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import type { ListRecord } from '../service/lists/list-ports.ts';

/** How fast a list gets on. Times in milliseconds. */
export interface Pace {
  /** Undefined while nothing is known. */
  readonly left: number | undefined;
  /** For so long nothing has happened. */
  readonly quietFor: number;
  /** Since the round began. */
  readonly runningFor: number;
}

interface Sample {
  readonly at: number;
  readonly processed: number;
}

/** Lists that somebody looks at. */
const MAX_LISTS = 1000;
/** The rate is that of the last minutes: greylisting and pauses change it. */
const WINDOW_MS = 3 * 60_000;
const SAMPLE_EVERY_MS = 2000;
/** A shorter time says little: results come in bursts. */
const SHORTEST_MS = 10_000;

/** Measures lists while pages look at them. */
export class ListPaces {
  readonly #clock: Clock;
  readonly #samples = new BoundedMap<string, Sample[]>(MAX_LISTS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(list: ListRecord): Pace {
    const now = this.#clock.monotonic();
    const kept = (this.#samples.get(list.id) ?? []).filter(({ at }) => now - at <= WINDOW_MS);
    const last = kept.at(-1);
    const isOtherRound = last !== undefined && list.processedCount < last.processed;
    const samples = isOtherRound ? [] : kept;
    const moved = last === undefined || list.processedCount !== last.processed;
    if (samples.length === 0 || (moved && now - (samples.at(-1)?.at ?? 0) >= SAMPLE_EVERY_MS)) {
      samples.push({ at: now, processed: list.processedCount });
    }
    this.#samples.set(list.id, samples);
    return {
      left: this.#left(list, samples),
      quietFor: now - (samples.at(-1)?.at ?? now),
      runningFor: this.#clock.now() - list.startedAt,
    };
  }

  /** By the last minutes, else by all of the round. */
  #left(list: ListRecord, [first]: readonly Sample[]): number | undefined {
    const { totalCount, processedCount, startedAt } = list;
    const done = processedCount - (first?.processed ?? 0);
    const open = totalCount - processedCount;
    const span = first ? this.#clock.monotonic() - first.at : 0;
    if (first && done > 0 && span >= SHORTEST_MS) return (open * span) / done;
    if (processedCount === 0) return undefined;
    return (open * (this.#clock.now() - startedAt)) / processedCount;
  }
}
