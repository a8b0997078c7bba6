import { type Kysely, type Selectable, sql } from 'kysely';
import type { ChangeCounts } from '../../contract/list-changes.ts';
import type { TakenList } from '../../service/lists/list-ports.ts';
import type {
  BegunRound,
  ChangedList,
  DueRound,
  ListWatch,
  WatchQueue,
  WatchRound,
  WatchSchedule,
  WatchStore,
} from '../../service/lists/watch-ports.ts';
import { type AuditAction, type AuditedChange, WATCH } from '../../service/people/records.ts';
import { changesMessage } from '../../service/webhooks/records.ts';
import type { EventOutbox } from '../database-parts.ts';
import { writeListNotice } from '../notices.ts';
import { writeAudit } from '../people.ts';
import type { ListRoundRow, Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { lockList } from './list-rows.ts';
import type { OwnList } from './list-states.ts';
import * as states from './list-states.ts';

/** Everything here is narrowed to one team's lists. */
export function watchStore(db: Kysely<Tables>, teamId: string): WatchStore {
  return {
    async find(listId) {
      const row = await ownWatches(db, teamId)
        .select(['days', 'next_at', 'list_watches.waits_for', 'due'])
        .where('list_id', '=', listId)
        .executeTakeFirst();
      return row && toWatch(row);
    },
    set: (listId, watch, change) => setWatch(db, { teamId, listId, change }, watch),
    end: (listId, change) => endWatch(db, { teamId, listId, change }),
    async rounds(listId, limit) {
      const rows = await db
        .selectFrom('list_rounds')
        .innerJoin('lists', 'lists.id', 'list_rounds.list_id')
        .selectAll('list_rounds')
        .where('lists.team_id', '=', teamId)
        .where('list_id', '=', listId)
        .where('checked', '>=', 0)
        .orderBy('list_rounds.started_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRound);
    },
    summary: (since) => summaryOf(db, teamId, since),
    take: (listId, at) => take(db, { teamId, listId }, at),
    begin: (listId, begun) => begin(db, { teamId, listId }, begun),
  };
}

interface AuditedList extends OwnList {
  readonly change: AuditedChange;
}

function ownWatches(db: Kysely<Tables>, teamId: string) {
  return db
    .selectFrom('list_watches')
    .innerJoin('lists', 'lists.id', 'list_watches.list_id')
    .where('lists.team_id', '=', teamId)
    .where('lists.state', '!=', 'removed');
}

function toWatch(row: {
  readonly days: number;
  readonly next_at: number;
  readonly waits_for: ListWatch['waitsFor'];
  readonly due: number | null;
}): ListWatch {
  return { days: row.days, nextAt: row.next_at, waitsFor: row.waits_for, due: row.due };
}

function toRound(row: Selectable<ListRoundRow>): WatchRound {
  const { worse, better, other, first_place: first, last_place: last } = row;
  const isCounted = worse !== null && better !== null && other !== null;
  return {
    startedAt: row.started_at,
    endedAt: row.ended_at,
    checked: row.checked,
    changes: isCounted ? { worse, better, other } : undefined,
    places: first === null ? undefined : { first, last: last ?? Number.MAX_SAFE_INTEGER },
  };
}

function setWatch(
  db: Kysely<Tables>,
  audited: AuditedList,
  { days, nextAt }: WatchSchedule,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, audited);
    if (!list?.counts) return false;
    const watch = { days, next_at: nextAt, look_at: nextAt, waits_for: null, due: null };
    await trx
      .insertInto('list_watches')
      .values({ list_id: audited.listId, ...watch })
      .onConflict((conflict) => conflict.column('list_id').doUpdateSet(watch))
      .execute();
    await audit(trx, audited, { action: 'list_watched', subject: list.name });
    return true;
  });
}

function endWatch(db: Kysely<Tables>, audited: AuditedList): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, audited);
    if (!list) return false;
    const { numDeletedRows } = await trx
      .deleteFrom('list_watches')
      .where('list_id', '=', audited.listId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    await audit(trx, audited, { action: 'list_unwatched', subject: list.name });
    return true;
  });
}

interface Line {
  readonly action: AuditAction;
  readonly subject: string;
}

function audit(trx: Kysely<Tables>, { teamId, change }: AuditedList, line: Line): Promise<void> {
  return writeAudit(trx, { teamId, ...line }, change);
}

/** Lists of the home page. */
const MOST_CHANGED = 5;

async function summaryOf(db: Kysely<Tables>, teamId: string, since: number) {
  const { watched } = await ownWatches(db, teamId)
    .select(({ fn }) => fn.countAll<number>().as('watched'))
    .executeTakeFirstOrThrow();
  if (Number(watched) === 0) return { watched: 0, changed: [] };
  const { rows } = await sql<ChangedList>`
    select lists.id, lists.name, worse, better, other, list_rounds.ended_at as "endedAt"
    from list_rounds join lists on lists.id = list_rounds.list_id
    where lists.team_id = ${teamId} and lists.state <> 'removed'
      and list_rounds.ended_at >= ${since} and worse + better + other > 0
      and list_rounds.started_at = (
        select max(latest.started_at) from list_rounds as latest
        where latest.list_id = lists.id and latest.worse is not null)
    order by list_rounds.ended_at desc limit ${MOST_CHANGED}`.execute(db);
  const changed = rows.map((row) => ({ ...row, endedAt: Number(row.endedAt) }));
  return { watched: Number(watched), changed };
}

