import { VERDICTS } from '../contract/verdict.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import { FallingTime } from '../lib/time-left/falling.ts';
import type { ListMoment } from '../lib/time-left/rates.ts';
import { type TimeLeft, TimeLeftEstimator } from '../lib/time-left/time-left.ts';
import type { ListFacts } from '../service/lists/list-files.ts';
import type { ListRecord } from '../service/lists/list-ports.ts';
import { judgedRows, rowsToJudge } from '../service/lists/list-totals.ts';
import type { TeamJudging } from '../service/teams/records.ts';
import type { DashboardDeps } from './environment.ts';
import type { ShownList } from './list-progress.ts';

/** Lists that somebody looks at. */
const MAX_LISTS = 1000;

interface MeasuredList {
  /** A retry is another round, which begins again at nothing. */
  readonly startedAt: number;
  readonly estimator: TimeLeftEstimator;
  readonly falling: FallingTime;
  processed: number;
  changedAt: number;
  /** Rows that were read with a verdict, and the addresses that were processed by then. */
  read: { readonly rows: number; readonly processed: number };
  /** The most rows that are known to have an answer. */
  answered: number;
}

/** Measures lists while pages look at them. */
export class ListPaces {
  readonly #clock: Clock;
  readonly #lists = new BoundedMap<string, MeasuredList>(MAX_LISTS);

  constructor(clock: Clock) {
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
    const { estimator, falling } = this.#follow(list);
    return falling.show(at, estimator.note({ at, total, done, sent: sentOf(list), ...known }));
  }

  #follow(list: ListRecord): MeasuredList {
    const { id, startedAt, processedCount: processed } = list;
    const known = this.#lists.get(id);
    if (known?.startedAt === startedAt) return known;
    const changedAt = this.#clock.monotonic();
    const rows = judgedRows(list);
    const read = { rows, processed };
    const estimates = { estimator: new TimeLeftEstimator(), falling: new FallingTime() };
    const fresh = { startedAt, ...estimates, processed, changedAt, read, answered: rows };
    this.#lists.set(id, fresh);
    return fresh;
  }
}

/** Addresses in batches: nearly all batches have as many. */
function sentOf({ totalCount, processedCount, places, sent }: ListRecord): number {
  if (sent >= places) return totalCount;
  return Math.max(processedCount, Math.round((totalCount * sent) / places));
}

/** Lists whose facts are kept: each holds reasons, domains and providers. */
const MAX_FACTS = 200;
/** The facts of a running list are read again after this time at the earliest, */
const KEEP_RUNNING_MS = 1900;
/** and after this many times the time it takes to read them: half a second for 100,000 rows. */
const KEEP_TIMES = 9;

interface KeptFacts {
  readonly version: string;
  readonly judgedBy: string | undefined;
  readonly at: number;
  /** How long it took to read them; infinite until they are there. */
  took: number;
  readonly facts: Promise<ListFacts>;
}

/** What stands behind the numbers of lists, read once for each change. */
export class FactsCache {
  readonly #deps: DashboardDeps;
  readonly #kept = new BoundedMap<string, KeptFacts>(MAX_FACTS);

  constructor(deps: DashboardDeps) {
    this.#deps = deps;
  }

  /** Undefined while the list is not read, or its file is missing. */
  async of(list: ListRecord, judging?: TeamJudging): Promise<ListFacts | undefined> {
    if (!list.counts || list.waitsFor === 'file') return undefined;
    const { lists, clock } = this.#deps;
    const { id, status, startedAt, counts, verdicts, form } = list;
    const version = JSON.stringify([status, startedAt, counts, verdicts, form, judging?.version]);
    const now = clock.monotonic();
    const known = this.#kept.get(id);
    const isSame = known?.judgedBy === judging?.version;
    const isFresh = status === 'running' && known && isSame && now - known.at < lifetime(known);
    if (known && (isFresh || known.version === version)) return known.facts;
    const facts = lists.files.facts(id, judging);
    const took = Number.POSITIVE_INFINITY;
    const kept: KeptFacts = { version, judgedBy: judging?.version, at: now, took, facts };
    this.#kept.set(id, kept);
    // What fails is tried again by the next page.
    facts.then(
      () => {
        kept.took = clock.monotonic() - now;
      },
      () => this.#kept.delete(id),
    );
    return facts;
  }
}

/** Milliseconds. */
function lifetime({ took }: KeptFacts): number {
  return Math.max(KEEP_RUNNING_MS, took * KEEP_TIMES);
}

/** The list with the verdicts that the facts rest on: its numbers and its cards say the same. */
export function asCounted(list: ListRecord, { reasons }: ListFacts): ListRecord {
  const verdicts = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
  for (const { verdicts: rows } of reasons)
    for (const verdict of VERDICTS) verdicts[verdict] += rows[verdict];
  return { ...list, verdicts };
}
