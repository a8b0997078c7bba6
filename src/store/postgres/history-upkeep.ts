import { type Kysely, sql } from 'kysely';
import { HISTORY } from '../block-counts/blocks.ts';
import type { HistoryUpkeep } from '../database-parts.ts';
import type { Tables } from '../tables.ts';
import { listPartitions, type Partition } from './partitions.ts';

/** Rows that one sweep deletes at most of a month that stays. */
const SWEEP_ROWS = 5000;

export function historyUpkeep(db: Kysely<Tables>): HistoryUpkeep {
  return {
    async newest() {
      const { rows } = await sql<{ at: number | null }>`
        select max(newest.at) as at from teams, lateral (
          select at from verifications where team_id = teams.id
          order by at desc, seq desc limit 1
        ) as newest`.execute(db);
      return rows[0]?.at ?? undefined;
    },
    async sweep(before) {
      for (const partition of await listPartitions(db)) {
        if (partition.from >= before) return 0;
        const swept =
          partition.until <= before
            ? await dropMonth(db, partition)
            : await deleteRows(db, partition, before);
        if (swept > 0) return swept;
      }
      return 0;
    },
  };
}

/** Readers of the history wait while a month is dropped: not for long, even behind a slow one. */
function dropMonth(db: Kysely<Tables>, { table, until }: Partition): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '3s'`.execute(trx);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(trx);
    await sql`drop table ${sql.table(table)}`.execute(trx);
    // No trigger counts what a table is dropped with. Also of months that an older version dropped.
    await sql`
      delete from block_counts where team_id in (select id from teams)
        and counted = ${HISTORY.name} and start < ${until}`.execute(trx);
    return rows[0]?.count ?? 0;
  });
}

/**
 * By the index of each team: a month has no other by time. The rows are deleted from the whole history, whose
 * trigger counts them; their times choose the month.
 */
async function deleteRows(
  db: Kysely<Tables>,
  { table, from, until }: Partition,
  before: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from verifications where at >= ${from} and at < ${until} and ctid = any(array(
      select old.ctid from teams, lateral (
        select ctid from ${sql.table(table)} where team_id = teams.id and at < ${before}
        limit ${SWEEP_ROWS}
      ) as old limit ${SWEEP_ROWS}
    ))`.execute(db);
  return Number(numAffectedRows);
}
