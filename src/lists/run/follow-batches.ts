import type { Batch, BatchResults } from '../../contract/decode.ts';
import { DEFAULT_BATCHES_LIMIT } from '../../contract/limits.ts';
import { isMailvetError, type MailvetError } from '../../errors.ts';
import { type BatchRecord, type BatchSnapshot, sizeOf } from '../file/job-record.ts';
import { EndDetector, hasEnded, isNotReady, toBatchUpdate, toSnapshot } from './batch-update.ts';
import type { JobRun } from './job-run.ts';
import { PollFailureBudget } from './poll-failure-budget.ts';
import { VerdictCounts } from './verdict-counts.ts';
import { Waits } from './waits.ts';

/** Polls in a row that must miss a batch before it counts as missing: a service may be slow to show it. */
const MAX_MISSES = 3;

/** Failures in a row after which List Batches is not asked any more. */
const MAX_LIST_FAILURES = 2;

/** A batch of a job, with what Get Batch Results says of it. */
export interface BatchAnswer {
  readonly batch: BatchRecord;
  readonly answer: BatchResults;
}

/** Follows the open batches of a job: each call of `poll` looks at all of them once. */
export class Follower {
  readonly waits = new Waits();
  readonly counts: VerdictCounts;
  readonly #run: JobRun;
  readonly #failures: PollFailureBudget;
  readonly #ends = new EndDetector();
  readonly #misses = new Map<number, number>();
  /** Results stored so far, by batch. */
  readonly #stored = new Map<number, number>();
  #listFailures = 0;

  constructor(run: JobRun) {
    this.#run = run;
    this.counts = VerdictCounts.ofRound(run.job, run.judging);
    this.#failures = new PollFailureBudget(run.clock, (text) =>
      run.onEvent({ type: 'notice', text }),
    );
  }

  get failingFor(): number {
    return this.#failures.failingFor;
  }

  /** What is new of each batch; states without results are noted at once. */
  poll(): AsyncGenerator<BatchAnswer> {
    return this.#failures.of(this.#pollOnce());
  }

  async *#pollOnce(): AsyncGenerator<BatchAnswer> {
    const open = this.#run.job.openBatches();
    const listed = open.length > 1 ? await this.#list() : new Map<string, Batch>();
    const asked: BatchRecord[] = [];
    const snapshots = new Map<BatchRecord, BatchSnapshot>();
    for (const batch of open) {
      const shown = listed.get(batch.serviceId ?? '');
      if (!shown || hasEnded(shown)) asked.push(batch);
      else {
        this.waits.note(batch.number, shown.waiting);
        snapshots.set(batch, toSnapshot(batch, shown));
      }
    }
    this.#note(snapshots);
    for (const batch of asked) {
      const answer = await this.#ask(batch);
      if (answer) yield { batch, answer };
    }
  }

  /** What List Batches shows on its first page, by identifier; nothing where it does not serve. */
  async #list(): Promise<Map<string, Batch>> {
    if (this.#listFailures >= MAX_LIST_FAILURES) return new Map();
    const { client, signal, concurrency } = this.#run;
    const limit = Math.max(DEFAULT_BATCHES_LIMIT, concurrency);
    try {
      const batches = await client.listBatches({ limit }, { signal });
      this.#listFailures = 0;
      return new Map(batches.map((batch) => [batch.id, batch]));
    } catch (error) {
      // Get Batch Results says the same, batch by batch.
      if (!isMailvetError(error, 'refused', 'server', 'bad_answer')) throw error;
      this.#listFailures += 1;
      return new Map();
    }
  }

  /** Gets a batch with its entries: for its state, and at its end for its results. */
  async #ask(batch: BatchRecord): Promise<BatchResults | undefined> {
    const { client, signal } = this.#run;
    try {
      const answer = await client.getBatch(batch.serviceId ?? '', { signal });
      this.#misses.delete(batch.number);
      this.waits.note(batch.number, hasEnded(answer.batch) ? [] : answer.batch.waiting);
      return answer;
    } catch (error) {
      if (isNotReady(error)) return undefined;
      if (!isMailvetError(error, 'refused')) throw error;
      this.#miss(batch, error);
      return undefined;
    }
  }

  /** Stores what came, unless it is no more than the last time. */
  store({ batch, answer }: BatchAnswer): void {
    const collected = this.#ends.hasEnded(batch.serviceId ?? '', answer);
    const update = { answer, collected };
    const { results, snapshot } = toBatchUpdate(this.#run.job, batch, update);
    const count = results.filter((result) => result !== undefined).length;
    if (!snapshot.collected && count === (this.#stored.get(batch.number) ?? 0)) {
      this.#note(new Map([[batch, snapshot]]));
      return;
    }
    this.#run.job.storeResults(batch, results, snapshot);
    this.#stored.set(batch.number, count);
    this.counts.count(batch.number, results, snapshot.collected ? sizeOf(batch) : 0);
  }

  /** Records what has changed. */
  #note(snapshots: ReadonlyMap<BatchRecord, BatchSnapshot>): void {
    const changed = [...snapshots].filter(
      ([batch, { status, processed }]) => status !== batch.status || processed !== batch.processed,
    );
    this.#run.job.recordSnapshots(
      changed.map(([{ number }, snapshot]) => ({ number, ...snapshot })),
    );
  }

  /** The service refuses to show the batch: gone, once it keeps to it. */
  #miss(batch: BatchRecord, error: MailvetError): void {
    const misses = (this.#misses.get(batch.number) ?? 0) + 1;
    this.#misses.set(batch.number, misses);
    this.waits.note(batch.number);
    if (misses < MAX_MISSES) return;
    const { number, processed } = batch;
    const { job } = this.#run;
    job.recordSnapshots([{ number, status: 'missing', processed, collected: true }]);
    this.counts.count(number, job.results(batch), sizeOf(batch));
    const text = `The service does not show batch ${batch.serviceId} any more: ${error.message}`;
    this.#run.onEvent({ type: 'notice', text });
  }
}
