import { type Kysely, sql, type Transaction } from 'kysely';
import type {
  NewPart,
  PartClaim,
  PartEntry,
  PartQueue,
  PartWait,
} from '../../../service/batches/part-queue.ts';
import { endPendingEntries } from '../../batches/pending-entries.ts';
import { queueDepth } from '../../batches/queue-depth.ts';
import type { EventOutbox } from '../../deliveries/event-outbox.ts';
import type { Tables } from '../../tables.ts';
import { giveBackUsage } from '../../teams/usage.ts';
import { inTransaction } from '../../transaction.ts';
import { claimPart, waitingQueues } from './claim-part.ts';
import {
  attemptsOf,
  deleteParts,
  isOf,
  otherOwners,
  readClaim,
  takeAway,
  toClaim,
} from './claims.ts';
import { JOBS } from './job-schema.ts';
import { addParts, RESOLVE_QUEUE } from './new-parts.ts';
import type { PartData, PartJobs } from './part-jobs.ts';
import { deleteSurplus, restoreParts } from './tidy-parts.ts';

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

/** Where a part was lost, the batch goes on with what has no result (tidy-parts.ts). */
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
