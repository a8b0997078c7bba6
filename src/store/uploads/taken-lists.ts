/**
 * Lists that are taken: a retry or the round of a watch is planned, and nothing is sent before it begins.
 * What such a list was stands in `list_rounds` until then, for the case that its process dies.
 */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { EndedList, ListRound } from '../../service/lists/list-ports.ts';
import type { ListRow, Tables } from '../tables.ts';
import { listsOf } from './list-rows.ts';

export interface OwnList {
  readonly teamId: string;
  readonly listId: string;
}

interface TakenList {
  readonly listId: string;
  readonly at: number;
}

export function lockList(trx: Kysely<Tables>, { teamId, listId }: OwnList) {
  return listsOf(trx, teamId).where('id', '=', listId).forUpdate().executeTakeFirst();
}

/** Undefined unless it has ended. Notes nothing of what it was where it is to go on whatever happens. */
export async function takeList(
  trx: Kysely<Tables>,
  { id, status, sent, started_at: startedAt }: Selectable<ListRow>,
  { at, goesOn = false }: { readonly at: number; readonly goesOn?: boolean },
): Promise<EndedList | undefined> {
  if (status !== 'completed' && status !== 'cancelled') return undefined;
  await trx
    .updateTable('lists')
    .set({ status: 'running', settled: 1, started_at: at })
    .where('id', '=', id)
    .execute();
  const nothing = { ended_at: null, first_portion: null, last_portion: null, checked: -1 };
  const was = { was_status: status, was_started_at: startedAt };
  const counts = { worse: null, better: null, other: null };
  if (!goesOn)
    await trx
      .insertInto('list_rounds')
      .values({ list_id: id, started_at: at, ...nothing, ...counts, ...was })
      .execute();
  return { status, sent, startedAt };
}

/** Lets its portions be sent; without any it is what it was. Undefined where it was cancelled since. */
export async function beginTaken(
  trx: Kysely<Tables>,
  own: OwnList,
  { at, round: { portions, totalCount } }: { readonly at: number; readonly round: ListRound },
) {
  const { listId } = own;
  const list = await lockList(trx, own);
  if (list?.status !== 'running' || list.settled !== 1 || list.started_at !== at) return undefined;
  const goesOn = { portions, total_count: totalCount, ended_at: null, settled: 0 };
  const query = trx.updateTable('lists').set({ ...goesOn, first_portion: list.sent + 1 });
  if (totalCount > 0) await query.where('id', '=', listId).execute();
  else await untake(trx, isTaken({ listId, at }));
  return list;
}

export async function leaveTaken(trx: Kysely<Tables>, taken: TakenList): Promise<void> {
  await untake(trx, isTaken(taken));
  await forgetTaken(trx, isTaken(taken));
}

/** Makes lists that were taken before a time what they were: their process has died. */
export async function restoreTaken(trx: Kysely<Tables>, before: number): Promise<void> {
  const which = sql<boolean>`list_rounds.started_at < ${before}`;
  await untake(trx, which);
  await forgetTaken(trx, which);
}

export function isTaken({ listId, at }: TakenList): RawBuilder<boolean> {
  return sql<boolean>`list_rounds.list_id = ${listId} and list_rounds.started_at = ${at}`;
}

/** Results of a cancelled list may still have to be collected. */
async function untake(trx: Kysely<Tables>, which: RawBuilder<boolean>): Promise<void> {
  await sql`update lists set status = was_status, started_at = was_started_at,
      settled = case when was_status = 'cancelled' then 0 else 1 end
    from list_rounds where list_rounds.list_id = lists.id and ${which}
      and list_rounds.started_at = lists.started_at
      and list_rounds.ended_at is null and list_rounds.first_portion is null
      and lists.status = 'running' and lists.settled = 1`.execute(trx);
}

export async function forgetTaken(trx: Kysely<Tables>, which: RawBuilder<boolean>): Promise<void> {
  await sql`delete from list_rounds
    where ${which} and ended_at is null and first_portion is null`.execute(trx);
}
