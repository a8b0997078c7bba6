import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  ListFolderIds,
  ListLeases,
  ListQueue,
  OpenList,
} from '../../service/lists/list-ports.ts';
import type { ListRange } from '../../service/ports.ts';
import { LISTS_WITH_FILES } from '../checks.ts';
import type { DatabaseParts, EventOutbox, OtherProcesses } from '../database-parts.ts';
import { deleteBatches } from '../storage.ts';
import type { ListState, Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import * as states from './list-states.ts';
import { deleteWatch, endRound, isInRound, type RoundEnd } from './list-watches.ts';

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
        .select(['id', 'place', 'status', 'processed_count'])
        .where('list_id', '=', listId)
        .where('collected', '=', 0)
        .orderBy('place')
        .execute();
      return rows.map(({ id, place, status, processed_count }) => ({
        batchId: id,
        place: place ?? 0,
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
    setWait: (listId, wait) =>
      inTransaction(db, async (trx) => {
        await runningList(trx, listId).set({ waits_for: wait }).execute();
        if (wait === 'quota' && !(await isInRound(trx, listId)))
          await outbox.listPaused(trx, listId);
      }),
    dueRetries: (now) => dueRetries(db, now),
    postponeRetry: (listId, until) => postponeRetry(db, listId, until),
    endList: (list, at, round) => endList(db, outbox, { list, at, round }),
    deleteRows: (listId) => deleteRows(db, listId),
    endAbandoned: (before) => inTransaction(db, (trx) => states.endAbandoned(trx, before)),
    recordSizes: (sizes) => recordSizes(db, sizes),
    async ids() {
      return new Set((await db.selectFrom('lists').select('id').execute()).map(({ id }) => id));
    },
  };
}

async function recordSizes(db: Kysely<Tables>, sizes: ReadonlyMap<string, number>): Promise<void> {
  const noted = await db
    .selectFrom('lists')
    .select(['id', 'size'])
    .where('state', 'in', states.AT_REST)
    .execute();
  for (const { id, size: before } of noted) {
    const size = sizes.get(id);
    if (size === undefined || size === before) continue;
    await db
      .updateTable('lists')
      .set({ size })
      .where('id', '=', id)
      .where('size', '=', before)
      .where('state', 'in', states.AT_REST)
      .execute();
  }
}

interface EndedList {
  readonly list: OpenList;
  readonly at: number;
  readonly round: Omit<RoundEnd, 'at'> | undefined;
}

function endList(
  db: Kysely<Tables>,
  outbox: EventOutbox,
  { list: { id, status, places }, at, round }: EndedList,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (status === 'cancelled') await states.endCancelling(trx, id);
    else if (status !== 'running' || !(await states.complete(trx, { id, places }, at))) return;
    if (round) await endRound(trx, outbox, { listId: id, at, ...round });
    else if (status === 'running') await outbox.listCompleted(trx, id);
  });
}

function runningList(db: Kysely<Tables>, listId: string) {
  return db.updateTable('lists').where('id', '=', listId).where('state', '=', 'running');
}

interface OpenRow extends Omit<OpenList, 'status'> {
  readonly state: Extract<ListState, 'running' | 'cancelling' | 'removed'>;
}

async function openLists(db: Kysely<Tables>): Promise<OpenList[]> {
  const { rows } = await sql<OpenRow>`
    select id, team_id as "teamId", state, places, sent, waits_for as "waitsFor",
      (select count(*) from batches where batches.list_id = lists.id
        and batches.status in ('pending', 'processing')) as open,
      (select coalesce(sum(total_count - processed_count), 0) from batches
        where batches.list_id = lists.id
        and batches.status in ('pending', 'processing')) as waiting,
      (select count(*) from list_rounds where list_rounds.list_id = lists.id
        and ended_at is null and list_rounds.first_place is not null) as rounds,
      (select quota from teams where teams.id = lists.team_id) as quota
    from lists where ${states.IS_OPEN} order by seq`.execute(db);
  return rows.map(({ state, ...list }) => ({
    ...list,
    status: state === 'cancelling' ? 'cancelled' : state,
  }));
}

