import { isFinal } from '../../contract/batch-state.ts';
import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { Batch, BatchResults } from '../../contract/decode.ts';
import { DEFAULT_BATCHES_LIMIT } from '../../contract/limits.ts';
import type { RowResult } from '../../formats/write/judged-row.ts';
import { awakeTime, type Clock } from '../../lib/clock.ts';
import { type ErrorCode, isMailvetError, MailvetError, withMessage } from '../../lib/errors.ts';
import type { Judging } from '../../policy/policy.ts';
import type { JobFile } from '../file/job-file.ts';
import { type BatchSnapshot, type JobBatch, sizeOf } from '../file/job-record.ts';
import { isNotReady } from './find-batch.ts';
import {
  type JobEvent,
  type JobProgress,
  type JobRun,
  JobWaits,
  sumWaiting,
  VerdictCounter,
  withoutLast,
} from './job-run.ts';
import { joinResults, toResult } from './join-results.ts';

/** Polls in a row that must miss a batch before it counts as missing: a service may be slow to show it. */
const MAX_MISSES = 3;

/** Failures in a row after which List Batches is not asked any more. */
const MAX_LIST_FAILURES = 2;

/** A batch of a job, with what Get Batch Results says of it. */
export interface BatchAnswer {
  readonly batch: JobBatch;
  readonly answer: BatchResults;
}

/** Follows the open batches of a job: each call of `poll` looks at all of them once. */
export class Follower {
  readonly waits = new JobWaits();
  readonly counts: VerdictCounter;
  readonly #run: JobRun;
  readonly #failures: PollFailureBudget;
  readonly #ends = new EndDetector();
  readonly #misses = new Map<number, number>();
  /** Results stored so far, by batch. */
  readonly #stored = new Map<number, number>();
  #listFailures = 0;

  constructor(run: JobRun) {
    this.#run = run;
    this.counts = VerdictCounter.of(run.job, run.judging, 'round');
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
    const asked: JobBatch[] = [];
    const snapshots = new Map<JobBatch, BatchSnapshot>();
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
  async #ask(batch: JobBatch): Promise<BatchResults | undefined> {
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
  #note(snapshots: ReadonlyMap<JobBatch, BatchSnapshot>): void {
    const changed = [...snapshots].filter(
      ([batch, { status, processed }]) => status !== batch.status || processed !== batch.processed,
    );
    this.#run.job.recordSnapshots(
      changed.map(([{ number }, snapshot]) => ({ number, ...snapshot })),
    );
  }

  /** The service refuses to show the batch: gone, once it keeps to it. */
  #miss(batch: JobBatch, error: MailvetError): void {
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

/** The results and the state that an answer brought of a batch. */
interface BatchUpdate {
  /** Aligned with the batch's addresses. */
  readonly results: readonly (RowResult | undefined)[];
  readonly snapshot: BatchSnapshot;
}

/** What Get Batch Results says about a batch of a job, of which nothing more may be to come. */
function toBatchUpdate(
  job: JobFile,
  batch: JobBatch,
  { answer, collected }: { readonly answer: BatchResults; readonly collected: boolean },
): BatchUpdate {
  const { results, fault } = joinResults(job.addresses(batch), answer.entries, collected);
  return {
    results,
    snapshot: { ...toSnapshot(batch, answer.batch), collected, fault: fault ?? null },
  };
}

/** A snapshot without results, as List Batches shows it. */
function toSnapshot(batch: JobBatch, { status, processedCount }: Batch): BatchSnapshot {
  const processed = Math.min(processedCount ?? batch.processed, sizeOf(batch));
  return { status, processed, collected: false };
}

/** True when the batch seems to have ended; for an unknown state its counts decide. */
export function hasEnded({ status, processedCount, totalCount }: Batch): boolean {
  if (status !== 'unknown') return isFinal(status);
  return totalCount !== undefined && (processedCount ?? 0) >= totalCount;
}

/** Polls in a row without a new result after which an unknown state counts as the end: 17 s of a young batch, 5 min of an old one. */
const MAX_UNCHANGED_POLLS = 30;

/** Decides for each answer of Get Batch Results whether the batch has ended. */
class EndDetector {
  readonly #last = new Map<string, { readonly count: number; readonly polls: number }>();

