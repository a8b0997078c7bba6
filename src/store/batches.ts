import { sql } from 'kysely';
import { isCancellable, isFinal } from '../contract/batch-state.ts';
import type { EntryOutcome, QueueDepth } from '../service/parts/part-queue.ts';
import type {
  BatchDeletion,
  BatchRefusal,
  BatchWithEntries,
  NewBatch,
  TeamStore,
} from '../service/ports.ts';
import type { BatchRecord, Page } from '../service/records.ts';
import {
  BATCHES,
  type Counted,
  conditionOf,
  inFineBlock,
  stepsInBlock,
  withFineBlock,
} from './block-counts.ts';
import type { DatabaseParts, Overwriting, Row } from './database-parts.ts';
import type { TeamHistory } from './history.ts';
import {
  claimKey,
  findEarlierBatch,
  findRequest,
  keepBatchRequest,
  releaseKey,
} from './idempotency.ts';
import { isDue, noteSent } from './lists/list-queue.ts';
import { BATCH_COLUMNS, type BatchColumns, DAMAGED_ENTRY, toBatch, toEntry } from './rows.ts';
import { countStored, deleteBatches, storedBy } from './storage.ts';
import type { Db } from './tables.ts';
import { addUsage, exceedsQuota, giveBack, giveBackUsage } from './teams.ts';
import { inTransaction, lockTeam } from './transaction.ts';

interface TeamStoreParts extends DatabaseParts {
  readonly history: (teamId: string) => TeamHistory;
}

/** A team's batches and history. Every statement is limited to the team. */
export function teamStore(parts: TeamStoreParts, teamId: string): TeamStore {
  const { db, writers, history, overwriting } = parts;
  return {
    reserve: (reservation) => writers.reserve(teamId, reservation),
    giveBack: (reservationId) => giveBack(db, reservationId),
    recordVerification: (verification) => writers.writeHistory({ ...verification, teamId }),
    listVerifications: (page, signal) => listVerifications(history(teamId), page, signal),
    createBatch: (batch) => createBatch(parts, teamId, batch),
    claimKey: (claim) => claimKey(db, teamId, claim),
    releaseKey: (claim) => releaseKey(db, teamId, claim),
    findRequest: (request) => findRequest(db, teamId, request),
    findBatch: (id) => findBatch(parts, teamId, id),
    listBatches: (page) => batchesPage(parts, { teamId, counted: BATCHES }, page),
    cancelBatch: (id) => cancelBatch(parts, teamId, id),
    deleteBatch: (id) => deleteBatch(db, overwriting, { teamId, id }),
  };
}

/** Survives a power cut: the sender relies on a batch that was answered with 200. */
async function createBatch(
  parts: TeamStoreParts,
  teamId: string,
  batch: NewBatch,
): Promise<BatchRecord | BatchRefusal> {
  const { durable, insertEntries, batchHooks } = parts;
  const { id, month, createdAt, entries, request, maxOpen = Number.POSITIVE_INFINITY } = batch;
  const count = entries.reduce((sum, { cost }) => sum + cost, 0);
  const totals = { total_count: entries.length, processed_count: 0 };
  const row = { id, status: 'pending', created_at: createdAt, ...totals } as const;
  const { listId = null, first: place = null } = batch.list ?? {};
  const { id: job_id, name: job_name, size: job_size } = batch.job ?? NO_JOB;
  const job = { job_id, job_name, job_size };
  const usage = { teamId, month, count };
  const flags = {
    sandbox: batch.isSandbox ? 1 : 0,
    no_cache: batch.noCache ? 1 : 0,
    mode: batch.mode,
  };
  await batchHooks?.prepare();
  const created = inTransaction(durable, async (trx) => {
    await lockTeam(trx, teamId);
    const earlier = request && (await findEarlierBatch(trx, teamId, request));
    if (earlier) return earlier;
    if (batch.list && !(await isDue(trx, teamId, batch.list))) return 'not_due';
    if ((await openBatches(trx, teamId)) >= maxOpen) return 'too_many_batches';
    if (await exceedsQuota(trx, usage)) return 'over_quota';
    await trx
      .insertInto('batches')
      .values({
        ...row,
        ...FREE,
        ...job,
        team_id: teamId,
        month,
        list_id: listId,
        place,
        ...flags,
      })
      .execute();
    const isKept = !request || (await keepBatchRequest(trx, request, { teamId, batchId: id }));
    if (!isKept) throw new KeyTaken();
    if (batch.list) await noteSent(trx, batch.list);
    await insertEntries(trx, batch);
    await batchHooks?.created(trx, { batchId: id, teamId });
    // Last, since all writers of the team change these rows.
    if (!(await addUsage(trx, usage))) throw new OverQuota();
    await countStored(trx, await storedBy(trx, [id]), 1);
    return toBatch(row);
  });
  return created.catch((error) => {
    if (error instanceof OverQuota) return 'over_quota';
    if (error instanceof KeyTaken) return createBatch(parts, teamId, batch);
    throw error;
  });
}

