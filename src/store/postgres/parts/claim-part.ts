import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type ClaimedPart, MAX_PARTS_OF_PROVIDER } from '../../../service/part-queue.ts';
import type { Tables } from '../../tables.ts';
import { inTransaction } from '../../transaction.ts';
import type { JobQueue, PartJob } from './job-queue.ts';

/** Lanes without a bound of their parts: small hosts together, and look-ups. */
const UNBOUND: ReadonlySet<string> = new Set(['resolve', 'probe/hosts']);

/** Steps from lane to lane in the index, however many parts each has. */
export async function waitingLanes(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ lane: string }>`
    with recursive waiting(lane, due) as (
      (select lane, not_before from batch_parts where owner is null order by lane, not_before limit 1)
      union all
      select next.lane, next.not_before from waiting, lateral (
        select lane, not_before from batch_parts where owner is null and lane > waiting.lane
        order by lane, not_before limit 1) as next
    )
    select lane from waiting where due <= now()`.execute(db);
  return rows.map(({ lane }) => lane);
}

interface Wanted {
  readonly owner: string;
  readonly queue: string;
}

/** Claims the part of the lane's next job. Jobs whose part is gone are dropped on the way. */
export async function claimPart(
  db: Kysely<Tables>,
  jobs: JobQueue,
  wanted: Wanted,
): Promise<ClaimedPart | undefined> {
  if (await isFull(db, wanted.queue)) return undefined;
  await jobs.prepare([wanted.queue]);
  for (;;) {
    const next = await inTransaction(db, (trx) => claimNext(trx, jobs, wanted));
    if (next !== 'gone') return next;
  }
}

async function isFull(db: Kysely<Tables>, lane: string): Promise<boolean> {
  if (UNBOUND.has(lane)) return false;
  const { rows } = await sql<{ running: number }>`
    select count(*) as running from batch_parts join batches on batches.id = batch_id
    where batch_parts.owner is not null and lane = ${lane}
      and batches.status = 'processing'`.execute(db);
  return (rows[0]?.running ?? 0) >= MAX_PARTS_OF_PROVIDER;
}

async function claimNext(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  { owner, queue: lane }: Wanted,
): Promise<ClaimedPart | 'gone' | undefined> {
  const job = await jobs.next(trx, lane);
  if (!job) return undefined;
  const part = await take(trx, job, owner);
  if (!part) {
    await dropJob(trx, jobs, { job, lane });
    return 'gone';
  }
  if (part.status === 'pending') await begin(trx, part.batchId);
  const { batchId, teamId, claim, work, size, failures } = part;
  return { claim, batchId, owner, queue: lane, teamId, work, size, failures };
}

interface TakenPart extends ClaimedPart {
  readonly status: string;
}

/** A job that is handed out again after its heartbeat was missed takes the part from its owner. */
async function take(
  trx: Transaction<Tables>,
  { id, part }: PartJob,
  owner: string,
): Promise<TakenPart | undefined> {
  const { rows } = await sql<TakenPart>`
    update batch_parts set owner = ${owner}, claim = ${randomUUID()}, renewed_at = clock_timestamp()
    from batches where batch_parts.id = ${part} and job_id = ${id}::uuid
      and batches.id = batch_id and batches.status in ('pending', 'processing')
    returning claim, batch_id as "batchId", batch_parts.team_id as "teamId", work,
      batch_parts.failures, status,
      coalesce(cardinality(positions), total_count - processed_count) as size`.execute(trx);
  return rows[0];
}

async function begin(trx: Transaction<Tables>, batchId: string): Promise<void> {
  await trx
    .updateTable('batches')
    .set({ status: 'processing' })
    .where('id', '=', batchId)
    .where('status', '=', 'pending')
    .execute();
}

/** The part has another job by now, or its batch has ended. */
async function dropJob(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  { job: { id, part }, lane }: { readonly job: PartJob; readonly lane: string },
): Promise<void> {
  await sql`delete from batch_parts where id = ${part} and job_id = ${id}::uuid`.execute(trx);
  await jobs.remove(trx, lane, [id]);
}
