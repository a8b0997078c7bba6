import { type Kysely, sql } from 'kysely';
import { isFinal } from '../contract/batch-state.ts';
import type { BatchDeletion } from '../service/ports.ts';
import { deleteBatches } from './delete-batches.ts';
import type { Tables } from './tables.ts';

/** Deletes a team's ended batch, its entries and its part of the history, and overwrites them in the file. */
export async function deleteBatch(
  db: Kysely<Tables>,
  teamId: string,
  id: string,
): Promise<BatchDeletion | undefined> {
  const outcome = await db.transaction().execute(async (trx) => {
    const batch = await trx
      .selectFrom('batches')
      .select(['status', 'list_id'])
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .executeTakeFirst();
    if (!batch) return undefined;
    if (!isFinal(batch.status)) return 'open';
    if (batch.list_id !== null) return 'of_list';
    await eraseRows(trx, id);
    return 'deleted';
  });
  // The rows are in the write-ahead log until a checkpoint.
  if (outcome === 'deleted') await sql`pragma wal_checkpoint(truncate)`.execute(db);
  return outcome;
}

/** Deleted rows stay in the file's free pages unless they are overwritten. */
async function eraseRows(trx: Kysely<Tables>, id: string): Promise<void> {
  await sql`pragma secure_delete = on`.execute(trx);
  await trx.deleteFrom('verifications').where('batch_id', '=', id).execute();
  await deleteBatches(trx, [id]);
}
