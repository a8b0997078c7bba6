import type { Kysely, Selectable } from 'kysely';
import {
  type ColumnQuestion,
  type ListForm,
  type ListRound,
  type ListShare,
  type ListShares,
  type ListStart,
  type ListStore,
  type NewList,
  type NewShare,
  NO_VERDICTS,
  type Reformed,
  type RetryKind,
  type RetryPlan,
  type RevisedContent,
  type TakenList,
} from '../../service/lists/list-ports.ts';
import type { AuditAction, AuditedChange } from '../../service/people/records.ts';
import { writeAudit } from '../people.ts';
import { BATCH_COLUMNS, toBatch } from '../rows.ts';
import type { ListRow, Tables } from '../tables.ts';
import { inTransaction, lockTeam } from '../transaction.ts';
import { foldersOf, listsOf, lockList, parsed, selectLists, toList } from './list-rows.ts';
import * as states from './list-states.ts';
import { isChanged, type OwnList } from './list-states.ts';

/** Everything here is narrowed to one team's rows. */
export function listStore(db: Kysely<Tables>, teamId: string): ListStore {
  const team = new TeamLists(db, teamId);
  return {
    create: (list, maxBytes, change) => team.create(list, maxBytes, change),
    async find(id) {
      const row = await listsOf(db, teamId).where('id', '=', id).executeTakeFirst();
      return row && toList(row);
    },
    list: (selection) => selectLists(db, teamId, selection),
    async completedBefore(id, limit) {
      const own = db.selectFrom('lists').select('seq').where('id', '=', id);
      const before = listsOf(db, teamId)
        .where('state', '=', 'completed')
        .where('seq', '<', own.where('team_id', '=', teamId));
      return (await before.orderBy('seq', 'desc').limit(limit).execute()).map(toList);
    },
    folders: () => foldersOf(db, teamId),
    rename: (id, name, change) => team.rename(id, name, change),
    move: (id, folder, change) => team.move(id, folder, change),
    share: (id, share, change) => team.share(id, share, change),
    async shares(id, now) {
      const list = await listsOf(db, teamId).where('id', '=', id).executeTakeFirst();
      return list ? sharesOf(db, id, now) : [];
    },
    unshare: (id, shareId, change) => team.unshare(id, shareId, change),
    async running() {
      const { running } = await db
        .selectFrom('lists')
        .select(({ fn }) => fn.countAll<number>().as('running'))
        .where('team_id', '=', teamId)
        .where('state', '=', 'running')
        .executeTakeFirstOrThrow();
      return running;
    },
    storage: () => storageOf(db, teamId),
    askColumn: (id, question, change) => team.askColumn(id, question, change),
    start: (id, start, change) => team.start(id, start, change),
    discard: (id) => states.discard(db, { teamId, listId: id }),
    take: (id, at, kind = 'asked') => team.take(id, at, kind),
    retry: (id, round, change) => team.retry(id, round, change),
    revise: (id, revised, change) => team.revise(id, revised, change),
    reform: (id, reformed, change) => team.reform(id, reformed, change),
    leave: (id, at) => inTransaction(db, (trx) => states.leave(trx, { teamId, listId: id, at })),
    planRetries: (id, plan, change) => team.planRetries(id, plan, change),
    cancel: (id, change) => team.cancel(id, change),
    remove: (id, change) => team.remove(id, change),
    async batches(id, { limit, skip }) {
      const query = team.batchesOf(id).select(BATCH_COLUMNS).orderBy('seq', 'desc');
      return (await query.limit(limit).offset(skip).execute()).map(toBatch);
    },
    async openBatches(id) {
      const open = team.batchesOf(id).where('status', 'in', ['pending', 'processing']);
      return (await open.select('id').execute()).map((row) => row.id);
    },
    recordDownload: (id, change) =>
      inTransaction(db, (trx) => team.audit(trx, { id, action: 'list_downloaded' }, change)),
  };
}

