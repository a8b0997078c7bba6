import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type ClaimedPart,
  MAX_PARTS_OF_PROVIDER,
  type NewPart,
  type PartClaim,
  type PartEntry,
  type PartQueue,
  type PartWait,
  type WantedPart,
} from '../../../service/batches/part-queue.ts';
import { endPendingEntries } from '../../batches/pending-entries.ts';
import { queueDepth } from '../../batches/queue-depth.ts';
import type { EventOutbox } from '../../deliveries/event-outbox.ts';
import type { Tables } from '../../tables.ts';
import { giveBackUsage } from '../../teams/usage.ts';
import { inTransaction } from '../../transaction.ts';
import {
  attemptsOf,
  countActive,
  deleteParts,
  isOf,
  otherOwners,
  readClaim,
  takeAway,
  toClaim,
} from './claims.ts';
import { JOB_SCHEMA, JOBS } from './job-schema.ts';
import { addParts, addResolvePart, type PartsOwner, RESOLVE_QUEUE } from './new-parts.ts';
import type { PartData, PartJobs } from './part-jobs.ts';

interface PartQueueParts {
  readonly db: Kysely<Tables>;
  readonly jobs: PartJobs;
  readonly record: PartQueue['record'];
  readonly outbox: EventOutbox;
}

/** Parts of batches in PostgreSQL: each is a job of pg-boss, from its batch's creation to its end. */
export function partQueue({ db, jobs, record, outbox }: PartQueueParts): PartQueue {
  return {
    queueOf: () => RESOLVE_QUEUE,
    waitingQueues: (notOf = []) => waitingQueues(db, notOf),
    claim: (wanted) => claimPart(db, jobs, wanted),
    pending: (part) => pending(db, part),
    held: async (owner) => new Set((await attemptsOf(db, owner)).map(toClaim)),
    renew: async (owner) => jobs.renew(await attemptsOf(db, owner)),
    otherOwners: (owner) => otherOwners(db, owner),
    release: async (owner) => jobs.free(await attemptsOf(db, owner)),
    free: (claim) => jobs.free([readClaim(claim)]),
    record,
    complete: (part) => inTransaction(db, (trx) => complete(trx, outbox, part)),
    retry: (part, wait) => inTransaction(db, (trx) => retry(trx, jobs, { part, wait })),
    fail: (part, error) => inTransaction(db, (trx) => fail(trx, outbox, { part, error })),
    depth: () => queueDepth(db),
    async divide(part, parts) {
      await jobs.prepare(parts.map(({ queue }) => queue));
      await inTransaction(db, (trx) => divide(trx, jobs, { part, parts }));
    },
    waits: (batchIds) => waits(db, batchIds),
    async tidy() {
      await jobs.supervise();
      await deleteSurplus(db);
      return restoreParts(db, jobs);
    },
  };
}

