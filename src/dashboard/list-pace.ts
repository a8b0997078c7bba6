import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import type { ListMoment } from '../lib/time-left/list-moment.ts';
import { type TimeLeft, TimeLeftEstimator } from '../lib/time-left/time-left.ts';
import type { ListRecord } from '../service/lists/list-ports.ts';
import { judgedRows, rowsToJudge } from '../service/lists/list-totals.ts';
import type { ShownList } from './list-progress.ts';

/** Lists that somebody looks at. */
const MAX_LISTS = 1000;

interface Followed {
  /** A retry is another round, which begins anew. */
  readonly startedAt: number;
  readonly estimator: TimeLeftEstimator;
  processed: number;
  changedAt: number;
  /** Rows that were read with a verdict, and the addresses that were processed by then. */
  read: { readonly rows: number; readonly processed: number };
  /** The most rows that are known to have an answer. */
  answered: number;
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

  /**
   * The list with the rows that have an answer: those that were read with a verdict, and one for each
   * address that was processed since, which stands in one row at least. Its processed count is no older
   * than its verdicts.
   */
  withAnswers(list: ListRecord): ShownList {
    if (list.status !== 'running' || list.isRetry || !list.counts) return list;
    const followed = this.#follow(list);
    const { processedCount: processed } = list;
    const rows = judgedRows(list);
    if (rows > followed.read.rows) followed.read = { rows, processed };
    const since = Math.max(0, processed - followed.read.processed);
    const known = Math.max(followed.answered, followed.read.rows + since);
    followed.answered = Math.min(known, rowsToJudge(list.counts));
    return { ...list, answered: followed.answered };
  }

  /** What its open batches wait for, and what is under way by provider. */
  timeLeft(list: ListRecord, known: Pick<ListMoment, 'waits' | 'providers'>): TimeLeft {
    const { totalCount: total, processedCount: done } = list;
    const at = this.#clock.monotonic();
    return this.#follow(list).estimator.note({ at, total, done, sent: sentOf(list), ...known });
  }

  #follow(list: ListRecord): Followed {
    const { id, startedAt, processedCount: processed } = list;
    const known = this.#lists.get(id);
    if (known?.startedAt === startedAt) return known;
    const changedAt = this.#clock.monotonic();
    const rows = judgedRows(list);
    const read = { rows, processed };
    const estimator = new TimeLeftEstimator();
    const fresh = { startedAt, estimator, processed, changedAt, read, answered: rows };
    this.#lists.set(id, fresh);
    return fresh;
  }
}

/** Addresses in batches: nearly all batches have as many. */
function sentOf({ totalCount, processedCount, portions, sent }: ListRecord): number {
  if (sent >= portions) return totalCount;
  return Math.max(processedCount, Math.round((totalCount * sent) / portions));
}