/** Rolls back a batch: others have used up the quota meanwhile. */
class OverQuota extends Error {
  override readonly name = 'OverQuota';
}

/** Rolls back a batch: a verification took its Idempotency-Key after it was looked up. */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

async function openBatches(trx: Db, teamId: string): Promise<number> {
  const { open } = await trx
    .selectFrom('batches')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('status', 'in', ['pending', 'processing'])
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return open;
}

const NO_JOB = { id: null, name: null, size: null };

const FREE = { owner: null, lease_expires_at: 0, not_before: 0, failures: 0 };

/** One statement, so that counts and entries are consistent. */
async function findBatch(
  { db, damage }: DatabaseParts,
  teamId: string,
  id: string,
): Promise<BatchWithEntries | undefined> {
  const rows = await db
    .selectFrom('batches')
    .innerJoin('entries', 'entries.batch_id', 'batches.id')
    .select(BATCH_COLUMNS)
    .leftJoin('results', 'results.id', 'entries.result_id')
    .select(['position', 'email', 'cache_key', 'entries.status as entry_status', 'error'])
    .select(['result_id', 'checked_at', 'results.text as result'])
    .where('batches.id', '=', id)
    .where('team_id', '=', teamId)
    .orderBy('position')
    .execute();
  const entries = rows.map((row) => {
    const entry = toEntry(id, row);
    if (entry.error === DAMAGED_ENTRY) damage.report('batch_entry');
    return entry;
  });
  return rows[0] && { batch: toBatch(rows[0]), entries };
}

async function listVerifications(history: TeamHistory, page: Page, signal?: AbortSignal) {
  const rows = await history.page(page, signal);
  return rows.map(({ at: _, ...verification }) => verification);
}

function cancelBatch(
  { db, outbox, batchHooks }: DatabaseParts,
  teamId: string,
  id: string,
): Promise<{ cancelled: boolean; batch: BatchRecord } | undefined> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('batches')
      .select([...BATCH_COLUMNS, 'month'])
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    const batch = toBatch(row);
    if (!isCancellable(batch.status)) return { cancelled: false, batch };
    await trx
      .updateTable('batches')
      .set({ status: 'cancelled', owner: null })
      .where('id', '=', id)
      .execute();
    await batchHooks?.cancelled(trx, id);
    const count = await endPendingEntries(trx, id, { status: 'cancelled', error: null });
    await giveBackUsage(trx, { teamId, month: row.month, count });
    await outbox.batchEnded(trx, id);
    return { cancelled: true, batch: { ...batch, status: 'cancelled' } };
  });
}

interface TeamBatches {
  readonly teamId: string;
  readonly counted: Counted;
}

/**
 * A page of a team's batches, newest first: one statement, so that counts and batches fit each other. The first is
 * read at once, without a thread: those who wait for a batch ask for it again and again.
 */
