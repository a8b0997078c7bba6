import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { inTransaction } from '../../transaction.ts';
import { freeParts, type JobRow, removeJobs } from './free-parts.ts';
import { JOB_SCHEMA, type JobQueue } from './job-queue.ts';
import { addResolvePart, RESOLVE_LANE } from './new-parts.ts';

/** Batches, or parts, that one look takes care of: the next one goes on. */
const AT_ONCE = 500;

/** What keeps parts and jobs together whatever happened, once a minute by each worker. */
export async function tidyParts(db: Kysely<Tables>, jobs: JobQueue): Promise<void> {
  await jobs.supervise();
  await dropEnded(db, jobs);
  await adoptBatches(db, jobs);
  await giveJobs(db, jobs);
}

/** Parts of batches that were cancelled. */
async function dropEnded(db: Kysely<Tables>, jobs: JobQueue): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<JobRow>`
      delete from batch_parts using batches
      where batches.id = batch_id and batches.status not in ('pending', 'processing')
      returning lane, job_id`.execute(trx);
    await removeJobs(trx, jobs, rows);
  });
}

/** Open batches without any part: those that were copied from another database. */
async function adoptBatches(db: Kysely<Tables>, jobs: JobQueue): Promise<void> {
  await jobs.prepare([RESOLVE_LANE]);
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ batchId: string; teamId: string }>`
      select id as "batchId", team_id as "teamId" from batches
      where status in ('pending', 'processing')
        and not exists (select 1 from batch_parts where batch_id = batches.id)
      order by seq limit ${AT_ONCE} for no key update skip locked`.execute(trx);
    for (const batch of rows) await addResolvePart(trx, jobs, batch);
  });
}

/** Parts that wait although pg-boss has no job for them any more. */
async function giveJobs(db: Kysely<Tables>, jobs: JobQueue): Promise<void> {
  const job = sql.table(`${JOB_SCHEMA}.job`);
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, lane, job_id from batch_parts
        where owner is null and not_before < now() - interval '1 minute'
        order by not_before limit ${AT_ONCE}) as waiting
      where not exists (select 1 from ${job} as job where job.name = waiting.lane
        and job.id = waiting.job_id and job.state in ('created', 'retry', 'active'))`.execute(trx);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const where = sql`owner is null and id = any(${ids}::text[])`;
    await freeParts(trx, jobs, { where, wait: 0 });
  });
}
