import { type Kysely, sql } from 'kysely';
import type { ChangeCounts } from '../../contract/list-changes.ts';
import type { DueRound, WatchQueue } from '../../service/lists/watch-ports.ts';
import { changesMessage } from '../../service/webhooks/webhook-messages.ts';
import type { EventOutbox } from '../deliveries/event-outbox.ts';
import { writeListNotice } from '../notices/notice-queue.ts';
import type { Tables } from '../tables.ts';
import { toRound } from './watch-store.ts';

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
        where look_at <= ${now} and lists.status in ('completed', 'cancelled') and lists.settled = 1
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
    .where('first_portion', 'is not', null);
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

/** Ends the round of a list. Where something changed, webhooks and people are told. One caller alone ends a round. */
export async function endRound(
  trx: Kysely<Tables>,
  outbox: EventOutbox,
  { listId, changes, at, page }: RoundEnd & { readonly listId: string },
): Promise<void> {
  const round = await openRounds(trx, listId).selectAll().forUpdate().executeTakeFirst();
  if (!round) return;
  const list = await trx
    .selectFrom('lists')
    .select(['id', 'name', 'team_id', 'portions'])
    .where('id', '=', listId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('list_rounds')
    .set({ ended_at: at, last_portion: list.portions, ...changes })
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
