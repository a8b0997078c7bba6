import { type Kysely, sql } from 'kysely';
import type {
  BatchQueue,
  Claim,
  ClaimedBatch,
  Lease,
  OtherOwner,
  QueueDepth,
} from '../../service/batch-queue.ts';
import type { EventOutbox } from '../deliveries/event-outbox.ts';
import type { Tables } from '../tables.ts';
import { giveBackExpired } from '../teams/reservations.ts';
import { giveBackUsage } from '../teams/usage.ts';
import { inTransaction } from '../transaction.ts';
import { endPendingEntries } from './pending-entries.ts';

export function batchQueue(
  db: Kysely<Tables>,
  record: BatchQueue['record'],
  outbox: EventOutbox,
): BatchQueue {
  return {
    waitingTeams: () => waitingTeams(db),
    claim: (wanted, now) => claim(db, wanted, now),
    pending: (batchId) => pending(db, batchId),
    async held(owner) {
      const query = db.selectFrom('batches').select('id').where('owner', '=', owner);
      return new Set((await query.execute()).map(({ id }) => id));
    },
    async renew(owner, now) {
      const renewed = db.updateTable('batches').set({ lease_expires_at: now + LEASE_MS });
      await renewed.where('owner', '=', owner).execute();
    },
    otherOwners: (owner) => otherOwners(db, owner),
    async release(owner) {
      await db.updateTable('batches').set({ owner: null }).where('owner', '=', owner).execute();
    },
    record,
    complete: (lease) => complete(db, lease, outbox),
    async retry(lease, notBefore) {
      await ofLease(db, lease)
        .set(({ eb }) => ({
          owner: null,
          not_before: notBefore,
          failures: eb('failures', '+', 1),
        }))
        .execute();
    },
    depth: () => depth(db),
    giveBackExpired: (now) => giveBackExpired(db, now),
    fail: (lease, error) => fail(db, outbox, { lease, error }),
  };
}

/** Processes of an older version take the date itself for the end of the lease. */
const LEASE_MS = 30_000;
/** The longest wait for a next try: a later date was written before the clock was set back. */
const LONGEST_PAUSE_MS = 2 * 60_000;

/** The exact condition of the index `batches_free`: otherwise SQLite does not use it. */
const FREE = sql<boolean>`owner is null and status in ('pending', 'processing')`;

/** Steps from team to team in the index, however many batches each has. */
async function waitingTeams(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ team_id: string }>`
    select team_id from (
      with recursive teams_waiting(team_id) as (
        select min(team_id) from batches where ${FREE}
        union all
        select (select min(team_id) from batches where ${FREE} and team_id > teams_waiting.team_id)
        from teams_waiting where team_id is not null
      )
      select team_id from teams_waiting where team_id is not null
    ) as waiting`.execute(db);
  return rows.map(({ team_id }) => team_id);
}

/** One statement, and a row lock, so that two processes never claim the same batch. */
async function claim(
  db: Kysely<Tables>,
  { owner, teamId }: Claim,
  now: number,
): Promise<ClaimedBatch | undefined> {
  const oldest = db
    .selectFrom('batches')
    .select('seq')
    .where('team_id', '=', teamId)
    .where(FREE)
    .where(({ or, eb }) =>
      or([eb('not_before', '<=', now), eb('not_before', '>', now + LONGEST_PAUSE_MS)]),
    )
    .orderBy('seq')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const row = await db
    .updateTable('batches')
    .set({ status: 'processing', owner, lease_expires_at: now + LEASE_MS })
    .where('seq', '=', oldest)
    .returning(['id', 'failures', sql<number>`total_count - processed_count`.as('size')])
    .executeTakeFirst();
  return row && { batchId: row.id, owner, teamId, size: row.size, failures: row.failures };
}

async function otherOwners(db: Kysely<Tables>, owner: string): Promise<OtherOwner[]> {
  const rows = await db
    .selectFrom('batches')
    .select(({ fn, ref }) => [
      ref('owner').$castTo<string>().as('owner'),
      fn.max('lease_expires_at').as('renewal'),
    ])
    .where('owner', 'is not', null)
    .where('owner', '!=', owner)
    .groupBy('owner')
    .execute();
  return rows;
}

async function depth(db: Kysely<Tables>): Promise<QueueDepth> {
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

async function pending(db: Kysely<Tables>, batchId: string) {
  const rows = await db
    .selectFrom('entries')
    .select(['position', 'email', 'cache_key'])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'pending')
    .orderBy('position')
    .execute();
  return rows.map(({ position, email, cache_key }) => ({ position, email, cacheKey: cache_key }));
}

function complete(db: Kysely<Tables>, lease: Lease, outbox: EventOutbox): Promise<void> {
  return inTransaction(db, async (trx) => {
    const query = ofLease(trx, lease).set({ status: 'completed', owner: null });
    const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await outbox.batchEnded(trx, lease.batchId);
  });
}

interface BatchFailure {
  readonly lease: Lease;
  readonly error: string;
}

function fail(
  db: Kysely<Tables>,
  outbox: EventOutbox,
  { lease, error }: BatchFailure,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const batch = await ofLease(trx, lease)
      .set({ status: 'failed', owner: null })
      .returning(['team_id', 'month'])
      .executeTakeFirst();
    if (!batch) return;
    const count = await endPendingEntries(trx, lease.batchId, { status: 'failed', error });
    await giveBackUsage(trx, { teamId: batch.team_id, month: batch.month, count });
    await outbox.batchEnded(trx, lease.batchId);
  });
}

/** An update of the batch while the lease is valid: neither cancelled nor taken over. */
function ofLease(db: Kysely<Tables>, { batchId, owner }: Lease) {
  return db
    .updateTable('batches')
    .where('id', '=', batchId)
    .where('owner', '=', owner)
    .where('status', '=', 'processing');
}