export async function batchesPage(
  { db, readAside }: DatabaseParts,
  { teamId, counted }: TeamBatches,
  { limit, skip }: Page,
): Promise<BatchRecord[]> {
  const own = sql`from batches where team_id = ${teamId} and ${sql.raw(conditionOf(counted) ?? 'true')}`;
  const newest = sql`order by seq desc`;
  const first = sql`${withFineBlock(counted, { teamId, skip })}, first_row as (
      select seq ${own} and ${inFineBlock(counted)} ${newest} limit 1 offset ${stepsInBlock(skip)}
    )`;
  const columns = sql`select id, status, total_count, processed_count, created_at ${own}`;
  const rows =
    skip === 0
      ? (await sql<Row>`${columns} ${newest} limit ${limit}`.execute(db)).rows
      : await readAside(
          sql`${first} ${columns} and seq <= (select seq from first_row) ${newest} limit ${limit}`,
        );
  return rows.map((row) => toBatch(row as unknown as BatchColumns));
}

interface OwnBatch {
  readonly teamId: string;
  readonly id: string;
}

/** Deletes a team's ended batch, its entries and its part of the history, and overwrites them. */
async function deleteBatch(
  db: Db,
  overwriting: Overwriting,
  { teamId, id }: OwnBatch,
): Promise<BatchDeletion | undefined> {
  const outcome = await inTransaction(db, async (trx) => {
    await lockTeam(trx, teamId);
    const batch = await trx
      .selectFrom('batches')
      .select(['seq', 'status', 'list_id'])
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .forUpdate()
      .executeTakeFirst();
    if (!batch) return undefined;
    if (!isFinal(batch.status)) return 'open';
    if (batch.list_id !== null) return 'of_list';
    await overwriting.begin(trx);
    // First, as where a verification with a key is recorded: both count what they change, in one order.
    await trx.deleteFrom('idempotency_keys').where('batch_id', '=', id).execute();
    await trx.deleteFrom('verifications').where('batch', '=', batch.seq).execute();
    await deleteBatches(trx, [id]);
    return 'deleted';
  });
  if (outcome === 'deleted') await overwriting.end(db);
  return outcome;
}

interface EntryEnd {
  readonly status: 'cancelled' | 'failed';
  readonly error: string | null;
}

/** Ends the pending entries of a batch, and returns their reserved cost. */
export async function endPendingEntries(trx: Db, batchId: string, end: EntryEnd): Promise<number> {
  const { cost } = await trx
    .selectFrom('entries')
    .select(({ fn }) => fn.sum<number | null>('cost').as('cost'))
    .where('batch_id', '=', batchId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('entries')
    .set(end)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'pending')
    .execute();
  return Number(cost ?? 0);
}

interface SettledCost {
  /** What is given back in any case. */
  readonly givenBack: number;
  /** What is given back unless the team is charged for what can't be decided. */
  readonly undecided: number;
}

/** Where the verification ran, the first entry is charged; all others give their cost back. */
export function settleCost(
  { charged, result }: EntryOutcome,
  entries: readonly { readonly cost: number }[],
): SettledCost {
  const all = entries.reduce((sum, { cost }) => sum + cost, 0);
  const ran = charged ? (entries[0]?.cost ?? 0) : 0;
  return { givenBack: all - ran, undecided: result.decided ? 0 : ran };
}

export async function queueDepth(db: Db): Promise<QueueDepth> {
  const rows = await db
    .selectFrom('batches')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('batches'),
      fn.sum<number>(sql`total_count - processed_count`).as('addresses'),
    ])
    .where('status', 'in', ['pending', 'processing'])
    .groupBy('status')
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status);
  return {
    pendingBatches: of('pending')?.batches ?? 0,
    processingBatches: of('processing')?.batches ?? 0,
    addresses: rows.reduce((sum, { addresses }) => sum + addresses, 0),
  };
}
