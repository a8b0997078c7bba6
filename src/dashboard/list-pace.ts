import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import type { ListMoment } from '../lib/time-left/list-moment.ts';
import { type TimeLeft, TimeLeftEstimator } from '../lib/time-left/time-left.ts';
import type { ListRecord } from '../service/lists/list-ports.ts';

/** Lists that somebody looks at. */
const MAX_LISTS = 1000;

interface Followed {
  /** A retry is another round, which begins anew. */
  readonly startedAt: number;
  readonly estimator: TimeLeftEstimator;
  processed: number;
  changedAt: number;
}

/** Measures lists while pages look at them. */
export class ListPaces {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #lists = new BoundedMap<string, Followed>(MAX_LISTS);

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Milliseconds since something of it was last seen to happen. */
  quietFor(list: ListRecord): number {
    const followed = this.#follow(list);
    const now = this.#clock.monotonic();
    if (list.processedCount !== followed.processed) {
      followed.processed = list.processedCount;
      followed.changedAt = now;
    }
    return now - followed.changedAt;
  }

  /** What its open batches wait for, and what is under way by provider. */
  timeLeft(list: ListRecord, known: Pick<ListMoment, 'waits' | 'providers'>): TimeLeft {
    const { totalCount: total, processedCount: done } = list;
    const at = this.#clock.monotonic();
    return this.#follow(list).estimator.note({ at, total, done, sent: sentOf(list), ...known });
  }

  #follow({ id, startedAt, processedCount: processed }: ListRecord): Followed {
    const known = this.#lists.get(id);
    if (known?.startedAt === startedAt) return known;
    const changedAt = this.#clock.monotonic();
    const fresh = { startedAt, estimator: new TimeLeftEstimator(), processed, changedAt };
    this.#lists.set(id, fresh);
    return fresh;
  }
}

/** Addresses in batches: nearly all batches have as many. */
function sentOf({ totalCount, processedCount, portions, sent }: ListRecord): number {
  if (sent >= portions) return totalCount;
  return Math.max(processedCount, Math.round((totalCount * sent) / portions));
}
