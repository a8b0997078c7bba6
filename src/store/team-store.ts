import type { Kysely } from 'kysely';
import { isCancellable } from '../contract/batch-state.ts';
import type { BatchRefusal, BatchWithEntries, NewBatch, TeamStore } from '../service/ports.ts';
import type { BatchRecord, Page } from '../service/records.ts';
import { batchesPage } from './batches/batches-page.ts';
import { deleteBatch } from './batches/delete-batch.ts';
import {
  claimKey,
  findEarlierBatch,
  findRequest,
  keepBatchRequest,
  releaseKey,
} from './batches/idempotency-store.ts';
import { endPendingEntries } from './batches/pending-entries.ts';
import { BATCHES } from './block-counts/blocks.ts';
import type { Damage } from './damage.ts';
import type {
  AddressWriters,
  BatchHooks,
  DatabaseParts,
  InsertEntries,
  Overwriting,
} from './database-parts.ts';
import type { EventOutbox } from './deliveries/event-outbox.ts';
import { BATCH_COLUMNS, DAMAGED_ENTRY, toBatch, toEntry } from './rows.ts';
import { countStored, storedBy } from './storage/stored-batches.ts';
import type { Tables } from './tables.ts';
import type { TeamHistory } from './team-history.ts';
import { giveBack } from './teams/reservations.ts';
import { addUsage, exceedsQuota, giveBackUsage } from './teams/usage.ts';
import { inTransaction, lockTeam } from './transaction.ts';
import { isDue, notePortion } from './uploads/list-queue.ts';

interface TeamStoreParts {
  readonly db: Kysely<Tables>;
  readonly durable: Kysely<Tables>;
  readonly damage: Damage;
  readonly outbox: EventOutbox;
  readonly writers: AddressWriters;
  readonly insertEntries: InsertEntries;
  readonly overwriting: Overwriting;
  readonly readAside: DatabaseParts['readAside'];
  readonly history: (teamId: string) => TeamHistory;
  readonly batchHooks?: BatchHooks | undefined;
}

/** A team's batches and history. Every statement is limited to the team. */
export function teamStore(parts: TeamStoreParts, teamId: string): TeamStore {
  const { db, damage, writers, history, overwriting } = parts;
  return {
    reserve: (reservation) => writers.reserve(teamId, reservation),
    giveBack: (reservationId) => giveBack(db, reservationId),
    recordVerification: (verification) => writers.writeHistory({ ...verification, teamId }),
    listVerifications: (page, signal) => listVerifications(history(teamId), page, signal),
    createBatch: (batch) => createBatch(parts, teamId, batch),
    claimKey: (claim) => claimKey(db, teamId, claim),
    releaseKey: (claim) => releaseKey(db, teamId, claim),
    findRequest: (request) => findRequest(db, teamId, request),
    findBatch: (id) => findBatch({ db, damage }, teamId, id),
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
  const { listId = null, portion = null } = batch.list ?? {};
  const { id: job_id, name: job_name, size: job_size } = batch.job ?? NO_JOB;
  const job = { job_id, job_name, job_size };
  const usage = { teamId, month, count };
  const flags = { sandbox: batch.isSandbox ? 1 : 0, no_cache: batch.noCache ? 1 : 0 };
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
        portion,
        ...flags,
      })
      .execute();
    const isKept = !request || (await keepBatchRequest(trx, request, { teamId, batchId: id }));
    if (!isKept) throw new KeyTaken();
    if (batch.list) await notePortion(trx, batch.list);
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

async function openBatches(trx: Kysely<Tables>, teamId: string): Promise<number> {
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
  { db, damage }: Pick<TeamStoreParts, 'db' | 'damage'>,
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
  { db, outbox, batchHooks }: Pick<TeamStoreParts, 'db' | 'outbox' | 'batchHooks'>,
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
