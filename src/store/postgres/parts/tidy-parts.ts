import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../tables.ts';
import { inTransaction } from '../../transaction.ts';
import { deleteParts } from './claims.ts';
import { JOBS } from './job-schema.ts';
import { addResolvePart, type PartsOwner, RESOLVE_QUEUE } from './new-parts.ts';
import type { PartJobs } from './part-jobs.ts';

/** Rows of one step: others have the database in between. */
const AT_ONCE = 1000;

const IS_OPEN = sql`status in ('pending', 'processing')`;

/** Of a batch, unless it has a part that is waited for or worked on. A job that has ended does nothing. */
const HAS_NO_PART = sql`not exists (select 1 from ${JOBS} as job
  where job.data ->> 'batch' = batches.id and job.state in ('created', 'retry', 'active'))`;

/** Deletes parts of batches that have ended: workers would take and free them for ever. */
export async function deleteSurplus(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from ${JOBS} where (name, id) in (
      select name, id from ${JOBS} as job where data ? 'batch' and not exists (
        select 1 from batches where batches.id = job.data ->> 'batch' and ${IS_OPEN})
      limit ${AT_ONCE} for update skip locked)`.execute(db);
}

/**
 * Gives open batches without any part one again, of what has no result: somebody has deleted jobs of
 * pg-boss, or they have ended without their worker. Returns the ids of the batches.
 */
export async function restoreParts(db: Kysely<Tables>, jobs: PartJobs): Promise<readonly string[]> {
  const { rows: lost } = await sql<PartsOwner>`
    select id as "batchId", team_id as "teamId" from batches where ${IS_OPEN} and ${HAS_NO_PART}
    order by seq limit ${AT_ONCE}`.execute(db);
  if (lost.length === 0) return [];
  await jobs.prepare([RESOLVE_QUEUE]);
  const restored: string[] = [];
  for (const batch of lost) {
    if (await inTransaction(db, (trx) => restore(trx, jobs, batch))) restored.push(batch.batchId);
  }
  return restored;
}

/** False where another process was quicker, or the batch has ended. */
async function restore(
  trx: Transaction<Tables>,
  jobs: PartJobs,
  batch: PartsOwner,
): Promise<boolean> {
  const { batchId } = batch;
  const { rows: locked } = await sql`
    select id from batches where id = ${batchId} and ${IS_OPEN}
    for no key update skip locked`.execute(trx);
  if (locked.length === 0) return false;
  // Seen by a statement of its own: who had the lock before may have added a part.
  const { rows } = await sql`
    select id from batches where id = ${batchId} and ${HAS_NO_PART}`.execute(trx);
  if (rows.length === 0) return false;

  await deleteParts(trx, batchId);
  await addResolvePart(trx, jobs, batch);
  return true;
}
