import type { Kysely } from 'kysely';
import { countStored, storedBy } from '../storage/stored-batches.ts';
import type { Tables } from '../tables.ts';

/** Deletes batches that have ended, with their entries; the history keeps what was verified. */
export async function deleteBatches(trx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const stored = await storedBy(trx, ids);
  await trx
    .updateTable('verifications')
    .set({ batch: null })
    .where('batch', 'in', seqOf(trx, ids))
    .execute();
  await trx.deleteFrom('idempotency_keys').where('batch_id', 'in', ids).execute();
  await trx.deleteFrom('entries').where('batch_id', 'in', ids).execute();
  await trx.deleteFrom('batches').where('id', 'in', ids).execute();
  await countStored(trx, stored, -1);
}

/** By which the history names them. */
export function seqOf(trx: Kysely<Tables>, ids: readonly string[]) {
  return trx.selectFrom('batches').select('seq').where('id', 'in', ids);
}
