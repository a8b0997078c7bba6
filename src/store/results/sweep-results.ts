import { type Kysely, sql } from 'kysely';
import type { DatabaseParts, Row } from '../database-parts.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

/** Results that one sweep looks at. */
const SWEEP_ROWS = 50_000;
/** Results of one deletion, which bounds how long it holds the write lock. */
const DELETED_ROWS = 500;
/** A younger one may be about to be referred to. */
const LEAST_AGE_MS = 60 * 60_000;

/**
 * Deletes results to which nothing refers. It reads all rows that have one, so that it runs rarely; no index of them
 * by result, which each would pay for. A result goes when two sweeps found it unused: an answer may have
 * left the cache with it on its way into a batch.
 */
export function resultsSweep({
  db,
  readAside,
}: Pick<DatabaseParts, 'db' | 'readAside'>): (now: number) => Promise<number> {
  let unused = new Set<number>();
  return async (now) => {
    const found = (await readAside(selectUnused(now - LEAST_AGE_MS))).map(({ id }) => Number(id));
    const again = found.filter((id) => unused.has(id));
    unused = new Set(found);
    for (let at = 0; at < again.length; at += DELETED_ROWS) {
      const some = again.slice(at, at + DELETED_ROWS);
      await inTransaction(db, (trx) => trx.deleteFrom('results').where('id', 'in', some).execute());
    }
    return again.length;
  };
}

function selectUnused(before: number) {
  return sql<Row>`
    select id from results where created_at < ${before}
    except select result_id from entries
    except select result_id from verifications
    except select result_id from cached_answers
    limit ${SWEEP_ROWS}`;
}

/** Deletes those of these details to which nothing refers, in the caller's transaction. */
export async function deleteUnused(trx: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += DELETED_ROWS) {
    const some = ids.slice(at, at + DELETED_ROWS);
    const used = trx
      .selectFrom('entries')
      .select('result_id')
      .where('result_id', 'in', some)
      .union(trx.selectFrom('verifications').select('result_id').where('result_id', 'in', some))
      .union(trx.selectFrom('cached_answers').select('result_id').where('result_id', 'in', some));
    await trx.deleteFrom('results').where('id', 'in', some).where('id', 'not in', used).execute();
  }
}
