import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { ProbeMode } from '../../contract/probe-mode.ts';
import {
  type ClaimedPart,
  MAX_PARTS_OF_PROVIDER,
  type NewPart,
  type OtherOwner,
  type PartClaim,
  type PartEntry,
  type PartQueue,
  type PartWait,
  type WantedPart,
} from '../../service/parts/part-queue.ts';
import { endPendingEntries, queueDepth } from '../batches.ts';
import type { BatchHooks, EventOutbox } from '../database-parts.ts';
import type { Db, Tables } from '../tables.ts';
import { giveBackUsage } from '../teams.ts';
import { inTransaction } from '../transaction.ts';
import { type LockParts, outcomeRecorder } from './address-writers.ts';
import type { HistoryMonths } from './history.ts';
import {
  JOB_SCHEMA,
  JOBS,
  type NewPartJob,
  type PartAttempt,
  type PartData,
  type PartJobs,
  partJobs,
} from './part-jobs.ts';

interface PartQueueParts {
  readonly db: Db;
  readonly jobs: PartJobs;
  readonly record: PartQueue['record'];
  readonly outbox: EventOutbox;
}

/** Parts of batches in PostgreSQL: each is a job of pg-boss, from its batch's creation to its end. */
function partQueue({ db, jobs, record, outbox }: PartQueueParts): PartQueue {
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
  db: Db,
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

async function pending(db: Db, { claim, batchId }: PartClaim): Promise<PartEntry[]> {
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

/** The queue of the look-ups with which a batch begins. */
export const RESOLVE_QUEUE = 'part/resolve';

/** Queues without a bound of their parts: small hosts together, and look-ups. */
const UNBOUND: ReadonlySet<string> = new Set([RESOLVE_QUEUE, 'part/hosts']);

/** Parts in whose reach a team's next one is: teams take turns, so it is not far behind the first. */
const NEXT = 20;

/** Queues with a part that may be fetched now, or with one of another team among the next. */
async function waitingQueues(db: Db, notOf: readonly string[]): Promise<string[]> {
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
  db: Db,
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
  const { rows } = await sql<{ open: number; no_cache: number; mode: ProbeMode }>`
    update ${JOBS} as job set output = jsonb_build_object('owner', ${owner}::text) from batches
    where ${isOf(job)} and batches.id = ${batchId}
    returning total_count - processed_count as open, no_cache, mode`.execute(trx);
  const size = positions?.length ?? rows[0]?.open ?? 0;
  const { no_cache, mode = 'smtp' } = rows[0] ?? {};
  const part = { claim: toClaim(job), batchId, owner, queue, teamId, work, size, failures };
  return { ...part, noCache: no_cache === 1, mode };
}

async function begin(db: Db, batchId: string): Promise<void> {
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
async function deleteSurplus(db: Db): Promise<void> {
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
async function restoreParts(db: Db, jobs: PartJobs): Promise<readonly string[]> {
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

interface OpenedPartQueue {
  readonly parts: PartQueue;
  readonly batchHooks: BatchHooks;
  close(): Promise<void>;
}

/** The parts of a database's batches. Nothing is loaded or connected before it is needed. */
export function openPartQueue({
  db,
  months,
  url,
  outbox,
}: {
  readonly db: Db;
  readonly months: HistoryMonths;
  readonly url: string;
  readonly outbox: EventOutbox;
}): OpenedPartQueue {
  const jobs = partJobs(url);
  const record = outcomeRecorder(db, months, lockParts);
  return {
    parts: partQueue({ db, jobs, record, outbox }),
    batchHooks: {
      prepare: () => jobs.prepare([RESOLVE_QUEUE]),
      created: (trx, batch) => addResolvePart(trx, jobs, batch),
      cancelled: (trx, batchId) => deleteParts(trx, batchId),
    },
    close: () => jobs.close(),
  };
}

interface LockedPart {
  readonly id: string;
  readonly attempt: number;
  readonly seq: number;
  readonly team_id: string;
  readonly month: string;
  readonly has_failed: boolean;
}

/**
 * The parts that are worked on and their batches, locked: none is cancelled or taken over meanwhile.
 * The batches first, as whatever ends one does.
 */
const lockParts: LockParts = async (trx, claims) => {
  const attempts = claims.map(({ claim }) => readClaim(claim));
  const batchIds = claims.map(({ batchId }) => batchId);
  const { rows } = await sql<LockedPart>`
    with open as materialized (
      select id, seq, team_id, month from batches
      where id = any(${batchIds}::text[]) and status = 'processing' order by id for no key update
    )
    select job.id, retry_count as attempt, open.seq, open.team_id, month, data ? 'failures' as has_failed
    from unnest(${attempts.map(({ queue }) => queue)}::text[], ${attempts.map(({ id }) => id)}::uuid[],
        ${attempts.map(({ attempt }) => attempt)}::int[]) as given (queue, id, attempt)
      join ${JOBS} as job on job.name = given.queue and job.id = given.id
        and job.retry_count = given.attempt and job.state = 'active'
      join open on open.id = job.data ->> 'batch'
    order by job.id for no key update of job`.execute(trx);
  const failed = rows.filter(({ has_failed }) => has_failed).map(({ id }) => id);
  if (failed.length > 0) {
    const queues = attempts.map(({ queue }) => queue);
    await sql`
      update ${JOBS} set data = data - 'failures'
      where name = any(${queues}::text[]) and id = any(${failed}::uuid[])`.execute(trx);
  }
  const parts = new Map(rows.map((row) => [`${row.id}:${row.attempt}`, row]));
  return attempts.map(({ id, attempt }) => parts.get(`${id}:${attempt}`));
};

/*
 * A claim is one attempt at a job of pg-boss. Its owner is kept where a job has its output: it is
 * replaced when the attempt ends.
 */

function toClaim({ queue, id, attempt }: PartAttempt): string {
  return `${id}:${attempt}:${queue}`;
}

function readClaim(claim: string): PartAttempt {
  const [id = '', attempt = '', ...queue] = claim.split(':');
  return { id, attempt: Number(attempt), queue: queue.join(':') };
}

/** The condition of an index (job_i7): all parts have a group. */
const ACTIVE = sql`state = 'active' and group_id is not null`;

/** The job of a claim, unless the claim is lost. */
function isOf({ queue, id, attempt }: PartAttempt): RawBuilder<boolean> {
  return sql`job.name = ${queue} and job.id = ${id}::uuid and job.retry_count = ${attempt}
    and job.state = 'active'`;
}

async function attemptsOf(db: Db, owner: string): Promise<PartAttempt[]> {
  const { rows } = await sql<PartAttempt>`
    select name as queue, id, retry_count as attempt from ${JOBS}
    where ${ACTIVE} and output ->> 'owner' = ${owner}`.execute(db);
  return rows;
}

async function otherOwners(db: Db, owner: string): Promise<OtherOwner[]> {
  const { rows } = await sql<OtherOwner>`
    select output ->> 'owner' as owner, max(extract(epoch from heartbeat_on) * 1000) as renewal
    from ${JOBS} where ${ACTIVE} and output ->> 'owner' <> ${owner} group by 1`.execute(db);
  return rows;
}

/** Parts of a queue that are worked on. */
async function countActive(db: Db, queue: string): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    select count(*) as active from ${JOBS} where name = ${queue} and ${ACTIVE}`.execute(db);
  return rows[0]?.active ?? 0;
}

/** What is left of a part whose claim has ended. */
interface EndedPart {
  readonly data: PartData;
  readonly turn: number;
}

/**
 * Takes the part of a claim away; undefined when the claim is lost or the batch has ended. Locks the
 * batch first, as whatever ends it does: so parts that end at once look one after the other whether
 * they are the last.
 */
async function takeAway(
  trx: Transaction<Tables>,
  { claim, batchId }: PartClaim,
): Promise<EndedPart | undefined> {
  const batch = await trx
    .selectFrom('batches')
    .select('id')
    .where('id', '=', batchId)
    .where('status', '=', 'processing')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!batch) return undefined;
  const { rows } = await sql<EndedPart>`
    delete from ${JOBS} as job where ${isOf(readClaim(claim))}
    returning data, -priority as turn`.execute(trx);
  return rows[0];
}

/** Deletes what is left of the parts of a batch that has ended, in the transaction that ends it. */
async function deleteParts(trx: Transaction<Tables>, batchId: string): Promise<void> {
  await sql`
    delete from ${JOBS} where (name, id) in (
      select name, id from ${JOBS} where data ->> 'batch' = ${batchId} order by id for update
    )`.execute(trx);
}

/** The batch that new parts are of. */
interface PartsOwner {
  readonly batchId: string;
  readonly teamId: string;
}

/** The part that a batch is at first: its routes are to be found. */
export async function addResolvePart(
  trx: Transaction<Tables>,
  jobs: PartJobs,
  { batchId, teamId }: PartsOwner,
): Promise<void> {
  const turns = await takeTurns(trx, teamId, new Map([[RESOLVE_QUEUE, 1]]));
  const data = { batch: batchId, team: teamId, work: 'resolve' } as const;
  await jobs.add(trx, RESOLVE_QUEUE, [{ data, turn: turns.get(RESOLVE_QUEUE) ?? 0, wait: 0 }]);
}

/** Parts to be verified. `turn`: that of the part that they were of; absent: they get in line. */
async function addParts(
  trx: Transaction<Tables>,
  jobs: PartJobs,
  given: { readonly batch: PartsOwner; readonly parts: readonly NewPart[]; readonly turn?: number },
): Promise<void> {
  const { batch, parts, turn } = given;
  const queues = Map.groupBy(parts, ({ queue }) => queue);
  const counts = new Map([...queues].map(([queue, own]) => [queue, own.length]));
  const last = turn === undefined ? await takeTurns(trx, batch.teamId, counts) : undefined;
  for (const [queue, own] of queues) {
    const first = (last?.get(queue) ?? 0) - own.length + 1;
    const jobsOf = own.map((part, n) => toJob(batch, part, turn ?? first + n));
    await jobs.add(trx, queue, jobsOf);
  }
}

function toJob({ batchId, teamId }: PartsOwner, part: NewPart, turn: number): NewPartJob {
  const { entries, wait } = part;
  const tries = entries.flatMap(({ position, tries }) =>
    tries === undefined ? [] : [[position, tries] as const],
  );
  const positions = entries.map(({ position }) => position);
  const more = tries.length > 0 ? { tries } : {};
  return { data: { batch: batchId, team: teamId, work: 'verify', positions, ...more }, turn, wait };
}

/**
 * Whose turn it is, by start-time fair queueing: a team's next part comes after its last one, and
 * not before the first part that waits in the queue. So teams take turns however many parts each has,
 * and a team that had none for a while gains nothing by it. Returns the last turn taken in each queue.
 */
async function takeTurns(
  trx: Transaction<Tables>,
  teamId: string,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  // In order of the queues, so that two transactions never wait for each other.
  const queues = [...counts.keys()].sort();
  await sql`
    insert into lane_turns (lane, team_id, turn)
    select queue, ${teamId}, 0 from unnest(${queues}::text[]) as queue order by queue
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ queue: string; turn: number }>`
    update lane_turns set turn = given.parts + greatest(lane_turns.turn, coalesce(
      (select -priority - 1 from ${JOBS} as job where job.name = given.queue
        and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit 1),
      (select max(turn) from lane_turns as others where others.lane = given.queue)))
    from unnest(${queues}::text[], ${queues.map((queue) => counts.get(queue) ?? 0)}::bigint[])
      as given (queue, parts)
    where lane_turns.lane = given.queue and team_id = ${teamId}
    returning lane_turns.lane as queue, lane_turns.turn`.execute(trx);
  return new Map(rows.map(({ queue, turn }) => [queue, turn]));
}
