import type { Kysely } from 'kysely';
import type { NewestTimes, RetentionStore } from '../service/upkeep-ports.ts';
import { deleteBatches } from './delete-batches.ts';
import type { Tables } from './tables.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const HISTORY_ROWS = 1000;
/** A batch has up to 1000 entries. */
const BATCHES = 5;

export function retentionStore(db: Kysely<Tables>): RetentionStore {
  return {
    newest: () => newest(db),
    async sweepHistory(before) {
      // The history grows in order of time, so only its oldest rows are read.
      const oldest = db
        .selectFrom('verifications')
        .select(['seq', 'at'])
        .orderBy('seq')
        .limit(HISTORY_ROWS);
      const expired = db.selectFrom(oldest.as('oldest')).select('seq').where('at', '<', before);
      const { numDeletedRows } = await db
        .deleteFrom('verifications')
        .where('seq', 'in', expired)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    sweepBatches: (before) =>
      db.transaction().execute(async (trx) => {
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
        .where('status', 'not in', ['uploading', 'running', 'removed'])
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}

async function newest(db: Kysely<Tables>): Promise<NewestTimes> {
  const last = db.selectFrom('verifications').select('at').orderBy('seq', 'desc').limit(1);
  const batch = db.selectFrom('batches').select('created_at').orderBy('seq', 'desc').limit(1);
  return {
    history: (await last.executeTakeFirst())?.at,
    batches: (await batch.executeTakeFirst())?.created_at,
  };
}

/** Finds ended batches before a time; open ones are kept at any age, those of lists with their list. */
async function endedBefore(trx: Kysely<Tables>, before: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('batches')
    .select('id')
    .where('created_at', '<', before)
    .where('status', 'not in', ['pending', 'processing'])
    .where('list_id', 'is', null)
    .orderBy('seq')
    .limit(BATCHES)
    .execute();
  return rows.map(({ id }) => id);
}
