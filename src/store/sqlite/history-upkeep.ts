import type { Kysely } from 'kysely';
import type { HistoryUpkeep } from '../database-parts.ts';
import type { Tables } from '../tables.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

export function historyUpkeep(db: Kysely<Tables>): HistoryUpkeep {
  return {
    async newest() {
      const last = db.selectFrom('verifications').select('at').orderBy('seq', 'desc').limit(1);
      return (await last.executeTakeFirst())?.at;
    },
    async sweep(before) {
      // The history grows in order of time, so only its oldest rows are read.
      const oldest = db
        .selectFrom('verifications')
        .select(['seq', 'at'])
        .orderBy('seq')
        .limit(SWEEP_ROWS);
      const expired = db.selectFrom(oldest.as('oldest')).select('seq').where('at', '<', before);
      const { numDeletedRows } = await db
        .deleteFrom('verifications')
        .where('seq', 'in', expired)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
