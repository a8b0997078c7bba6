/** Which process sees to a list: one at a time, by the clock of the database. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListLeases } from '../../service/lists/list-ports.ts';
import type { DatabaseParts } from '../database-parts.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

export function listLeases({ db, now }: Pick<DatabaseParts, 'db' | 'now'>): ListLeases {
  return {
    async take(listIds, holder, lease) {
      if (listIds.length === 0) return new Map();
      return inTransaction(db, async (trx) => {
        const free = await lockFree(trx, { listIds, holder, now });
        const ids = free.map(({ id }) => id);
        if (ids.length === 0) return new Map();
        await trx
          .updateTable('lists')
          .set({
            held_until: sql<number>`${now} + ${sql.lit(lease)}`,
            leases: sql<number>`leases + case when holder = ${holder} then 0 else 1 end`,
            holder,
          })
          .where('id', 'in', ids)
          .execute();
        const next = (list: (typeof free)[number]) =>
          list.leases + (list.holder === holder ? 0 : 1);
        return new Map(free.map((list) => [list.id, next(list)]));
      });
    },
    async release(holder) {
      const query = db.updateTable('lists').set({ held_until: 0 });
      await query.where('holder', '=', holder).execute();
    },
  };
}

interface Wanted {
  readonly listIds: readonly string[];
  readonly holder: string;
  readonly now: RawBuilder<number>;
}

/** In one order, so that two processes don't wait for each other. */
function lockFree(trx: Kysely<Tables>, { listIds, holder, now }: Wanted) {
  return trx
    .selectFrom('lists')
    .select(['id', 'holder', 'leases'])
    .where('id', 'in', listIds)
    .where(({ eb, or }) =>
      or([eb('holder', 'is', null), eb('holder', '=', holder), eb('held_until', '<', now)]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}