/** By the reason of the last try, the soonest first. */
async function waits(
  db: Kysely<Tables>,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PartWait[]>> {
  const { rows } = await sql<PartWait & { readonly id: string }>`
    select data ->> 'batch' as id, coalesce(data #>> '{tries,0,1,reason}', 'deferred') as reason,
      sum(jsonb_array_length(data -> 'positions')) as count,
      min(extract(epoch from start_after - clock_timestamp()) * 1000) as left
    from ${JOBS} where data ->> 'batch' = any(${batchIds}::text[]) and state < 'active'
      and data ? 'tries' and start_after > clock_timestamp()
    group by 1, 2 order by 4`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}

async function pending(db: Kysely<Tables>, { claim, batchId }: PartClaim): Promise<PartEntry[]> {
  const { rows: parts } = await sql<{ data: PartData }>`
    select data from ${JOBS} as job where ${isOf(readClaim(claim))}`.execute(db);
  const part = parts[0]?.data;
  if (!part) return [];
  const positions = part.positions ? `{${part.positions.join(',')}}` : null;
  const { rows } = await sql<PartEntry>`
    select position, email, coalesce(nullif(cache_key, ''), email) as "cacheKey" from entries
    where batch_id = ${batchId} and status = 'pending'
      and (${positions}::bigint[] is null or position = any(${positions}::bigint[]))
    order by position`.execute(db);
  if (!part.tries) return rows;
  const tries = new Map(part.tries);
  return rows.map((entry) => ({ ...entry, tries: tries.get(entry.position) }));
}

/** Where a part was lost, the batch goes on with what has no result. */
async function complete(
  trx: Transaction<Tables>,
  outbox: EventOutbox,
  part: PartClaim,
): Promise<boolean> {
  if (!(await takeAway(trx, part))) return false;
  const { batchId } = part;
  const { rows } = await sql`
    update batches set status = 'completed'
    where id = ${batchId} and processed_count = total_count
      and not exists (select 1 from ${JOBS} where data ->> 'batch' = ${batchId})
    returning id`.execute(trx);
  if (rows.length === 0) return false;
  await outbox.batchEnded(trx, batchId);
  return true;
}

async function retry(
  trx: Transaction<Tables>,
  jobs: PartJobs,
  { part, wait }: { readonly part: PartClaim; readonly wait: number },
): Promise<void> {
  const ended = await takeAway(trx, part);
  if (!ended) return;
  const { queue } = readClaim(part.claim);
  const failures = (ended.data.failures ?? 0) + 1;
  await jobs.add(trx, queue, [{ data: { ...ended.data, failures }, turn: ended.turn, wait }]);
}

async function divide(
  trx: Transaction<Tables>,
  jobs: PartJobs,
  { part, parts }: { readonly part: PartClaim; readonly parts: readonly NewPart[] },
): Promise<void> {
  const ended = await takeAway(trx, part);
  if (!ended) return;
  const batch = { batchId: part.batchId, teamId: ended.data.team };
  // What is asked again had its turn.
  const turn = ended.data.work === 'verify' ? { turn: ended.turn } : {};
  await addParts(trx, jobs, { batch, parts, ...turn });
}

async function fail(
  trx: Transaction<Tables>,
  outbox: EventOutbox,
  { part, error }: { readonly part: PartClaim; readonly error: string },
): Promise<void> {
  if (!(await takeAway(trx, part))) return;
  const { batchId } = part;
  const { team_id: teamId, month } = await trx
    .updateTable('batches')
    .set({ status: 'failed' })
    .where('id', '=', batchId)
    .returning(['team_id', 'month'])
    .executeTakeFirstOrThrow();
  const count = await endPendingEntries(trx, batchId, { status: 'failed', error });
  await giveBackUsage(trx, { teamId, month, count });
  await deleteParts(trx, batchId);
  await outbox.batchEnded(trx, batchId);
}

/** Queues without a bound of their parts: small hosts together, and look-ups. */
const UNBOUND: ReadonlySet<string> = new Set([RESOLVE_QUEUE, 'part/hosts']);

/** Parts in whose reach a team's next one is: teams take turns, so it is not far behind the first. */
const NEXT = 20;

/** Queues with a part that may be fetched now, or with one of another team among the next. */
async function waitingQueues(db: Kysely<Tables>, notOf: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${JOB_SCHEMA}.queue`)} as queue where name like 'part/%'
      and exists (select 1 from (select group_id from ${JOBS} as job where job.name = queue.name
          and state < 'active' and not blocked and start_after <= now()
          order by priority desc, created_on limit ${notOf.length === 0 ? 1 : NEXT}) as next
        where group_id <> all(${notOf}::text[]))`.execute(db);
  return rows.map(({ name }) => name);
}

/** Claims the part of the queue's next job. */
async function claimPart(
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

/** Rows of one step: others have the database in between. */
const AT_ONCE = 1000;

const IS_OPEN = sql`status in ('pending', 'processing')`;

/** Of a batch, unless it has a part that is waited for or worked on. A job that has ended does nothing. */
const HAS_NO_PART = sql`not exists (select 1 from ${JOBS} as job
  where job.data ->> 'batch' = batches.id and job.state in ('created', 'retry', 'active'))`;

/** Deletes parts of batches that have ended: workers would take and free them for ever. */
async function deleteSurplus(db: Kysely<Tables>): Promise<void> {
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
async function restoreParts(db: Kysely<Tables>, jobs: PartJobs): Promise<readonly string[]> {
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
