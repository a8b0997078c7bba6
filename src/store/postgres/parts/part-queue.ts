import { type Kysely, sql, type Transaction } from 'kysely';
import type {
  NewPart,
  OtherOwner,
  PartClaim,
  PartEntry,
  PartQueue,
  PartWait,
} from '../../../service/part-queue.ts';
import { endPendingEntries } from '../../batches/pending-entries.ts';
import { queueDepth } from '../../batches/queue-depth.ts';
import type { EventOutbox } from '../../deliveries/event-outbox.ts';
import type { Tables } from '../../tables.ts';
import { giveBackUsage } from '../../teams/usage.ts';
import { inTransaction } from '../../transaction.ts';
import { claimPart, waitingLanes } from './claim-part.ts';
import { freeParts, type JobRow, removeJobs } from './free-parts.ts';
import type { JobQueue } from './job-queue.ts';
import { addParts, RESOLVE_LANE } from './new-parts.ts';
import { tidyParts } from './tidy-parts.ts';

interface PartQueueParts {
  readonly db: Kysely<Tables>;
  readonly jobs: JobQueue;
  readonly record: PartQueue['record'];
  readonly outbox: EventOutbox;
}

/** Parts of batches in PostgreSQL. pg-boss says which one is next; what a claim may write is ours. */
export function partQueue({ db, jobs, record, outbox }: PartQueueParts): PartQueue {
  const ending = { jobs, outbox };
  return {
    queueOf: () => RESOLVE_LANE,
    waitingQueues: () => waitingLanes(db),
    claim: (wanted) => claimPart(db, jobs, wanted),
    pending: (part) => pending(db, part),
    held: (owner) => held(db, owner),
    renew: (owner) => renew(db, jobs, owner),
    otherOwners: (owner) => otherOwners(db, owner),
    release: (owner) =>
      inTransaction(db, (trx) => freeParts(trx, jobs, { where: sql`owner = ${owner}`, wait: 0 })),
    free: (claim) =>
      inTransaction(db, (trx) => freeParts(trx, jobs, { where: sql`claim = ${claim}`, wait: 0 })),
    record,
    complete: (part) => inTransaction(db, (trx) => end(trx, ending, part)),
    retry: ({ claim }, wait) =>
      inTransaction(db, (trx) =>
        freeParts(trx, jobs, { where: sql`claim = ${claim}`, wait, hasFailed: true }),
      ),
    fail: (part, error) => inTransaction(db, (trx) => fail(trx, ending, { part, error })),
    async divide(part, parts) {
      await jobs.prepare(parts.map(({ queue }) => queue));
      await inTransaction(db, (trx) => divide(trx, jobs, { part, parts }));
    },
    waits: (batchIds) => waits(db, batchIds),
    depth: () => queueDepth(db),
    tidy: () => tidyParts(db, jobs),
  };
}

/** By the reason of the last try, the soonest first. */
async function waits(
  db: Kysely<Tables>,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PartWait[]>> {
  const { rows } = await sql<PartWait & { readonly id: string }>`
    select batch_id as id, coalesce(tries::json #>> '{0,1,reason}', 'deferred') as reason,
      sum(cardinality(positions)) as count,
      min(extract(epoch from not_before - clock_timestamp()) * 1000) as left
    from batch_parts where batch_id = any(${batchIds}::text[]) and owner is null
      and tries is not null and not_before > clock_timestamp()
    group by 1, 2 order by 4`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}

interface StoredPart {
  readonly positions: string[] | null;
  readonly tries: string | null;
}

async function pending(db: Kysely<Tables>, { claim, batchId }: PartClaim): Promise<PartEntry[]> {
  const { rows: parts } = await sql<StoredPart>`
    select positions, tries from batch_parts where claim = ${claim}`.execute(db);
  const part = parts[0];
  if (!part) return [];
  const { rows } = await sql<PartEntry>`
    select position, email, cache_key as "cacheKey" from entries
    where batch_id = ${batchId} and status = 'pending'
      and (${part.positions}::bigint[] is null or position = any(${part.positions}::bigint[]))
    order by position`.execute(db);
  if (part.tries === null) return rows;
  const tries = new Map(JSON.parse(part.tries) as [number, unknown][]);
  return rows.map((entry) => ({ ...entry, tries: tries.get(entry.position) }));
}

async function held(db: Kysely<Tables>, owner: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ claim: string }>`
    select claim from batch_parts join batches on batches.id = batch_parts.batch_id
    where batch_parts.owner = ${owner} and batches.status = 'processing'`.execute(db);
  return new Set(rows.map(({ claim }) => claim));
}

