/**
 * Bytes that the batches of a team take, in `team_storage`: counted where a batch is created and where batches are
 * deleted, as the last statement of the transaction, since all that create or delete batches of a team change this row.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const BATCH_BYTES = 300;
/** An address of a batch with its result: 300 without detail, 600 with it (docs/postgresql.md). */
const ENTRY_BYTES = 500;
/** A verification of the history: the same. */
export const HISTORY_BYTES = 500;

interface BatchBytes {
  readonly team_id: string;
  readonly kind: 'batches' | 'sandbox';
  readonly bytes: number;
}

const ROWS = `select id, team_id, case when sandbox = 1 then 'sandbox' else 'batches' end as kind,
  ${BATCH_BYTES} + ${ENTRY_BYTES} * total_count as bytes from batches`;

/** What batches take by team and kind; teams in their order, so that writers wait for each other in one direction. */
export async function storedBy(
  trx: Kysely<Tables>,
  ids: readonly string[],
): Promise<readonly BatchBytes[]> {
  const { rows } = await sql<BatchBytes>`select team_id, kind, cast(sum(bytes) as bigint) as bytes
    from (${sql.raw(ROWS)} where id in (${sql.join(ids)})) as stored
    group by team_id, kind order by team_id, kind`.execute(trx);
  return rows;
}

/** Counts what was created, or with `-1` what was deleted. */
export async function countStored(
  trx: Kysely<Tables>,
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
