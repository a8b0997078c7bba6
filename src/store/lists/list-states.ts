/**
 * The states of an uploaded list, and each way from one to another. `state` is the only column that says what is done
 * about a list; `waits_for` says why the next batch of a running one is not sent yet.
 *
 *     uploading ──askColumn──► choosing_column      planning, revising
 *         │                       │      │            ▲            │
 *         ├────────start──────────┘   cancel        take   begin or leave
 *         ▼                              │            │            ▼
 *       ready ──start──► running ──cancel┼─► cancelling ──endCancelling─► cancelled
 *                           │            │
 *                           └──complete──┼─► completed
 *
 * `start` may skip `ready`. `take` leads from `completed`, `cancelling` and `cancelled` to `planning` (a retry or the
 * round of a watch) or `revising` (the list is read in another way): nothing is sent, and nobody else takes the list,
 * until `begin` lets a planning one run and `revise` a revising one. Without addresses to send, or by `leave`, it is what
 * it was. What it was stands in `list_rounds` until then: if its process dies, `endAbandoned` makes a planning one that
 * again, and lets a revising one run. `cancel` ends both, too. `remove` leads from anywhere, and `discard` from
 * `uploading`, to `removed`; the rows follow.
 */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type {
  ColumnQuestion,
  ListRound,
  ListStart,
  ListStatus,
  RevisedContent,
} from '../../service/lists/list-ports.ts';
import type { ListRow, ListState, Tables } from '../tables.ts';

/** What people and programs see. */
const STATUS_OF: Readonly<Record<ListState, ListStatus | undefined>> = {
  uploading: 'uploading',
  choosing_column: 'choosing_column',
  ready: 'ready',
  running: 'running',
  planning: 'running',
  revising: 'running',
  completed: 'completed',
  cancelling: 'cancelled',
  cancelled: 'cancelled',
  removed: undefined,
};

/** Undefined for a list that is gone, and for a damaged row. */
export function statusOf(state: ListState): ListStatus | undefined {
  return Object.hasOwn(STATUS_OF, state) ? STATUS_OF[state] : undefined;
}

/** The runner has something to do; as the index `lists_open` has it. */
export const IS_OPEN = sql.raw<boolean>("lists.state in ('running', 'cancelling', 'removed')");

/** Nothing is done about the list until somebody wants it: its file doesn't change. */
export const AT_REST = ['choosing_column', 'completed', 'cancelled'] as const;

export interface OwnList {
  readonly teamId: string;
  readonly listId: string;
}

/** A list that was taken at a time, which names its round. */
interface Taken extends OwnList {
  readonly at: number;
}

function own(db: Kysely<Tables>, { teamId, listId }: OwnList) {
  return db.updateTable('lists').where('id', '=', listId).where('team_id', '=', teamId);
}

