import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { BatchResults } from '../../contract/decode.ts';
import { isMailvetError, withMessage } from '../../errors.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Judging } from '../../policy/policy.ts';
import { EndDetector, hasEnded, isNotReady } from './batch-update.ts';
import type { JobEvent, JobProgress } from './job-run.ts';
import { toResult } from './join-results.ts';
import { PollFailureBudget } from './poll-failure-budget.ts';
import { pollInterval } from './poll-interval.ts';
import { VerdictCounts, withoutLast } from './verdict-counts.ts';
import { sumWaiting } from './waits.ts';

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
  const tally = new VerdictCounts(judging);
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
