import { type Kysely, sql } from 'kysely';
import type { ListQueue, OpenList } from '../../service/lists/list-ports.ts';
import { deleteBatches } from '../batches/delete-batches.ts';
import type { EventOutbox } from '../deliveries/event-outbox.ts';
import type { OtherProcesses } from '../other-processes.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { dueRetries, postponeRetry } from './list-retries.ts';
import { endShares } from './list-shares.ts';
import { restoreTaken } from './taken-lists.ts';
import { deleteWatch, endRound, isInRound, type RoundEnd } from './watch-queue.ts';

/** Batches with up to 1000 entries each that one step deletes, so that it never holds the lock for long. */
const BATCHES_A_STEP = 5;

export function listQueue(
  db: Kysely<Tables>,
  outbox: EventOutbox,
  others: OtherProcesses,
): ListQueue {
  return {
    onNews: (listener) => outbox.onBatches(listener),
    isNotified: () => others.isListening(),
    notifyOthers: () => others.notifyChanged(),
    open: () => openLists(db),
    async uncollected(listId) {
      const rows = await db
        .selectFrom('batches')
        .select(['id', 'portion', 'status', 'processed_count'])
        .where('list_id', '=', listId)
        .where('collected', '=', 0)
        .orderBy('portion')
        .execute();
      return rows.map(({ id, portion, status, processed_count }) => ({
        batchId: id,
        portion: portion ?? 0,
        isFinal: status !== 'pending' && status !== 'processing',
        processedCount: processed_count,
      }));
    },
    recordProgress: (listId, { verdicts, judgedBy, size, counts }, { ended = [], lease } = {}) =>
      inTransaction(db, async (trx) => {
        const list = trx
          .updateTable('lists')
          .set({
            verdicts: JSON.stringify(verdicts),
            judged_by: judgedBy,
            size,
            ...(counts && { counts: JSON.stringify(counts) }),
          })
          .where('id', '=', listId);
        const held = lease === undefined ? list : list.where('leases', '=', lease);
        const { numUpdatedRows } = await held.executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n || ended.length === 0) return;
        await trx
          .updateTable('batches')
          .set({ collected: 1 })
          .where('list_id', '=', listId)
          .where('id', 'in', ended)
          .execute();
      }),
    unjudged: (judge, limit) => unjudgedLists(db, judge, limit),
    async recordJudged(listId, { verdicts, judgedBy }) {
      await db
        .updateTable('lists')
        .set({ verdicts: JSON.stringify(verdicts), judged_by: judgedBy })
        .where('id', '=', listId)
        .where('judged_by', '!=', judgedBy)
        .execute();
    },
    async setPortions(listId, portions) {
      await runningList(db, listId).set({ portions }).execute();
    },
    setWait: (listId, wait) =>
      inTransaction(db, async (trx) => {
        await runningList(trx, listId).set({ waits_for: wait }).execute();
        if (wait === 'quota' && !(await isInRound(trx, listId)))
          await outbox.listPaused(trx, listId);
      }),
    dueRetries: (now) => dueRetries(db, now),
    postponeRetry: (listId, until) => postponeRetry(db, listId, until),
    settle: (list, at, round) => settle(db, outbox, { list, at, round }),
    deleteRows: (listId) => deleteRows(db, listId),
    async endAbandoned(before) {
      await db
        .updateTable('lists')
        .set({ status: 'removed', settled: 0 })
        .where('status', '=', 'uploading')
        .where('started_at', '<', before)
        .execute();
      await inTransaction(db, (trx) => restoreTaken(trx, before));
      await runningLists(db)
        .set({ settled: 0 })
        .where('settled', '=', 1)
        .where('started_at', '<', before)
        .execute();
    },
    recordSizes: (sizes) => recordSizes(db, sizes),
    async ids() {
      return new Set((await db.selectFrom('lists').select('id').execute()).map(({ id }) => id));
    },
  };
}

const AT_REST = ['choosing_column', 'completed', 'cancelled'] as const;

async function recordSizes(db: Kysely<Tables>, sizes: ReadonlyMap<string, number>): Promise<void> {
  const noted = await db
    .selectFrom('lists')
    .select(['id', 'size'])
    .where('status', 'in', AT_REST)
    .where('settled', '=', 1)
    .execute();
  for (const { id, size: before } of noted) {
    const size = sizes.get(id);
    if (size === undefined || size === before) continue;
    await db
      .updateTable('lists')
      .set({ size })
      .where('id', '=', id)
      .where('size', '=', before)
      .where('settled', '=', 1)
      .execute();
  }
}

interface Settled {
  readonly list: OpenList;
  readonly at: number;
  readonly round: Omit<RoundEnd, 'at'> | undefined;
}

function settle(
  db: Kysely<Tables>,
  outbox: EventOutbox,
  { list: { id, status, portions }, at, round }: Settled,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const list = trx.updateTable('lists').where('id', '=', id).where('status', '=', status);
    if (status === 'cancelled') {
      await list.set({ settled: 1 }).execute();
      if (round) await endRound(trx, outbox, { listId: id, at, ...round });
    }
    if (status !== 'running') return;
    const { numUpdatedRows } = await list
      .set({ status: 'completed', ended_at: at, waits_for: null, settled: 1 })
      .where('portions', '=', portions)
      .where('sent', '>=', portions)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    if (round) await endRound(trx, outbox, { listId: id, at, ...round });
    else await outbox.listCompleted(trx, id);
  });
}

function runningLists(db: Kysely<Tables>) {
  return db.updateTable('lists').where('status', '=', 'running');
}

function runningList(db: Kysely<Tables>, listId: string) {
  return runningLists(db).where('id', '=', listId);
}

async function openLists(db: Kysely<Tables>): Promise<OpenList[]> {
  const { rows } = await sql<OpenList>`
    select id, team_id as "teamId", status, portions, sent, waits_for as "waitsFor",
      (select count(*) from batches where batches.list_id = lists.id
        and batches.status in ('pending', 'processing')) as open,
      (select coalesce(sum(total_count - processed_count), 0) from batches
        where batches.list_id = lists.id
        and batches.status in ('pending', 'processing')) as waiting,
      (select count(*) from list_rounds where list_rounds.list_id = lists.id
        and ended_at is null and list_rounds.first_portion is not null) as rounds,
      (select quota from teams where teams.id = lists.team_id) as quota
    from lists where settled = 0 order by seq`.execute(db);
  return rows;
}

/** Of teams whose policy is another than that by which the verdicts of a list were counted. */
async function unjudgedLists(db: Kysely<Tables>, judge: string, limit: number) {
  const { rows } = await sql<{ id: string; teamId: string }>`
    select lists.id, lists.team_id as "teamId"
    from lists left join team_policies on team_policies.team_id = lists.team_id
    where lists.status in ('running', 'completed', 'cancelled')
      and lists.judged_by <> coalesce(cast(changed_at as text) || ' ' || ${judge}, '')
    order by lists.seq desc limit ${limit}`.execute(db);
  return rows;
}

function deleteRows(db: Kysely<Tables>, listId: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const batches = await trx
      .selectFrom('batches')
      .select('id')
      .where('list_id', '=', listId)
      .limit(BATCHES_A_STEP)
      .execute();
    if (batches.length > 0) {
      await deleteBatches(
        trx,
        batches.map(({ id }) => id),
      );
      return false;
    }
    await endShares(trx, listId);
    await deleteWatch(trx, listId);
    await trx
      .deleteFrom('lists')
      .where('id', '=', listId)
      .where('status', '=', 'removed')
      .execute();
    return true;
  });
}