export async function isChanged(update: {
  executeTakeFirstOrThrow(): Promise<{ readonly numUpdatedRows: bigint }>;
}): Promise<boolean> {
  return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

export function askColumn(
  trx: Kysely<Tables>,
  list: OwnList,
  { form, size }: ColumnQuestion,
): Promise<boolean> {
  const asked = { state: 'choosing_column', form: JSON.stringify(form), size } as const;
  return isChanged(own(trx, list).set(asked).where('state', '=', 'uploading'));
}

/** The file is read: the list is verified from now on, or waits until it is started once more. */
export function start(
  trx: Kysely<Tables>,
  list: OwnList,
  { content, waits = false }: ListStart,
  at: number,
): Promise<boolean> {
  const { form, counts, verdicts, places, size } = content;
  return isChanged(
    own(trx, list)
      .set({
        state: waits ? 'ready' : 'running',
        form: JSON.stringify(form),
        counts: JSON.stringify(counts),
        verdicts: JSON.stringify(verdicts),
        total_count: counts.distinct,
        places,
        size,
        started_at: at,
      })
      .where('state', 'in', ['uploading', 'choosing_column', 'ready']),
  );
}

/** An upload came to nothing. */
export async function discard(db: Kysely<Tables>, list: OwnList): Promise<void> {
  await own(db, list).set({ state: 'removed' }).where('state', '=', 'uploading').execute();
}

/** False unless the list has ended. */
export async function take(
  trx: Kysely<Tables>,
  { id, state, started_at: startedAt }: Selectable<ListRow>,
  { at, to }: { readonly at: number; readonly to: 'planning' | 'revising' },
): Promise<boolean> {
  if (state !== 'completed' && state !== 'cancelling' && state !== 'cancelled') return false;
  await trx.updateTable('lists').set({ state: to, started_at: at }).where('id', '=', id).execute();
  // Results of a cancelled list may still have to be collected.
  const was = state === 'completed' ? state : 'cancelling';
  await trx
    .insertInto('list_rounds')
    .values({
      ...{ list_id: id, started_at: at, was_state: was, was_started_at: startedAt, checked: -1 },
      ...{ ended_at: null, first_place: null, last_place: null },
      ...{ worse: null, better: null, other: null },
    })
    .execute();
  return true;
}

/** Lets the addresses of a round be sent; without any the list is what it was. False where it was cancelled since. */
export function begin(trx: Kysely<Tables>, taken: Taken, round: ListRound): Promise<boolean> {
  if (round.totalCount === 0) return restore(trx, isTaken(taken));
  const list = own(trx, taken).where('state', '=', 'planning').where('started_at', '=', taken.at);
  return isChanged(list.set({ state: 'running', ...roundOf(round) }));
}

/** The same for a list that is read in another way: when its round began stays. */
export async function revise(
  trx: Kysely<Tables>,
  taken: Taken,
  { form, counts, verdicts, judgedBy, size, round }: RevisedContent,
): Promise<boolean> {
  const isRevised = await isChanged(
    own(trx, taken)
      .set({
        form: JSON.stringify(form),
        counts: JSON.stringify(counts),
        verdicts: JSON.stringify(verdicts),
        judged_by: judgedBy,
        size,
      })
      .set(round.totalCount > 0 ? { state: 'running', ...roundOf(round) } : { state: WAS_STATE })
      .where('state', '=', 'revising')
      .where('started_at', '=', taken.at),
  );
  if (isRevised) await forget(trx, taken);
  return isRevised;
}

function roundOf({ places, totalCount }: ListRound) {
  const first = sql<number>`sent + 1`;
  return { places, total_count: totalCount, ended_at: null, first_place: first };
}

const WAS_STATE = sql<ListState>`(select was_state from list_rounds
  where list_rounds.list_id = lists.id and list_rounds.started_at = lists.started_at)`;

/** Makes a taken list what it was. */
export async function leave(trx: Kysely<Tables>, taken: Taken): Promise<void> {
  await restore(trx, isTaken(taken));
  await forget(trx, taken);
}

function isTaken({ listId, at }: Taken): RawBuilder<boolean> {
  return sql<boolean>`list_rounds.list_id = ${listId} and list_rounds.started_at = ${at}`;
}

async function restore(
  trx: Kysely<Tables>,
  which: RawBuilder<boolean>,
  states: readonly ListState[] = ['planning', 'revising'],
): Promise<boolean> {
  const { numAffectedRows } = await sql`update lists
    set state = was_state, started_at = was_started_at
    from list_rounds where list_rounds.list_id = lists.id and ${which}
      and list_rounds.started_at = lists.started_at
      and list_rounds.ended_at is null and list_rounds.first_place is null
      and lists.state in (${sql.join(states)})`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Forgets what a list was when it was taken. */
export function forget(trx: Kysely<Tables>, taken: Taken): Promise<void> {
  return forgetAll(trx, isTaken(taken));
}

async function forgetAll(trx: Kysely<Tables>, which: RawBuilder<boolean>): Promise<void> {
  await sql`delete from list_rounds
    where ${which} and ended_at is null and first_place is null`.execute(trx);
}

/**
 * Ends what began before a time, whose process has died: uploads are removed, lists for which a round was planned are
 * what they were, and revised ones go on, since their files are changed already.
 */
export async function endAbandoned(trx: Kysely<Tables>, before: number): Promise<void> {
  const which = sql<boolean>`list_rounds.started_at < ${before}`;
  await trx
    .updateTable('lists')
    .set({ state: 'removed' })
    .where('state', '=', 'uploading')
    .where('started_at', '<', before)
    .execute();
  await restore(trx, which, ['planning']);
  await trx
    .updateTable('lists')
    .set({ state: 'running' })
    .where('state', '=', 'revising')
    .where('started_at', '<', before)
    .execute();
  await forgetAll(trx, which);
}

/** False unless it is under way, or waits for its column. */
export function cancel(trx: Kysely<Tables>, list: OwnList, at: number): Promise<boolean> {
  const nothing = { waits_for: null, retry_at: null, retries: null };
  return isChanged(
    own(trx, list)
      .set({ state: 'cancelling', ended_at: at, ...nothing })
      .where('state', 'in', ['running', 'planning', 'revising', 'choosing_column']),
  );
}

/** All results of a cancelled list are collected. */
export async function endCancelling(trx: Kysely<Tables>, listId: string): Promise<void> {
  const list = trx.updateTable('lists').where('id', '=', listId);
  await list.set({ state: 'cancelled' }).where('state', '=', 'cancelling').execute();
}

/** All of a list is sent and collected. False where it has changed since its places were counted. */
export function complete(
  trx: Kysely<Tables>,
  { id, places }: { readonly id: string; readonly places: number },
  at: number,
): Promise<boolean> {
  return isChanged(
    trx
      .updateTable('lists')
      .set({ state: 'completed', ended_at: at, waits_for: null })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('places', '=', places)
      .where('sent', '>=', places),
  );
}

export function remove(trx: Kysely<Tables>, list: OwnList): Promise<boolean> {
  return isChanged(own(trx, list).set({ state: 'removed' }).where('state', '!=', 'removed'));
}

/** Removes lists that were uploaded before a time, unless something of them is under way; returns how many. */
export async function removeOld(db: Kysely<Tables>, before: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('lists')
    .set({ state: 'removed' })
    .where('created_at', '<', before)
    .where('state', 'in', [...AT_REST, 'ready', 'cancelling'])
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
