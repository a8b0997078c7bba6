import type { Kysely } from 'kysely';
import type { ListStatus } from '../service/list-ports.ts';
import type { RetentionStore } from '../service/upkeep-ports.ts';
import { deleteBatches } from './batches/delete-batches.ts';
import type { HistoryUpkeep } from './database-parts.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transaction.ts';

/** A batch has up to 1000 entries: what one sweep deletes at most bounds how long it holds locks. */
const BATCHES = 5;

/** Lists that nothing is done about. */
const ENDED: readonly ListStatus[] = ['choosing_column', 'completed', 'failed', 'cancelled'];

export function retentionStore(db: Kysely<Tables>, history: HistoryUpkeep): RetentionStore {
  return {
    async newest() {
      return { history: await history.newest(), batches: await newestBatch(db) };
    },
    sweepHistory: (before) => history.sweep(before),
    sweepBatches: (before) =>
      inTransaction(db, async (trx) => {
        const ids = await endedBefore(trx, before);
        if (ids.length === 0) return 0;
        await deleteBatches(trx, ids);
        return ids.length;
      }),
    async sweepLists(before) {
      const { numUpdatedRows } = await db
        .updateTable('lists')
        .set({ status: 'removed', settled: 0 })
        .where('created_at', '<', before)
        .where('status', 'in', ENDED)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}

async function newestBatch(db: Kysely<Tables>): Promise<number | undefined> {
  const batch = db.selectFrom('batches').select('created_at').orderBy('seq', 'desc').limit(1);
  return (await batch.executeTakeFirst())?.created_at;
}

/** Finds ended batches before a time; open ones are kept at any age, those of lists with their list. */
async function endedBefore(trx: Kysely<Tables>, before: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('batches')
    .select('id')
    .where('created_at', '<', before)
    .where('status', 'not in', ['pending', 'processing'])
    .where('list_id', 'is', null)
    .orderBy('created_at')
    .limit(BATCHES)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
