import { isFinal } from '../contract/batch-state.ts';
import type { Batch } from '../contract/decode.ts';
import { DEFAULT_BATCHES_LIMIT } from '../contract/limits.ts';
import { type ErrorCode, isMailvetError, MailvetError } from '../errors.ts';
import type { RowResult } from '../lists/output.ts';
import type { Seen } from './job-file.ts';
import type { BatchRecord } from './job-record.ts';
import { sizeOf } from './job-record.ts';
import type { JobRun } from './job-run.ts';
import { joinResults } from './join-results.ts';
import type { Tally } from './tally.ts';

/** Errors that a later poll may not meet any more. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'network',
  'request_timeout',
  'server',
  'bad_answer',
  'rate_limited',
]);

/** Polls in a row that must miss a batch before it counts as gone: a service may be slow to show it. */
const MISSES_TO_BE_GONE = 3;

/** List Batches failing so often in a row is not asked any more. */
const MOST_LIST_FAILURES = 2;

/** Nothing but failed polls for so long: the service is gone. */
const GIVE_UP_MS = 5 * 60_000;

/** Follows the open batches of a job: each call of `poll` looks at all of them once. */
export class Follower {
  readonly #run: JobRun;
  readonly #tally: Tally;
  readonly #misses = new Map<number, number>();
  readonly #stored = new Map<number, number>();
  #listFailures = 0;
  #failingSince: number | undefined;

  constructor(run: JobRun, tally: Tally) {
    this.#run = run;
    this.#tally = tally;
  }

  /** Milliseconds for which polls have failed; 0 when the last one did not. */
  get failingFor(): number {
    return this.#failingSince === undefined ? 0 : this.#run.clock.now() - this.#failingSince;
  }

  /** Failed polls are borne for some minutes; then their error is thrown. */
  async poll(): Promise<void> {
    try {
      await this.#pollOnce();
      this.#failingSince = undefined;
    } catch (error) {
      this.#bear(error);
    }
  }

  async #pollOnce(): Promise<void> {
    const open = this.#run.job.openBatches();
    const listed = open.length > 1 ? await this.#list() : new Map<string, Batch>();
    for (const batch of open) {
      const seen = listed.get(batch.serviceId ?? '');
      if (!seen || isOver(seen)) await this.#ask(batch);
      else this.#note(batch, { ...seenOf(batch, seen), collected: false });
    }
  }

  /** What List Batches shows on its first page, by identifier; nothing where it does not serve. */
  async #list(): Promise<Map<string, Batch>> {
    if (this.#listFailures >= MOST_LIST_FAILURES) return new Map();
    const { client, signal, concurrency } = this.#run;
    const limit = Math.max(DEFAULT_BATCHES_LIMIT, concurrency);
    try {
      const batches = await client.listBatches({ limit }, { signal });
      this.#listFailures = 0;
      return new Map(batches.map((batch) => [batch.id, batch]));
    } catch (error) {
      // Get Batch Results tells as much, batch by batch.
      if (!isMailvetError(error, 'refused', 'server', 'bad_answer')) throw error;
      this.#listFailures += 1;
      return new Map();
    }
  }

  /** Gets a batch with its entries: for its state, and at its end for its results. */
  async #ask(batch: BatchRecord): Promise<void> {
    const { client, job, signal } = this.#run;
    try {
      const answer = await client.getBatch(batch.serviceId ?? '', { signal });
      this.#misses.delete(batch.number);
      const ended = isOver(answer.batch);
      const results = joinResults(job.addresses(batch), answer.entries, ended);
      this.#store(batch, results, { ...seenOf(batch, answer.batch), collected: ended });
    } catch (error) {
      if (!isMailvetError(error, 'refused')) throw error;
      this.#miss(batch, error);
    }
  }

  /** Stores what came, unless it is no more than the last time. */
  #store(batch: BatchRecord, results: readonly (RowResult | undefined)[], seen: Seen): void {
    const count = results.filter((result) => result !== undefined).length;
    if (!seen.collected && count === (this.#stored.get(batch.number) ?? 0)) {
      this.#note(batch, seen);
      return;
    }
    this.#run.job.storeResults(batch, results, seen);
    this.#stored.set(batch.number, count);
    this.#tally.count(batch.number, results);
  }

  #note(batch: BatchRecord, seen: Seen): void {
    if (seen.status === batch.status && seen.processed === batch.processed) return;
    this.#run.job.recordSeen(batch.number, seen);
  }

  /** The service refuses to show the batch: gone, once it keeps to it. */
  #miss(batch: BatchRecord, error: MailvetError): void {
    const misses = (this.#misses.get(batch.number) ?? 0) + 1;
    this.#misses.set(batch.number, misses);
    if (misses < MISSES_TO_BE_GONE) return;
    const { processed } = batch;
    this.#run.job.recordSeen(batch.number, { status: 'missing', processed, collected: true });
    const text = `The service does not show batch ${batch.serviceId} any more: ${error.message}`;
    this.#run.onEvent({ type: 'notice', text });
  }

  #bear(error: unknown): void {
    if (!isMailvetError(error) || !PASSING.has(error.code)) throw error;
    if (this.#failingSince === undefined) {
      this.#failingSince = this.#run.clock.now();
      const text = `A poll failed (${error.message}); the batches go on, trying again`;
      this.#run.onEvent({ type: 'notice', text });
    }
    if (this.failingFor < GIVE_UP_MS) return;
    throw new MailvetError(error.code, `the batches can't be followed: ${error.message}`, {
      cause: error,
      ...(error.status !== undefined && { status: error.status }),
    });
  }
}

/** True when the batch will not change any more, a state unknown to us included. */
export function isOver({ status, processedCount, totalCount }: Batch): boolean {
  if (status !== 'unknown') return isFinal(status);
  return totalCount !== undefined && (processedCount ?? 0) >= totalCount;
}

function seenOf(batch: BatchRecord, { status, processedCount }: Batch) {
  const processed = Math.min(processedCount ?? batch.processed, sizeOf(batch));
  return { status, processed };
}
