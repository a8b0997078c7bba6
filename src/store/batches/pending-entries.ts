import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

interface EntryEnd {
  readonly status: 'cancelled' | 'failed';
  readonly error: string | null;
}

/** Ends the pending entries of a batch, and returns their reserved cost. */
export async function endPendingEntries(
  trx: Kysely<Tables>,
  batchId: string,
  end: EntryEnd,
): Promise<number> {
  const { cost } = await trx
    .selectFrom('entries')
    .select(({ fn }) => fn.sum<number | null>('cost').as('cost'))
    .where('batch_id', '=', batchId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('entries')
    .set(end)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'pending')
    .execute();
  return Number(cost ?? 0);
}
