import { setImmediate } from 'node:timers/promises';
import { MAX_BATCH_SIZE } from '../contract/limits.ts';
import { cancelBatch } from './cancel-batch.ts';
import { createBatch } from './create-batch.ts';
import type { ServiceContext } from './ports.ts';
import { costOf, monthOf, overQuota } from './quota.ts';
import type { BatchRecord, Team } from './records.ts';

type Context = Pick<ServiceContext, 'store' | 'clock' | 'token' | 'signals'>;

/**
 * A list as as many batches as it takes, all of them or none: when others used up the quota in the
 * meantime, those that were created are cancelled again, which gives back what they reserved.
 */
export async function createBatches(
  context: Context,
  team: Team,
  emails: readonly string[],
): Promise<BatchRecord[]> {
  await checkQuotaLeft(context, team, emails);
  const created: BatchRecord[] = [];
  try {
    for (let start = 0; start < emails.length; start += MAX_BATCH_SIZE) {
      created.push(await createBatch(context, team, emails.slice(start, start + MAX_BATCH_SIZE)));
      // Others are answered in between: each batch is a thousand rows to write.
      await setImmediate();
    }
  } catch (error) {
    // One may have ended by now: what it did can't be taken back.
    await Promise.allSettled(created.map(({ id }) => cancelBatch(context, team, id)));
    throw error;
  }
  return created;
}

async function checkQuotaLeft(
  { store, clock }: Context,
  { id, quota }: Team,
  emails: readonly string[],
): Promise<void> {
  if (quota === null) return;
  const cost = emails.reduce((sum, email) => sum + costOf(email), 0);
  if ((await store.reports(id).used(monthOf(clock.now()))) + cost > quota) throw overQuota();
}
