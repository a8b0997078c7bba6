import { sql } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type {
  ClaimedPart,
  OtherOwner,
  PartClaim,
  PartEntry,
  PartQueue,
} from '../../service/parts/part-queue.ts';
import { endPendingEntries, queueDepth } from '../batches.ts';
import type { EventOutbox } from '../database-parts.ts';
import type { Db } from '../tables.ts';
import { giveBackUsage } from '../teams.ts';
import { inTransaction } from '../transaction.ts';

/**
 * Batches of a file as parts: each is one part, whose state is in its row, and waits in the queue of
 * its team. A claim is named after its batch, and its owner tells it from the next one.
 */
export function partQueue({
  db,
  record,
  outbox,
  clock,
}: {
  readonly db: Db;
  readonly record: PartQueue['record'];
  readonly outbox: EventOutbox;
  readonly clock: Pick<Clock, 'now'>;
}): PartQueue {
  return {
    queueOf: (teamId) => teamId,
    waitingQueues: () => waitingTeams(db),
    claim: (wanted) => claim(db, wanted, clock.now()),
    pending: (part) => pending(db, part),
    async held(owner) {
      const query = db.selectFrom('batches').select('id').where('owner', '=', owner);
      return new Set((await query.execute()).map(({ id }) => id));
    },
    async renew(owner) {
      const renewed = db.updateTable('batches').set({ lease_expires_at: leaseFrom(clock.now()) });
      await renewed.where('owner', '=', owner).execute();
    },
    otherOwners: (owner) => otherOwners(db, owner),
    async release(owner) {
      await db.updateTable('batches').set({ owner: null }).where('owner', '=', owner).execute();
    },
    async free(claim, owner) {
      await ofClaim(db, { claim, batchId: claim, owner }).set({ owner: null }).execute();
    },
    record,
    complete: (part) => complete(db, part, outbox),
    retry: (part, wait) => retryAt(db, part, clock.now() + wait),
    fail: (part, error) => fail(db, outbox, { part, error }),
    depth: () => queueDepth(db),
  };
}

/** Its end by the owner's clock. Only a change of it means something. */
function leaseFrom(now: number): number {
  return now + 30_000;
}

/** The longest wait for a next try: a later date was written before the clock was set back. */
const LONGEST_PAUSE_MS = 2 * 60_000;

/** The exact condition of the index `batches_free`: otherwise SQLite does not use it. */
const FREE = sql<boolean>`owner is null and status in ('pending', 'processing')`;

/** Steps from team to team in the index, however many batches each has. */
async function waitingTeams(db: Db): Promise<string[]> {
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

/** The team's oldest free batch. One statement, so that two processes never claim the same one. */
async function claim(
  db: Db,
  { owner, queue }: { readonly owner: string; readonly queue: string },
  now: number,
): Promise<ClaimedPart | undefined> {
  const oldest = db
    .selectFrom('batches')
    .select('seq')
    .where('team_id', '=', queue)
    .where(FREE)
    .where(({ or, eb }) =>
      or([eb('not_before', '<=', now), eb('not_before', '>', now + LONGEST_PAUSE_MS)]),
    )
    .orderBy('seq')
    .limit(1);
  const row = await db
    .updateTable('batches')
    .set({ status: 'processing', owner, lease_expires_at: leaseFrom(now) })
    .where('seq', '=', oldest)
    .returning([
      'id',
      'failures',
      'no_cache',
      'mode',
      sql<number>`total_count - processed_count`.as('size'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, size, failures } = row;
  const part = { claim: id, batchId: id, owner, queue, teamId: queue, work: 'verify' } as const;
  return { ...part, size, failures, noCache: row.no_cache === 1, mode: row.mode };
}

async function otherOwners(db: Db, owner: string): Promise<OtherOwner[]> {
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

const CACHE_KEY = sql<string>`coalesce(nullif(cache_key, ''), email)`;

async function pending(db: Db, { batchId }: PartClaim): Promise<PartEntry[]> {
  return db
    .selectFrom('entries')
    .select(['position', 'email', CACHE_KEY.as('cacheKey')])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'pending')
    .orderBy('position')
    .execute();
}

async function retryAt(db: Db, part: PartClaim, notBefore: number): Promise<void> {
  await ofClaim(db, part)
    .set(({ eb }) => ({ owner: null, not_before: notBefore, failures: eb('failures', '+', 1) }))
    .execute();
}

function complete(db: Db, part: PartClaim, outbox: EventOutbox): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const query = ofClaim(trx, part).set({ status: 'completed', owner: null });
    const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await outbox.batchEnded(trx, part.batchId);
    return true;
  });
}

function fail(
  db: Db,
  outbox: EventOutbox,
  { part, error }: { readonly part: PartClaim; readonly error: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const batch = await ofClaim(trx, part)
      .set({ status: 'failed', owner: null })
      .returning(['team_id', 'month'])
      .executeTakeFirst();
    if (!batch) return;
    const count = await endPendingEntries(trx, part.batchId, { status: 'failed', error });
    await giveBackUsage(trx, { teamId: batch.team_id, month: batch.month, count });
    await outbox.batchEnded(trx, part.batchId);
  });
}

/** An update of the batch while the claim is valid: neither cancelled nor taken over. */
function ofClaim(db: Db, { batchId, owner }: PartClaim) {
  return db
    .updateTable('batches')
    .where('id', '=', batchId)
    .where('owner', '=', owner)
    .where('status', '=', 'processing');
}