/** Locks in the order in which others free parts. */
async function renew(db: Kysely<Tables>, jobs: JobQueue, owner: string): Promise<void> {
  const { rows } = await sql<JobRow>`
    with own as (
      select id from batch_parts where owner = ${owner} order by id for no key update)
    update batch_parts set renewed_at = clock_timestamp() from own where batch_parts.id = own.id
    returning lane, job_id`.execute(db);
  for (const [lane, ids] of Map.groupBy(rows, ({ lane }) => lane)) {
    await jobs.renew(
      lane,
      ids.map(({ job_id }) => job_id),
    );
  }
}

async function otherOwners(db: Kysely<Tables>, owner: string): Promise<OtherOwner[]> {
  const { rows } = await sql<OtherOwner>`
    select owner, max(extract(epoch from renewed_at) * 1000) as renewal from batch_parts
    where owner is not null and owner <> ${owner} group by owner`.execute(db);
  return rows;
}

interface EndedPart {
  readonly lane: string;
  readonly job_id: string;
  readonly team_id: string;
  readonly work: string;
  readonly turn: number;
}

/** Takes the part of a claim away, with its job; undefined when the claim is lost. */
async function takeAway(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  { claim }: PartClaim,
): Promise<EndedPart | undefined> {
  const { rows } = await sql<EndedPart>`
    delete from batch_parts where claim = ${claim}
    returning lane, job_id, team_id, work, turn`.execute(trx);
  await removeJobs(trx, jobs, rows);
  return rows[0];
}

/** Locks the batch: parts that end at once look one after the other whether they are the last. */
async function lockOpenBatch(trx: Transaction<Tables>, batchId: string): Promise<boolean> {
  const batch = await trx
    .selectFrom('batches')
    .select('id')
    .where('id', '=', batchId)
    .where('status', '=', 'processing')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return batch !== undefined;
}

type Ending = Pick<PartQueueParts, 'jobs' | 'outbox'>;

async function end(
  trx: Transaction<Tables>,
  { jobs, outbox }: Ending,
  part: PartClaim,
): Promise<boolean> {
  if (!(await takeAway(trx, jobs, part))) return false;
  if (!(await lockOpenBatch(trx, part.batchId))) return false;
  const { rows } = await sql<{ id: string }>`
    update batches set status = 'completed' where id = ${part.batchId}
      and not exists (select 1 from batch_parts where batch_id = ${part.batchId})
    returning id`.execute(trx);
  if (rows.length === 0) return false;
  await outbox.batchEnded(trx, part.batchId);
  return true;
}

async function divide(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  { part, parts }: { readonly part: PartClaim; readonly parts: readonly NewPart[] },
): Promise<void> {
  const ended = await takeAway(trx, jobs, part);
  if (!ended || !(await lockOpenBatch(trx, part.batchId))) return;
  const batch = { batchId: part.batchId, teamId: ended.team_id };
  // What is asked again had its turn.
  const turn = ended.work === 'verify' ? { turn: ended.turn } : {};
  await addParts(trx, jobs, { batch, parts, ...turn });
}

async function fail(
  trx: Transaction<Tables>,
  { jobs, outbox }: Ending,
  { part, error }: { readonly part: PartClaim; readonly error: string },
): Promise<void> {
  if (!(await takeAway(trx, jobs, part))) return;
  const { batchId } = part;
  const batch = await trx
    .updateTable('batches')
    .set({ status: 'failed', owner: null })
    .where('id', '=', batchId)
    .where('status', '=', 'processing')
    .returning(['team_id', 'month'])
    .executeTakeFirst();
  if (!batch) return;
  const count = await endPendingEntries(trx, batchId, { status: 'failed', error });
  await giveBackUsage(trx, { teamId: batch.team_id, month: batch.month, count });
  const { rows } = await sql<JobRow>`
    delete from batch_parts where batch_id = ${batchId} returning lane, job_id`.execute(trx);
  await removeJobs(trx, jobs, rows);
  await outbox.batchEnded(trx, batchId);
}
