import { cacheKeyOf } from './cache-policy.ts';
import type { ServiceContext } from './ports.ts';
import { costOf, monthOf, overQuota } from './quota.ts';
import type { BatchRecord, Team } from './records.ts';
import { ServiceError } from './service-error.ts';

type Context = Pick<
  ServiceContext,
  'store' | 'clock' | 'token' | 'signals' | 'observe' | 'mostOpenBatches'
>;

/** Accepts 1 to 1000 addresses to be verified by the workers. Once this resolves, they will be. */
export async function createBatch(
  { store, clock, token, signals, observe, mostOpenBatches: mostOpen }: Context,
  team: Team,
  emails: readonly string[],
): Promise<BatchRecord> {
  const createdAt = clock.now();
  const batch = await store.team(team.id).createBatch({
    id: `batch_${token(20)}`,
    createdAt,
    mostOpen,
    month: monthOf(createdAt),
    entries: emails.map((email) => ({
      email,
      cacheKey: cacheKeyOf(email),
      cost: costOf(email),
    })),
  });
  if (batch === 'over_quota') throw overQuota();
  if (batch === 'too_many_batches') throw tooManyBatches(mostOpen);
  signals.created(team.id);
  observe?.({ event: 'batch_created', batchId: batch.id, teamId: team.id, size: emails.length });
  return batch;
}

function tooManyBatches(mostOpen = 0): ServiceError {
  const message = `The limit of open batches (${mostOpen} a team) is reached: try again when one has ended`;
  return new ServiceError('too_many_batches', message);
}
