import type { Kysely } from 'kysely';
import { isFinal } from '../../contract/batch-state.ts';
import type { BatchDeletion } from '../../service/ports.ts';
import type { Overwriting } from '../database-parts.ts';
import type { Tables } from '../tables.ts';
import { inTransaction, lockTeam } from '../transaction.ts';
import { deleteBatches } from './delete-batches.ts';

interface OwnBatch {
  readonly teamId: string;
  readonly id: string;
}

/** Deletes a team's ended batch, its entries and its part of the history, and overwrites them. */
export async function deleteBatch(
  db: Kysely<Tables>,
  overwriting: Overwriting,
  { teamId, id }: OwnBatch,
): Promise<BatchDeletion | undefined> {
  const outcome = await inTransaction(db, async (trx) => {
    await lockTeam(trx, teamId);
    const batch = await trx
      .selectFrom('batches')
      .select(['seq', 'status', 'list_id'])
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .forUpdate()
      .executeTakeFirst();
    if (!batch) return undefined;
    if (!isFinal(batch.status)) return 'open';
    if (batch.list_id !== null) return 'of_list';
    await overwriting.begin(trx);
    // First, as where a verification with a key is recorded: both count what they change, in one order.
    await trx.deleteFrom('idempotency_keys').where('batch_id', '=', id).execute();
    await trx.deleteFrom('verifications').where('batch', '=', batch.seq).execute();
    await deleteBatches(trx, [id]);
    return 'deleted';
  });
  if (outcome === 'deleted') await overwriting.end(db);
  return outcome;
}