/** Of all that is on the disk, lists included that are being removed. */
async function storageOf(db: Kysely<Tables>, teamId: string): Promise<number> {
  const { size } = await db
    .selectFrom('lists')
    .select(({ fn }) => fn.sum<number | null>('size').as('size'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
}

interface ListAction {
  readonly id: string;
  readonly action: AuditAction;
}

class TeamLists {
  readonly #db: Kysely<Tables>;
  readonly #teamId: string;

  constructor(db: Kysely<Tables>, teamId: string) {
    this.#db = db;
    this.#teamId = teamId;
  }

  create({ id, name, size }: NewList, maxBytes: number, change: AuditedChange): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      await lockTeam(trx, this.#teamId);
      if ((await storageOf(trx, this.#teamId)) + size > maxBytes) return false;
      const nothing = { total_count: 0, places: 0, sent: 0, first_place: 1 };
      const row = { id, name, size, team_id: this.#teamId, state: 'uploading' } as const;
      const times = { created_at: change.at, started_at: change.at };
      const verdicts = JSON.stringify(NO_VERDICTS);
      await trx
        .insertInto('lists')
        .values({ ...row, ...times, ...nothing, created_by: change.actor, verdicts })
        .execute();
      return true;
    });
  }

  askColumn(id: string, question: ColumnQuestion, change: AuditedChange): Promise<void> {
    return inTransaction(this.#db, async (trx) => {
      if (await states.askColumn(trx, this.#own(id), question))
        await this.audit(trx, { id, action: 'list_uploaded' }, change);
    });
  }

  start(id: string, start: ListStart, change: AuditedChange) {
    return inTransaction(this.#db, async (trx) => {
      await lockTeam(trx, this.#teamId);
      const list = await lockList(trx, this.#own(id));
      if (!list) return 'ended';
      const others = (await storageOf(trx, this.#teamId)) - list.size;
      const fits = others + start.content.size <= start.maxBytes;
      const isStarted = fits && (await states.start(trx, this.#own(id), start, change.at));
      if (!isStarted) return fits ? 'ended' : 'over_storage';
      if (list.state === 'uploading')
        await this.audit(trx, { id, action: 'list_uploaded' }, change);
      if (list.state === 'ready') await this.audit(trx, { id, action: 'list_started' }, change);
      return 'started';
    });
  }

  take(id: string, at: number, kind: RetryKind): Promise<TakenList | undefined> {
    return inTransaction(this.#db, async (trx) => {
      const list = await lockList(trx, this.#own(id));
      if (!list) return undefined;
      // Somebody may have been quicker.
      const isDue = list.state === 'completed' && list.retry_at !== null && list.retry_at <= at;
      if (kind === 'planned' && !isDue) return undefined;
      const to = kind === 'revision' ? 'revising' : 'planning';
      return (await states.take(trx, list, { at, to })) ? { sent: list.sent } : undefined;
    });
  }

  retry(id: string, round: ListRound, change: AuditedChange): Promise<boolean> {
    const taken = { ...this.#own(id), at: change.at };
    return inTransaction(this.#db, async (trx) => {
      const list = await lockList(trx, taken);
      if (!list || !(await states.begin(trx, taken, round))) return false;
      await states.forget(trx, taken);
      await dropDueTimes(trx, list, change.at);
      if (round.totalCount > 0) await this.audit(trx, { id, action: 'list_retried' }, change);
      return true;
    });
  }

  revise(id: string, revised: RevisedContent, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: revised.action }, change, (trx) =>
      states.revise(trx, { ...this.#own(id), at: change.at }, revised),
    );
  }

  reform(
    id: string,
    { change: reform, action }: Reformed,
    change: AuditedChange,
  ): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      const list = await lockList(trx, this.#own(id));
      const form = list && parsed<ListForm>(list.form);
      if (!form) return false;
      await this.#update(trx, id)
        .set({ form: JSON.stringify(reform(form)) })
        .execute();
      await this.audit(trx, { id, action }, change);
      return true;
    });
  }

  planRetries(id: string, plan: RetryPlan | null, change: AuditedChange): Promise<boolean> {
    const action = plan ? 'list_retries_planned' : 'list_retries_ended';
    return this.#audited({ id, action }, change, (trx) =>
      isChanged(this.#update(trx, id).set(retryColumns(plan)).where('state', '=', 'completed')),
    );
  }

  cancel(id: string, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_cancelled' }, change, (trx) =>
      states.cancel(trx, this.#own(id), change.at),
    );
  }

  remove(id: string, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_deleted' }, change, (trx) =>
      states.remove(trx, this.#own(id)),
    );
  }

  rename(id: string, name: string, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_renamed' }, change, (trx) =>
      isChanged(this.#present(trx, id).set({ name })),
    );
  }

  move(id: string, folder: string | null, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_moved' }, change, (trx) =>
      isChanged(this.#present(trx, id).set({ folder })),
    );
  }

  share(id: string, share: NewShare, change: AuditedChange): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      if (!(await lockList(trx, this.#own(id)))) return false;
      await addShare(trx, id, share);
      await this.audit(trx, { id, action: 'list_shared' }, change);
      return true;
    });
  }

  unshare(id: string, shareId: string, change: AuditedChange): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      if (!(await lockList(trx, this.#own(id)))) return false;
      const { numDeletedRows } = await trx
        .deleteFrom('list_shares')
        .where('list_id', '=', id)
        .where('id', '=', shareId)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      await this.audit(trx, { id, action: 'list_unshared' }, change);
      return true;
    });
  }

  #present(db: Kysely<Tables>, id: string) {
    return this.#update(db, id).where('state', '!=', 'removed');
  }

  batchesOf(id: string) {
    return this.#db
      .selectFrom('batches')
      .where('team_id', '=', this.#teamId)
      .where('list_id', '=', id);
  }

  /** Nothing where the list is not the team's. */
  async audit(
    trx: Kysely<Tables>,
    { id, action }: ListAction,
    change: AuditedChange,
  ): Promise<void> {
    const row = await trx
      .selectFrom('lists')
      .select('name')
      .where('id', '=', id)
      .where('team_id', '=', this.#teamId)
      .executeTakeFirst();
    if (row) await writeAudit(trx, { teamId: this.#teamId, action, subject: row.name }, change);
  }

  #audited(
    audited: ListAction,
    change: AuditedChange,
    update: (trx: Kysely<Tables>) => Promise<boolean>,
  ): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      if (!(await update(trx))) return false;
      await this.audit(trx, audited, change);
      return true;
    });
  }

  #own(listId: string): OwnList {
    return { teamId: this.#teamId, listId };
  }

  #update(db: Kysely<Tables>, id: string) {
    return db.updateTable('lists').where('id', '=', id).where('team_id', '=', this.#teamId);
  }
}

/** The columns of a plan; null: no plan. */
function retryColumns(plan: RetryPlan | null) {
  return {
    retry_at: plan?.times[0] ?? null,
    retries: plan && JSON.stringify(plan),
  };
}

/** Takes the times that have come out of a plan. */
async function dropDueTimes(
  trx: Kysely<Tables>,
  { id, retries }: Selectable<ListRow>,
  now: number,
): Promise<void> {
  const plan = parsed<RetryPlan>(retries);
  if (!plan?.times.some((time) => time <= now)) return;
  const rest = { ...plan, times: plan.times.filter((time) => time > now) };
  await trx.updateTable('lists').set(retryColumns(rest)).where('id', '=', id).execute();
}

/** The open links of a list, newest first. */
async function sharesOf(db: Kysely<Tables>, listId: string, now: number): Promise<ListShare[]> {
  const rows = await db
    .selectFrom('list_shares')
    .select(['id', 'created_by', 'created_at', 'expires_at'])
    .where('list_id', '=', listId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_by, created_at, expires_at }) => ({
    id,
    createdBy: created_by,
    createdAt: created_at,
    expiresAt: expires_at,
  }));
}

async function addShare(
  trx: Kysely<Tables>,
  listId: string,
  { id, hash, createdBy, createdAt, expiresAt }: NewShare,
): Promise<void> {
  const times = { created_at: createdAt, expires_at: expiresAt };
  const row = { id, hash, list_id: listId, created_by: createdBy, ...times };
  await trx.insertInto('list_shares').values(row).execute();
}

/** The links of all teams, as those see them who are not signed in. */
export function listShares(db: Kysely<Tables>): ListShares {
  return {
    async find(hash, now) {
      const row = await db
        .selectFrom('list_shares')
        .innerJoin('lists', 'lists.id', 'list_shares.list_id')
        .select(['lists.id as listId', 'lists.team_id as teamId'])
        .where('list_shares.hash', '=', hash)
        .where('list_shares.expires_at', '>', now)
        .where('lists.state', '!=', 'removed')
        .executeTakeFirst();
      return row;
    },
    async sweep(now) {
      await db.deleteFrom('list_shares').where('expires_at', '<=', now).execute();
    },
  };
}