/** Of teams whose policy is another than that by which the verdicts of a list were counted. */
async function unjudgedLists(db: Kysely<Tables>, judge: string, limit: number) {
  const { rows } = await sql<{ id: string; teamId: string }>`
    select lists.id, lists.team_id as "teamId"
    from lists left join team_policies on team_policies.team_id = lists.team_id
    where lists.state not in ('uploading', 'choosing_column', 'ready', 'removed')
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
    await trx.deleteFrom('list_shares').where('list_id', '=', listId).execute();
    await deleteWatch(trx, listId);
    await trx.deleteFrom('lists').where('id', '=', listId).where('state', '=', 'removed').execute();
    return true;
  });
}

/** Lists of one look. */
const MOST = 20;

async function dueRetries(db: Kysely<Tables>, now: number) {
  const due = await db
    .selectFrom('lists')
    .select(['id', 'team_id'])
    .where('retry_at', '<=', now)
    .where('state', '=', 'completed')
    .orderBy('retry_at')
    .limit(MOST)
    .execute();
  return due.map(({ id, team_id: teamId }) => ({ id, teamId }));
}

async function postponeRetry(db: Kysely<Tables>, listId: string, until: number): Promise<void> {
  await db
    .updateTable('lists')
    .set({ retry_at: until })
    .where('id', '=', listId)
    .where('retry_at', '<', until)
    .execute();
}

/** Whether these places of a running list are to be sent next. */
export async function isDue(
  trx: Kysely<Tables>,
  teamId: string,
  { listId, first, lease }: ListRange,
): Promise<boolean> {
  const query = trx
    .selectFrom('lists')
    .select('id')
    .where('id', '=', listId)
    .where('team_id', '=', teamId)
    .where('state', '=', 'running')
    .where('sent', '=', first - 1)
    .forUpdate();
  // Another process may see to the list by now.
  const held = lease === undefined ? query : query.where('leases', '=', lease);
  return (await held.executeTakeFirst()) !== undefined;
}

/** Inside the transaction that creates its batch: neither is there without the other. */
export async function noteSent(trx: Kysely<Tables>, { listId, last }: ListRange): Promise<void> {
  const query = trx.updateTable('lists').set({ sent: last, waits_for: null });
  await query.where('id', '=', listId).execute();
}

/** Which process sees to a list: one at a time, by the clock of the database. */
export function listLeases({ db, now }: DatabaseParts): ListLeases {
  return {
    async take(listIds, holder, forMs) {
      if (listIds.length === 0) return new Map();
      return inTransaction(db, async (trx) => {
        const free = await lockFree(trx, { listIds, holder, now });
        const ids = free.map(({ id }) => id);
        if (ids.length === 0) return new Map();
        await trx
          .updateTable('lists')
          .set({
            held_until: sql<number>`${now} + ${sql.lit(forMs)}`,
            leases: sql<number>`leases + case when holder = ${holder} then 0 else 1 end`,
            holder,
          })
          .where('id', 'in', ids)
          .execute();
        const next = (list: (typeof free)[number]) =>
          list.leases + (list.holder === holder ? 0 : 1);
        return new Map(free.map((list) => [list.id, next(list)]));
      });
    },
    async release(holder) {
      const query = db.updateTable('lists').set({ held_until: 0 });
      await query.where('holder', '=', holder).execute();
    },
  };
}

/** In one order, so that two processes don't wait for each other. */
function lockFree(
  trx: Kysely<Tables>,
  {
    listIds,
    holder,
    now,
  }: {
    readonly listIds: readonly string[];
    readonly holder: string;
    readonly now: RawBuilder<number>;
  },
) {
  return trx
    .selectFrom('lists')
    .select(['id', 'holder', 'leases'])
    .where('id', 'in', listIds)
    .where(({ eb, or }) =>
      or([eb('holder', 'is', null), eb('holder', '=', holder), eb('held_until', '<', now)]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Stands among the secrets of the verifier. */
const FOLDER = 'list_folder';

export function listFolderIds(db: Kysely<Tables>): ListFolderIds {
  const find = async () => {
    const query = db.selectFrom('verifier_secrets').select('value').where('name', '=', FOLDER);
    return (await query.executeTakeFirst())?.value;
  };
  return {
    find,
    async settle(fresh) {
      await db
        .insertInto('verifier_secrets')
        .values({ name: FOLDER, value: fresh })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await find()) ?? fresh;
    },
    async change(before, after) {
      const { numUpdatedRows } = await db
        .updateTable('verifier_secrets')
        .set({ value: after })
        .where('name', '=', FOLDER)
        .where('value', '=', before)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async withFiles() {
      const { rows } = await sql<{ id: string }>`${sql.raw(LISTS_WITH_FILES)}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