function take(db: Kysely<Tables>, own: OwnList, at: number): Promise<TakenList | undefined> {
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, own);
    // Results of a cancelled list may still have to be collected.
    if (!list || list.state === 'cancelling' || !(await isWatchDue(trx, own.listId, at)))
      return undefined;
    const isTaken = await states.take(trx, list, { at, to: 'planning' });
    return isTaken ? { sent: list.sent } : undefined;
  });
}

/** Another node may have had the round meanwhile, and somebody may have ended the watch. */
async function isWatchDue(trx: Kysely<Tables>, listId: string, at: number): Promise<boolean> {
  const row = await trx
    .selectFrom('list_watches')
    .select('list_id')
    .where('list_id', '=', listId)
    .where('look_at', '<=', at)
    .executeTakeFirst();
  return row !== undefined;
}

function begin(
  db: Kysely<Tables>,
  { teamId, listId }: OwnList,
  { at, round, nextAt }: BegunRound,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, { teamId, listId });
    if (!list || !(await states.begin(trx, { teamId, listId, at }, round))) return false;
    const { totalCount } = round;
    const isEmpty = totalCount === 0;
    const nothing = { ended_at: at, worse: 0, better: 0, other: 0 };
    await trx
      .updateTable('list_rounds')
      .set({ checked: totalCount, ...(isEmpty ? nothing : { first_place: list.sent + 1 }) })
      .where('list_id', '=', listId)
      .where('started_at', '=', at)
      .execute();
    // Somebody may have chosen another date meanwhile.
    await trx
      .updateTable('list_watches')
      .set({ next_at: nextAt, look_at: nextAt, waits_for: null, due: null })
      .where('list_id', '=', listId)
      .where('look_at', '<=', at)
      .execute();
    if (!isEmpty)
      await writeAudit(
        trx,
        { teamId, action: 'list_round_begun', subject: list.name },
        { actor: WATCH, at },
      );
    return true;
  });
}

/** Lists of one look. */
const MOST = 20;

export function watchQueue(db: Kysely<Tables>): WatchQueue {
  return {
    async due(now) {
      const { rows } = await sql<DueRound>`
        select list_watches.list_id as "listId", lists.team_id as "teamId", days,
          next_at as "nextAt",
          (select quota from teams where teams.id = lists.team_id) as quota
        from list_watches join lists on lists.id = list_watches.list_id
        where look_at <= ${now} and lists.state in ('completed', 'cancelled')
        order by look_at limit ${MOST}`.execute(db);
      return rows.map((row) => ({ ...row, nextAt: Number(row.nextAt) }));
    },
    async postpone(listId, { until, waitsFor, due }) {
      await db
        .updateTable('list_watches')
        .set({ look_at: until, waits_for: waitsFor, due })
        .where('list_id', '=', listId)
        .where('look_at', '<', until)
        .execute();
    },
    async openRound(listId) {
      const row = await openRounds(db, listId).selectAll().executeTakeFirst();
      return row && toRound(row);
    },
  };
}

function openRounds(db: Kysely<Tables>, listId: string) {
  return db
    .selectFrom('list_rounds')
    .where('list_id', '=', listId)
    .where('ended_at', 'is', null)
    .where('first_place', 'is not', null);
}

/** Whether a round of a watched list is under way: its end is what people get a mail about. */
export async function isInRound(db: Kysely<Tables>, listId: string): Promise<boolean> {
  return (await openRounds(db, listId).select('list_id').executeTakeFirst()) !== undefined;
}

/** What came of a round. */
export interface RoundEnd {
  readonly changes: ChangeCounts;
  readonly at: number;
  /** Of the list. */
  readonly page: string;
}

/** Ends the round of a list. If something changed, webhooks and people are notified. Only one caller ends a round. */
export async function endRound(
  trx: Kysely<Tables>,
  outbox: EventOutbox,
  { listId, changes, at, page }: RoundEnd & { readonly listId: string },
): Promise<void> {
  const round = await openRounds(trx, listId).selectAll().forUpdate().executeTakeFirst();
  if (!round) return;
  const list = await trx
    .selectFrom('lists')
    .select(['id', 'name', 'team_id', 'places'])
    .where('id', '=', listId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('list_rounds')
    .set({ ended_at: at, last_place: list.places, ...changes })
    .where('list_id', '=', listId)
    .where('started_at', '=', round.started_at)
    .execute();
  const { worse, better, other } = changes;
  if (worse + better + other === 0) return;
  const { id, name, team_id: teamId } = list;
  const times = { startedAt: round.started_at, endedAt: at };
  const message = changesMessage({ id, name, page, changes, checked: round.checked, ...times });
  await outbox.write(trx, teamId, message);
  await writeListNotice(trx, { type: 'list.changed', listId, at, changes });
}

/** Deletes what is kept of a list that is removed. */
export async function deleteWatch(trx: Kysely<Tables>, listId: string): Promise<void> {
  await trx.deleteFrom('list_rounds').where('list_id', '=', listId).execute();
  await trx.deleteFrom('list_watches').where('list_id', '=', listId).execute();
}