  /** An unknown state counts as the end when all results are there, or when no more come. */
  hasEnded(id: string, { batch, entries }: BatchResults): boolean {
    if (batch.status !== 'unknown' || !hasEnded(batch)) return hasEnded(batch);
    const count = entries.filter((entry) => toResult(entry)).length;
    if (count >= (batch.totalCount ?? 0)) return true;
    const last = this.#last.get(id);
    const polls = last?.count === count ? last.polls + 1 : 1;
    this.#last.set(id, { count, polls });
    return polls >= MAX_UNCHANGED_POLLS;
  }
}

/** Gets what the service has for the open batches of a job, once each, without waiting. */
export async function collectNow(
  job: JobFile,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<void> {
  const ends = new EndDetector();
  for (const batch of job.openBatches()) {
    const id = batch.serviceId ?? '';
    const answer = await client.getBatch(id, { signal }).catch((error) => {
      if (isNotReady(error)) return undefined;
      throw error;
    });
    if (!answer) continue;
    const collected = ends.hasEnded(id, answer);
    const { results, snapshot } = toBatchUpdate(job, batch, { answer, collected });
    job.storeResults(batch, results, snapshot);
  }
}

const MIN_INTERVAL_MS = 250;
const MAX_INTERVAL_MS = 10_000;
/** Of a service that is always done by the time it is asked. */
const MIN_LEARNT_INTERVAL_MS = 10;

/**
 * Milliseconds until the next poll, for a batch accepted (or a poll that failed for) `age`
 * milliseconds ago: a tenth of it, so that nobody waits over a tenth longer than needed.
 */
export function pollInterval(age: number, min = MIN_INTERVAL_MS): number {
  return Math.min(MAX_INTERVAL_MS, Math.max(min, Math.round(age / 10)));
}

/** Learns from the polls how soon a young batch is worth asking about. */
export class PollPace {
  #min = MIN_INTERVAL_MS;

  interval(age: number): number {
    return pollInterval(age, this.#min);
  }

  /** A poll asked about `open` batches, and left some of them open. */
  learn(open: number, left: number): void {
    if (left === 0) this.#min = Math.max(MIN_LEARNT_INTERVAL_MS, this.#min / 2);
    else if (left === open) this.#min = Math.min(MIN_INTERVAL_MS, this.#min * 2);
  }
}

/** Errors that may be over at a later poll. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'network',
  'request_timeout',
  'server',
  'bad_answer',
  'rate_limited',
]);

/** Milliseconds of nothing but failed polls after which the service counts as gone. */
const GIVE_UP_MS = 5 * 60_000;

/**
 * Counts failed polls: one of them is no error, minutes of nothing else are. Time for which the process was
 * stopped does not count: nothing was polled.
 */
export class PollFailureBudget {
  readonly #clock: Clock;
  readonly #onRetry: (text: string) => void;
  #since: number | undefined;
  /** Said with the next poll; there is no next poll after the time limit. */
  #notice: string | undefined;

  /** `onRetry` gets a sentence when the poll after a first failure begins. */
  constructor(clock: Clock, onRetry: (text: string) => void) {
    this.#clock = clock;
    this.#onRetry = onRetry;
  }

  /** Milliseconds for which polls have failed; 0 when the last one did not. */
  get failingFor(): number {
    return this.#since === undefined ? 0 : awakeTime(this.#clock) - this.#since;
  }

  /** Runs a poll. Throws errors that will not pass, and those that have lasted for minutes. */
  async during(poll: () => Promise<void>): Promise<void> {
    const once = async function* () {
      yield await poll();
    };
    for await (const _ of this.of(once()));
  }

  /** The same for what a poll brings piece by piece. */
  async *of<T>(poll: AsyncIterable<T>): AsyncGenerator<T> {
    if (this.#notice !== undefined) this.#onRetry(this.#notice);
    this.#notice = undefined;
    try {
      yield* poll;
      this.#since = undefined;
    } catch (error) {
      this.#recordFailure(error);
    }
  }

  #recordFailure(error: unknown): void {
    if (!isMailvetError(error) || !TRANSIENT.has(error.code)) throw error;
    if (this.#since === undefined) {
      this.#since = awakeTime(this.#clock);
      this.#notice = `A poll failed (${error.message}); the batches go on, trying again`;
    }
    if (this.failingFor < GIVE_UP_MS) return;
    throw new MailvetError(error.code, `the batches can't be followed: ${error.message}`, {
      cause: error,
      ...(error.status !== undefined && { status: error.status }),
    });
  }
}

interface FollowOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Waits for the next poll; default: the clock's. The embedded service ends it when a batch ends. */
  readonly sleep?: Clock['sleep'] | undefined;
  readonly signal: AbortSignal;
  readonly judging: Judging;
  readonly onEvent: (event: JobEvent) => void;
}

/** Batches of the service as they are now, in the order given. Rejects with `refused` for an unknown one. */
export async function fetchBatches(
  { client, signal }: Pick<FollowOptions, 'client' | 'signal'>,
  ids: readonly string[],
): Promise<BatchResults[]> {
  const found: BatchResults[] = [];
  for (const id of ids) found.push(await getNamed({ client, signal }, id));
  return found;
}

/** The batch. Where the service refuses it, the error says which. */
async function getNamed(
  { client, signal }: Pick<FollowOptions, 'client' | 'signal'>,
  id: string,
): Promise<BatchResults> {
  try {
    return await client.getBatch(id, { signal });
  } catch (error) {
    if (!isMailvetError(error, 'refused')) throw error;
    throw withMessage(error, `${id} can't be read: ${error.message}`);
  }
}

/** A batch as it was last seen. */
interface FollowedBatch {
  readonly id: string;
  seen: BatchResults;
  isOver: boolean;
}

/** Follows batches of the service, of which no list is known, to their end. */
export async function followIds(
  options: FollowOptions,
  ids: readonly string[],
): Promise<BatchResults[]> {
  const { clock, signal, onEvent, judging } = options;
  const failures = new PollFailureBudget(clock, (text) => onEvent({ type: 'notice', text }));
  const began = clock.monotonic();
  const ends = new EndDetector();
  const sleep: Clock['sleep'] = options.sleep ?? ((...wait) => clock.sleep(...wait));
  const batches: FollowedBatch[] = ids.map((id) => ({ id, seen: emptyBatch(id), isOver: false }));
  const poll = async () => {
    const open = batches.filter(({ isOver }) => !isOver);
    await Promise.all(open.map((batch) => refetch(options, batch, ends)));
  };
  await poll();
  for (;;) {
    onEvent({ type: 'progress', progress: countProgress(batches, judging) });
    if (batches.every(({ isOver }) => isOver)) return batches.map(({ seen }) => seen);
    await sleep(pollInterval(Math.max(clock.monotonic() - began, failures.failingFor)), signal);
    await failures.during(poll);
  }
}

/** Notes the batch as it is now. No change where the service does not give it yet. */
async function refetch(
  options: FollowOptions,
  batch: FollowedBatch,
  ends: EndDetector,
): Promise<void> {
  try {
    batch.seen = await getNamed(options, batch.id);
    batch.isOver = ends.hasEnded(batch.id, batch.seen);
  } catch (error) {
    if (!isNotReady(error)) throw error;
  }
}

function emptyBatch(id: string): BatchResults {
  const unknown = { totalCount: undefined, processedCount: undefined, createdAt: undefined };
  return { batch: { id, status: 'unknown', message: undefined, ...unknown }, entries: [] };
}

function countProgress(batches: readonly FollowedBatch[], judging: Judging): JobProgress {
  const tally = new VerdictCounter(judging);
  let [total, done] = [0, 0];
  batches.forEach(({ seen: { batch, entries }, isOver }, number) => {
    const size = batch.totalCount ?? entries.length;
    total += size;
    if (isOver) {
      done += size;
      tally.count(number, entries.map(toResult), size);
    } else {
      done += Math.min(size, batch.processedCount ?? 0);
      tally.count(number, entries.map(settledResult));
    }
  });
  if (done === total && !batches.every(({ isOver }) => isOver)) done = withoutLast(done);
  const open = batches.map(({ seen }) => seen.batch).filter((batch) => !hasEnded(batch));
  const waiting = sumWaiting(open.flatMap((batch) => batch.waiting ?? []));
  const openBatches = open.map(({ id }) => id);
  return { total, done, sent: total, verdicts: tally.verdicts(), openBatches, waiting };
}

function settledResult(entry: BatchResults['entries'][number]): RowResult | undefined {
  return entry.status === 'verified' ? toResult(entry) : undefined;
}
