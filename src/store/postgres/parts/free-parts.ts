import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { JobQueue } from './job-queue.ts';

/** A part's job. */
export interface JobRow {
  readonly lane: string;
  readonly job_id: string;
}

interface FreedPart {
  readonly id: string;
  readonly lane: string;
  readonly turn: number;
  readonly old_job: string;
  readonly job_id: string;
}

interface Freeing {
  /** Which parts. */
  readonly where: RawBuilder<unknown>;
  /** Milliseconds until they may be claimed. */
  readonly wait: number;
  readonly hasFailed?: boolean;
}

/** Ends the claims of parts, and gives each a new job: the old one is of no use to anybody. */
export async function freeParts(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  { where, wait, hasFailed = false }: Freeing,
): Promise<void> {
  const { rows } = await sql<FreedPart>`
    with old as (select id, job_id from batch_parts where ${where} order by id for update)
    update batch_parts set owner = null, claim = null, renewed_at = null,
      job_id = gen_random_uuid(), not_before = now() + ${wait} * interval '1 millisecond',
      failures = failures + ${hasFailed ? 1 : 0}
    from old where batch_parts.id = old.id
    returning batch_parts.id, lane, turn, old.job_id as old_job, batch_parts.job_id`.execute(trx);
  for (const [lane, freed] of Map.groupBy(rows, ({ lane }) => lane)) {
    await jobs.remove(
      trx,
      lane,
      freed.map(({ old_job }) => old_job),
    );
    const renewed = freed.map(({ id, job_id, turn }) => ({
      id: job_id,
      part: id,
      priority: -turn,
      wait,
    }));
    await jobs.add(trx, lane, renewed);
  }
}

export async function removeJobs(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  rows: readonly JobRow[],
): Promise<void> {
  for (const [lane, own] of Map.groupBy(rows, ({ lane }) => lane)) {
    await jobs.remove(
      trx,
      lane,
      own.map(({ job_id }) => job_id),
    );
  }
}
