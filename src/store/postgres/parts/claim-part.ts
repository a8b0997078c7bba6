import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type ClaimedPart,
  MAX_PARTS_OF_PROVIDER,
  type WantedPart,
} from '../../../service/batches/part-queue.ts';
import type { Tables } from '../../tables.ts';
import { inTransaction } from '../../transaction.ts';
import { countActive, isOf, toClaim } from './claims.ts';
import { JOB_SCHEMA, JOBS } from './job-schema.ts';
import { RESOLVE_QUEUE } from './new-parts.ts';
import type { PartJobs } from './part-jobs.ts';

/** Queues without a bound of their parts: small hosts together, and look-ups. */
const UNBOUND: ReadonlySet<string> = new Set([RESOLVE_QUEUE, 'part/hosts']);

/** Parts in whose reach a team's next one is: teams take turns, so it is not far behind the first. */
const NEXT = 20;

/** Queues with a part that may be fetched now, or with one of another team among the next. */
export async function waitingQueues(
  db: Kysely<Tables>,
  notOf: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${JOB_SCHEMA}.queue`)} as queue where name like 'part/%'
      and exists (select 1 from (select group_id from ${JOBS} as job where job.name = queue.name
          and state < 'active' and not blocked and start_after <= now()
          order by priority desc, created_on limit ${notOf.length === 0 ? 1 : NEXT}) as next
        where group_id <> all(${notOf}::text[]))`.execute(db);
  return rows.map(({ name }) => name);
}

/** Claims the part of the queue's next job. */
export async function claimPart(
  db: Kysely<Tables>,
  jobs: PartJobs,
  wanted: WantedPart,
): Promise<ClaimedPart | undefined> {
  const { queue } = wanted;
  if (!UNBOUND.has(queue) && (await countActive(db, queue)) >= MAX_PARTS_OF_PROVIDER) {
    return undefined;
  }
  await jobs.prepare([queue]);
  const part = await inTransaction(db, (trx) => claimNext(trx, jobs, wanted));
  // Apart: what ends a batch locks it before its jobs.
  if (part?.work === 'resolve') await begin(db, part.batchId);
  return part;
}

async function claimNext(
  trx: Transaction<Tables>,
  jobs: PartJobs,
  { owner, queue, notOf }: WantedPart,
): Promise<ClaimedPart | undefined> {
  const job = await jobs.next(trx, queue, notOf);
  if (!job) return undefined;
  const { batch: batchId, team: teamId, work, positions, failures = 0 } = job.data;
  const { rows } = await sql<{ open: number; no_cache: number }>`
    update ${JOBS} as job set output = jsonb_build_object('owner', ${owner}::text) from batches
    where ${isOf(job)} and batches.id = ${batchId}
    returning total_count - processed_count as open, no_cache`.execute(trx);
  const size = positions?.length ?? rows[0]?.open ?? 0;
  const noCache = rows[0]?.no_cache === 1;
  return { claim: toClaim(job), batchId, owner, queue, teamId, work, size, failures, noCache };
}

async function begin(db: Kysely<Tables>, batchId: string): Promise<void> {
  await db
    .updateTable('batches')
    .set({ status: 'processing' })
    .where('id', '=', batchId)
    .where('status', '=', 'pending')
    .execute();
}
