import { type Kysely, sql } from 'kysely';
import type { BatchQueue, ClaimedBatch, Lease, QueueDepth } from '../service/batch-queue.ts';
import { endPendingEntries } from './pending-entries.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { giveBackExpired } from './reservations.ts';
import type { Tables } from './tables.ts';
import { giveBackUsage } from './usage.ts';

export function batchQueue(db: Kysely<Tables>): BatchQueue {
  return {
    claim: (owner, now, expiresAt) => claim(db, owner, { now, expiresAt }),
    pending: (batchId) => pending(db, batchId),
    async held(owner) {
      const query = db.selectFrom('batches').select('id').where('owner', '=', owner);
      return new Set((await query.execute()).map(({ id }) => id));
    },
    async renew(owner, expiresAt) {
      const renewed = db.updateTable('batches').set({ lease_expires_at: expiresAt });
      await renewed.where('owner', '=', owner).execute();
    },
    async otherOwners(owner) {
      const query = db.selectFrom('batches').select('owner').distinct();
      const rows = await query.where('owner', 'is not', null).where('owner', '!=', owner).execute();
      return rows.map((row) => row.owner as string);
    },
    async release(owner) {
      await db.updateTable('batches').set({ owner: null }).where('owner', '=', owner).execute();
    },
    record: (lease, outcomes, now) => recordOutcomes(db, lease, { outcomes, now }),
    async complete(lease) {
      await ofLease(db, lease).set({ status: 'completed', owner: null }).execute();
    },
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
    fail: (lease, error) => fail(db, lease, error),
  };
}

interface Term {
  readonly now: number;
  readonly expiresAt: number;
}

function claim(db: Kysely<Tables>, owner: string, term: Term): Promise<ClaimedBatch | undefined> {
  return db.transaction().execute(async (trx) => {
    const next = await nextFree(trx, owner, term.now);
    if (!next) return undefined;
    await trx
      .updateTable('batches')
      .set({ status: 'processing', owner, lease_expires_at: term.expiresAt })
      .where('id', '=', next.id)
      .execute();
    await takeTurn(trx, next.team_id);
    return { batchId: next.id, owner, failures: next.failures };
  });
}

function nextFree(trx: Kysely<Tables>, owner: string, now: number) {
  const leasedOfTeam = sql<number>`(
    select count(*) from batches as others
    where others.team_id = batches.team_id
      and others.status = 'processing'
      and others.lease_expires_at > ${now}
      and others.owner is not null
  )`;
  return trx
    .selectFrom('batches')
    .innerJoin('teams', 'teams.id', 'batches.team_id')
    .select(['batches.id', 'team_id', 'failures'])
    .where('status', 'in', ['pending', 'processing'])
    .where(({ or, and, eb }) =>
      or([
        eb('owner', 'is', null),
        and([eb('lease_expires_at', '<=', now), eb('owner', '!=', owner)]),
      ]),
    )
    .where('not_before', '<=', now)
    .orderBy(leasedOfTeam)
    .orderBy('teams.last_turn')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}

/** Puts the team behind all others. */
async function takeTurn(trx: Kysely<Tables>, teamId: string): Promise<void> {
  await trx
    .updateTable('teams')
    .set({ last_turn: sql<number>`(select max(last_turn) + 1 from teams)` })
    .where('id', '=', teamId)
    .execute();
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

function fail(db: Kysely<Tables>, lease: Lease, error: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const batch = await ofLease(trx, lease)
      .set({ status: 'failed', owner: null })
      .returning(['team_id', 'month'])
      .executeTakeFirst();
    if (!batch) return;
    const count = await endPendingEntries(trx, lease.batchId, { status: 'failed', error });
    await giveBackUsage(trx, { teamId: batch.team_id, month: batch.month, count });
  });
}

/** The batch, as long as the lease stands: neither cancelled nor taken over. */
function ofLease(db: Kysely<Tables>, { batchId, owner }: Lease) {
  return db
    .updateTable('batches')
    .where('id', '=', batchId)
    .where('owner', '=', owner)
    .where('status', '=', 'processing');
}
