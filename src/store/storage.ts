import { sql } from 'kysely';
import type { FreeRows, StorageStore, TeamBytes } from '../service/teams/records.ts';
import { HISTORY } from './block-counts.ts';
import { remembered } from './remembered.ts';
import type { Db } from './tables.ts';

/** Counted again each time if there are fewer: a thousandth of a second. */
const MANY_ROWS = 10_000;
/** How long a larger count is taken as current. */
const REMEMBERED_MS = 1000;

export function storageStore(db: Db, teamId: string): StorageStore {
  const find = () => findBytes(db, teamId);
  const recent = remembered(find);
  const counted = new Map<FreeRows, { readonly count: number; readonly until: number }>();
  return {
    find,
    recent: () => recent.get(),
    async rows(of, most) {
      const known = counted.get(of);
      if (known && known.until > performance.now()) return Math.min(known.count, most);
      const count = await countRows(db, teamId, { of, most });
      const until = performance.now() + (count < MANY_ROWS ? 0 : REMEMBERED_MS);
      counted.set(of, { count, until });
      return count;
    },
  };
}

/** By keys alone, however much a team has stored. */
async function findBytes(db: Db, teamId: string): Promise<TeamBytes> {
  const bytesOf = (kind: string) =>
    sql`(select bytes from team_storage where team_id = ${teamId} and kind = ${kind})`;
  const { rows } = await sql<Record<keyof TeamBytes, unknown>>`select
    (select sum(size) from lists where team_id = ${teamId}) as lists,
    ${bytesOf('batches')} as batches,
    ${bytesOf('sandbox')} as sandbox,
    (select sum(count) from block_counts where team_id = ${teamId} and counted = ${HISTORY.name}
      and size = ${sql.lit(HISTORY.coarse)}) as history,
    (select sum(used) from usage where team_id = ${teamId}) as charged,
    (select storage from teams where id = ${teamId}) as "limit"`.execute(db);
  const [found] = rows;
  const limit = found?.limit ?? null;
  return {
    lists: Number(found?.lists ?? 0),
    batches: Number(found?.batches ?? 0),
    sandbox: Number(found?.sandbox ?? 0),
    history: Number(found?.history ?? 0) * HISTORY_BYTES,
    charged: Number(found?.charged ?? 0),
    limit: limit === null ? null : Number(limit),
  };
}

const TABLES: Readonly<Record<FreeRows, string>> = {
  suppressions: 'suppressions',
  requests: 'idempotency_keys',
  messages: 'webhook_deliveries',
  audit: 'audit_log',
  outcomes: 'outcomes',
  imports: 'imports',
};

/** Steps over an index, `most` entries at most. */
async function countRows(
  db: Db,
  teamId: string,
  { of, most }: { readonly of: FreeRows; readonly most: number },
): Promise<number> {
  const ofTeam =
    of === 'messages'
      ? sql`webhook_id in (select id from webhooks where team_id = ${teamId})`
      : sql`team_id = ${teamId}`;
  const { rows } = await sql<{ count: unknown }>`select count(*) as count from
    (select 1 from ${sql.table(TABLES[of])} where ${ofTeam} limit ${most}) as counted`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Bytes that the batches of a team take, in `team_storage`: counted where a batch is created and where batches are
 * deleted, as the last statement of the transaction, since all that create or delete batches of a team change this row.
 */

const BATCH_BYTES = 300;
/** An address of a batch with its result: 300 without detail, 600 with it (docs/postgresql.md). */
const ENTRY_BYTES = 500;
/** A verification of the history: the same. */
const HISTORY_BYTES = 500;

interface BatchBytes {
  readonly team_id: string;
  readonly kind: 'batches' | 'sandbox';
  readonly bytes: number;
}

const ROWS = `select id, team_id, case when sandbox = 1 then 'sandbox' else 'batches' end as kind,
  ${BATCH_BYTES} + ${ENTRY_BYTES} * total_count as bytes from batches`;

/** What batches take by team and kind; teams in their order, so that writers wait for each other in one direction. */
export async function storedBy(trx: Db, ids: readonly string[]): Promise<readonly BatchBytes[]> {
  const { rows } = await sql<BatchBytes>`select team_id, kind, cast(sum(bytes) as bigint) as bytes
    from (${sql.raw(ROWS)} where id in (${sql.join(ids)})) as stored
    group by team_id, kind order by team_id, kind`.execute(trx);
  return rows;
}

/** Counts what was created, or with `-1` what was deleted. */
export async function countStored(
  trx: Db,
  stored: readonly BatchBytes[],
  sign: 1 | -1,
): Promise<void> {
  for (const { bytes, ...key } of stored) {
    await trx
      .insertInto('team_storage')
      .values({ ...key, bytes: sign * Number(bytes) })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'kind']).doUpdateSet(({ ref, eb }) => ({
          bytes: eb('team_storage.bytes', '+', ref('excluded.bytes')),
        })),
      )
      .execute();
  }
}

/** Teams and kinds whose count differs from the rows. One statement, one snapshot. */
export const MISCOUNTED = `select team_id, kind from (
    select team_id, kind, bytes from (${ROWS}) as stored
    union all select team_id, kind, -bytes as bytes from team_storage
  ) as counted group by team_id, kind having sum(bytes) <> 0`;

/** Deletes batches that have ended, with their entries; the history keeps what was verified. */
export async function deleteBatches(trx: Db, ids: readonly string[]): Promise<void> {
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
export function seqOf(trx: Db, ids: readonly string[]) {
  return trx.selectFrom('batches').select('seq').where('id', 'in', ids);
}
