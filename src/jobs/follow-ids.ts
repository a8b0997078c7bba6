import type { ServiceClient } from '../client/service-client.ts';
import type { BatchResults } from '../contract/decode.ts';
import type { Clock } from '../lib/clock.ts';
import type { RowResult } from '../lists/output.ts';
import { isOver } from './batch-answer.ts';
import type { JobEvent, JobProgress } from './job-run.ts';
import { resultOf } from './join-results.ts';
import { Patience } from './patience.ts';
import { pollInterval } from './poll-interval.ts';
import { Tally } from './tally.ts';

export interface Following {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly riskyRole: boolean;
  readonly onEvent: (event: JobEvent) => void;
}

/** Batches of the service as they stand now, in the order given. Rejects with `refused` for an unknown one. */
export async function fetchBatches(
  { client, signal }: Pick<Following, 'client' | 'signal'>,
  ids: readonly string[],
): Promise<BatchResults[]> {
  const found: BatchResults[] = [];
  for (const id of ids) found.push(await client.getBatch(id, { signal }));
  return found;
}

/** Follows batches of the service, of which no list is known, to their end. */
export async function followIds(
  following: Following,
  ids: readonly string[],
): Promise<BatchResults[]> {
  const { clock, signal, onEvent, riskyRole } = following;
  const patience = new Patience(clock, (text) => onEvent({ type: 'notice', text }));
  const began = clock.now();
  let batches = await fetchBatches(following, ids);
  for (;;) {
    onEvent({ type: 'progress', progress: progressOfBatches(batches, riskyRole) });
    if (batches.every(({ batch }) => isOver(batch))) return batches;
    await clock.sleep(pollInterval(Math.max(clock.now() - began, patience.failingFor)), signal);
    await patience.during(async () => {
      batches = await Promise.all(
        batches.map((seen, index) =>
          isOver(seen.batch) ? seen : following.client.getBatch(ids[index] ?? '', { signal }),
        ),
      );
    });
  }
}

function progressOfBatches(batches: readonly BatchResults[], riskyRole: boolean): JobProgress {
  const tally = new Tally(riskyRole);
  let [total, done] = [0, 0];
  batches.forEach(({ batch, entries }, number) => {
    const size = batch.totalCount ?? entries.length;
    total += size;
    done += Math.min(size, batch.processedCount ?? 0);
    tally.count(number, entries.map(settledResult));
  });
  return { total, done, sent: total, verdicts: tally.verdicts() };
}

function settledResult(entry: BatchResults['entries'][number]): RowResult | undefined {
  return entry.status === 'verified' ? resultOf(entry) : undefined;
}
