import { cacheKeyOf } from './cache-policy.ts';
import type { BatchRecord, ServiceContext, Team } from './ports.ts';
import { costOf, monthOf, overQuota } from './quota.ts';

type Context = Pick<ServiceContext, 'store' | 'clock' | 'token' | 'signals'>;

/** Accepts 1 to 1000 addresses to be verified by the workers. Once this resolves, they will be. */
export async function createBatch(
  { store, clock, token, signals }: Context,
  team: Team,
  emails: readonly string[],
): Promise<BatchRecord> {
  const createdAt = clock.now();
  const batch = await store.team(team.id).createBatch({
    id: `batch_${token(20)}`,
    createdAt,
    month: monthOf(createdAt),
    entries: emails.map((email) => ({
      email,
      cacheKey: cacheKeyOf(email),
      cost: costOf(email),
    })),
  });
  if (!batch) throw overQuota();
  signals.created();
  return batch;
}
