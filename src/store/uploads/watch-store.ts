import { type Kysely, type Selectable, sql } from 'kysely';
import type { EndedList } from '../../service/lists/list-ports.ts';
import type {
  BegunRound,
  ChangedList,
  ListWatch,
  WatchRound,
  WatchStore,
} from '../../service/lists/watch-ports.ts';
import type { AuditAction, AuditedChange } from '../../service/people/people-ports.ts';
import { writeAudit } from '../people/audit-log.ts';
import type { ListRoundRow, Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { listsOf } from './list-rows.ts';

/** How the audit log names who begins a round. */
const BY_WATCH = 'the watch';

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
    leave: (listId, at) => leave(db, { teamId, listId }, at),
  };
}

interface OwnList {
  readonly teamId: string;
  readonly listId: string;
}

interface AuditedList extends OwnList {
  readonly change: AuditedChange;
}

function ownWatches(db: Kysely<Tables>, teamId: string) {
  return db
    .selectFrom('list_watches')
    .innerJoin('lists', 'lists.id', 'list_watches.list_id')
    .where('lists.team_id', '=', teamId)
    .where('lists.status', '!=', 'removed');
}

function toWatch(row: {
  readonly days: number;
  readonly next_at: number;
  readonly waits_for: ListWatch['waitsFor'];
  readonly due: number | null;
}): ListWatch {
  return { days: row.days, nextAt: row.next_at, waitsFor: row.waits_for, due: row.due };
}

export function toRound(row: Selectable<ListRoundRow>): WatchRound {
  const { worse, better, other, first_portion: first, last_portion: last } = row;
  const isCounted = worse !== null && better !== null && other !== null;
  return {
    startedAt: row.started_at,
    endedAt: row.ended_at,
    checked: row.checked,
    changes: isCounted ? { worse, better, other } : undefined,
    portions: first === null ? undefined : { first, last: last ?? Number.MAX_SAFE_INTEGER },
  };
}

function setWatch(
  db: Kysely<Tables>,
  audited: AuditedList,
  { days, nextAt }: Pick<ListWatch, 'days' | 'nextAt'>,
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

function lockList(trx: Kysely<Tables>, { teamId, listId }: OwnList) {
  return listsOf(trx, teamId).where('id', '=', listId).forUpdate().executeTakeFirst();
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
    where lists.team_id = ${teamId} and lists.status <> 'removed'
      and list_rounds.ended_at >= ${since} and worse + better + other > 0
      and list_rounds.started_at = (
        select max(latest.started_at) from list_rounds as latest
        where latest.list_id = lists.id and latest.worse is not null)
    order by list_rounds.ended_at desc limit ${MOST_CHANGED}`.execute(db);
  const changed = rows.map((row) => ({ ...row, endedAt: Number(row.endedAt) }));
  return { watched: Number(watched), changed };
}

function take(db: Kysely<Tables>, own: OwnList, at: number): Promise<EndedList | undefined> {
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, own);
    if (list?.status !== 'completed' && list?.status !== 'cancelled') return undefined;
    // Results of a cancelled list may still have to be collected.
    if (list.settled === 0 || !(await isWatchDue(trx, own.listId, at))) return undefined;
    const { status, sent, started_at: startedAt } = list;
    await trx
      .updateTable('lists')
      .set({ status: 'running', settled: 1, started_at: at })
      .where('id', '=', own.listId)
      .execute();
    const nothing = { ended_at: null, first_portion: null, last_portion: null, checked: -1 };
    const was = { was_status: status, was_started_at: startedAt };
    const counts = { worse: null, better: null, other: null };
    await trx
      .insertInto('list_rounds')
      .values({ list_id: own.listId, started_at: at, ...nothing, ...counts, ...was })
      .execute();
    return { status, sent, startedAt };
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
    const list = await takenList(trx, { teamId, listId }, at);
    if (!list) return false;
    const { portions, totalCount } = round;
    const isEmpty = totalCount === 0;
    if (isEmpty) await untake(trx, { teamId, listId }, at);
    else {
      await trx
        .updateTable('lists')
        .set({ portions, total_count: totalCount, ended_at: null, settled: 0 })
        .set({ first_portion: list.sent + 1 })
        .where('id', '=', listId)
        .execute();
    }
    const nothing = { ended_at: at, worse: 0, better: 0, other: 0 };
    await trx
      .updateTable('list_rounds')
      .set({ checked: totalCount, ...(isEmpty ? nothing : { first_portion: list.sent + 1 }) })
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
        { actor: BY_WATCH, at },
      );
    return true;
  });
}

/** A list while a round has it, before anything of it is sent. */
function takenList(trx: Kysely<Tables>, { teamId, listId }: OwnList, at: number) {
  return listsOf(trx, teamId)
    .where('id', '=', listId)
    .where('status', '=', 'running')
    .where('settled', '=', 1)
    .where('started_at', '=', at)
    .forUpdate()
    .executeTakeFirst();
}

function leave(db: Kysely<Tables>, own: OwnList, at: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (await takenList(trx, own, at)) await untake(trx, own, at);
    await trx
      .deleteFrom('list_rounds')
      .where('list_id', '=', own.listId)
      .where('started_at', '=', at)
      .where('first_portion', 'is', null)
      .where('ended_at', 'is', null)
      .execute();
  });
}

/** The list as it was when it was taken. */
async function untake(trx: Kysely<Tables>, { listId }: OwnList, at: number): Promise<void> {
  await sql`update lists set status = was_status, started_at = was_started_at
    from list_rounds where list_rounds.list_id = lists.id and lists.id = ${listId}
      and list_rounds.started_at = ${at}`.execute(trx);
}
