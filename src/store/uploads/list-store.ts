import type { Kysely } from 'kysely';
import type {
  EndedList,
  ListForm,
  ListQuestion,
  ListRound,
  ListStart,
  ListStatus,
  ListStore,
  NewList,
  Reformed,
  RetryKind,
  RetryPlan,
  RevisedContent,
} from '../../service/lists/list-ports.ts';
import type { NewShare } from '../../service/lists/share-ports.ts';
import type { AuditAction, AuditedChange } from '../../service/people/people-ports.ts';
import { writeAudit } from '../people/audit-log.ts';
import { BATCH_COLUMNS, toBatch } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { inTransaction, lockTeam } from '../transaction.ts';
import { dropDueTimes, retryColumns } from './list-retries.ts';
import { listsOf, NO_VERDICTS, parsed, toList } from './list-rows.ts';
import { foldersOf, selectLists } from './list-selection.ts';
import { addShare, sharesOf } from './list-shares.ts';
import { beginTaken, forgetTaken, isTaken, lockList, takeList } from './taken-lists.ts';

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
        .where('status', '=', 'completed')
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
        .where('status', '=', 'running')
        // So is each of these; by it they have an index.
        .where('settled', '=', 0)
        .executeTakeFirstOrThrow();
      return running;
    },
    storage: () => storageOf(db, teamId),
    askColumn: (id, question, change) => team.askColumn(id, question, change),
    start: (id, start, change) => team.start(id, start, change),
    discard: (id) => team.discard(id),
    takeForRetry: (id, at, kind = 'asked') => team.takeForRetry(id, at, kind),
    retry: (id, round, change) => team.retry(id, round, change),
    revise: (id, revised, change) => team.revise(id, revised, change),
    reform: (id, reformed, change) => team.reform(id, reformed, change),
    leaveRetry: (id, at, ended) => team.leaveRetry(id, at, ended),
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

function startOf({ content, waits = false }: ListStart, at: number) {
  const { form, counts, verdicts, portions, size } = content;
  return {
    status: waits ? 'ready' : 'running',
    form: JSON.stringify(form),
    counts: JSON.stringify(counts),
    verdicts: JSON.stringify(verdicts),
    total_count: counts.distinct,
    portions,
    size,
    started_at: at,
    settled: waits ? 1 : 0,
  } as const;
}

/** Before anything of a list is verified. */
const UNSTARTED: readonly ListStatus[] = ['uploading', 'choosing_column', 'ready'];

interface Audited {
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
      const nothing = { total_count: 0, portions: 0, sent: 0, first_portion: 1, settled: 1 };
      const row = { id, name, size, team_id: this.#teamId, status: 'uploading' } as const;
      const times = { created_at: change.at, started_at: change.at };
      const verdicts = JSON.stringify(NO_VERDICTS);
      await trx
        .insertInto('lists')
        .values({ ...row, ...times, ...nothing, created_by: change.actor, verdicts })
        .execute();
      return true;
    });
  }

  askColumn(id: string, { form, size }: ListQuestion, change: AuditedChange): Promise<void> {
    return inTransaction(this.#db, async (trx) => {
      const asked = { status: 'choosing_column', form: JSON.stringify(form), size } as const;
      const query = this.#update(trx, id).set(asked).where('status', '=', 'uploading');
      if (!(await changed(query.executeTakeFirstOrThrow()))) return;
      await this.audit(trx, { id, action: 'list_uploaded' }, change);
    });
  }

  start(id: string, start: ListStart, change: AuditedChange) {
    const { content, maxBytes } = start;
    return inTransaction(this.#db, async (trx) => {
      await lockTeam(trx, this.#teamId);
      const list = await listsOf(trx, this.#teamId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      const before = UNSTARTED.find((status) => status === list?.status);
      if (!list || !before) return 'ended';
      const others = (await storageOf(trx, this.#teamId)) - list.size;
      if (others + content.size > maxBytes) return 'over_storage';
      await this.#update(trx, id).set(startOf(start, change.at)).execute();
      if (before === 'uploading') await this.audit(trx, { id, action: 'list_uploaded' }, change);
      if (before === 'ready') await this.audit(trx, { id, action: 'list_started' }, change);
      return 'started';
    });
  }

  async discard(id: string): Promise<void> {
    await this.#update(this.#db, id)
      .set({ status: 'removed', settled: 0 })
      .where('status', '=', 'uploading')
      .execute();
  }

  takeForRetry(id: string, at: number, kind: RetryKind): Promise<EndedList | undefined> {
    return inTransaction(this.#db, async (trx) => {
      const list = await lockList(trx, { teamId: this.#teamId, listId: id });
      if (!list) return undefined;
      // Somebody may have been quicker.
      const isDue = list.status === 'completed' && list.retry_at !== null && list.retry_at <= at;
      if (kind === 'planned' && !isDue) return undefined;
      return takeList(trx, list, { at, goesOn: kind === 'revision' });
    });
  }

  retry(id: string, round: ListRound, change: AuditedChange): Promise<boolean> {
    const [own, { at }] = [{ teamId: this.#teamId, listId: id }, change];
    return inTransaction(this.#db, async (trx) => {
      const list = await beginTaken(trx, own, { at, round });
      if (!list) return false;
      await forgetTaken(trx, isTaken({ listId: id, at }));
      await dropDueTimes(trx, list, at);
      if (round.totalCount > 0) await this.audit(trx, { id, action: 'list_retried' }, change);
      return true;
    });
  }

  revise(
    id: string,
    { form, counts, verdicts, judgedBy, size, round, ended, action }: RevisedContent,
    change: AuditedChange,
  ): Promise<boolean> {
    const content = { form: JSON.stringify(form), counts: JSON.stringify(counts), size };
    const { portions, totalCount } = round;
    const goesOn = { portions, total_count: totalCount, ended_at: null, settled: 0 };
    const stays = { status: ended.status, settled: ended.status === 'cancelled' ? 0 : 1 };
    return this.#audited({ id, action }, change, (trx) =>
      this.#taken(trx, id, change.at)
        .set({ ...content, verdicts: JSON.stringify(verdicts), judged_by: judgedBy })
        .set(totalCount > 0 ? goesOn : stays)
        .$if(totalCount > 0, (query) =>
          query.set(({ eb, ref }) => ({ first_portion: eb(ref('sent'), '+', 1) })),
        )
        .executeTakeFirstOrThrow(),
    );
  }

  reform(
    id: string,
    { change: reform, action }: Reformed,
    change: AuditedChange,
  ): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      const list = await listsOf(trx, this.#teamId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      const form = list && parsed<ListForm>(list.form);
      if (!form) return false;
      await this.#update(trx, id)
        .set({ form: JSON.stringify(reform(form)) })
        .execute();
      await this.audit(trx, { id, action }, change);
      return true;
    });
  }

  async leaveRetry(id: string, at: number, { status, startedAt }: EndedList): Promise<void> {
    // Results of a cancelled list may still have to be collected.
    const settled = status === 'cancelled' ? 0 : 1;
    await this.#taken(this.#db, id, at).set({ status, settled, started_at: startedAt }).execute();
    await forgetTaken(this.#db, isTaken({ listId: id, at }));
  }

  /** A list while a retry has it. */
  #taken(db: Kysely<Tables>, id: string, at: number) {
    return this.#update(db, id)
      .where('status', '=', 'running')
      .where('settled', '=', 1)
      .where('started_at', '=', at);
  }

  planRetries(id: string, plan: RetryPlan | null, change: AuditedChange): Promise<boolean> {
    const action = plan ? 'list_retries_planned' : 'list_retries_ended';
    return this.#audited({ id, action }, change, (trx) =>
      this.#update(trx, id)
        .set(retryColumns(plan))
        .where('status', '=', 'completed')
        .executeTakeFirstOrThrow(),
    );
  }

  cancel(id: string, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_cancelled' }, change, (trx) =>
      this.#update(trx, id)
        .set({
          status: 'cancelled',
          waits_for: null,
          retry_at: null,
          retries: null,
          ended_at: change.at,
          settled: 0,
        })
        .where('status', 'in', ['running', 'choosing_column'])
        .executeTakeFirstOrThrow(),
    );
  }

  remove(id: string, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_deleted' }, change, (trx) =>
      this.#update(trx, id)
        .set({ status: 'removed', settled: 0 })
        .where('status', '!=', 'removed')
        .executeTakeFirstOrThrow(),
    );
  }

  rename(id: string, name: string, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_renamed' }, change, (trx) =>
      this.#present(trx, id).set({ name }).executeTakeFirstOrThrow(),
    );
  }

  move(id: string, folder: string | null, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_moved' }, change, (trx) =>
      this.#present(trx, id).set({ folder }).executeTakeFirstOrThrow(),
    );
  }

  share(id: string, share: NewShare, change: AuditedChange): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      const list = listsOf(trx, this.#teamId).where('id', '=', id).forUpdate();
      if (!(await list.executeTakeFirst())) return false;
      await addShare(trx, id, share);
      await this.audit(trx, { id, action: 'list_shared' }, change);
      return true;
    });
  }

  unshare(id: string, shareId: string, change: AuditedChange): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      const list = listsOf(trx, this.#teamId).where('id', '=', id).forUpdate();
      if (!(await list.executeTakeFirst())) return false;
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
    return this.#update(db, id).where('status', '!=', 'removed');
  }

  batchesOf(id: string) {
    return this.#db
      .selectFrom('batches')
      .where('team_id', '=', this.#teamId)
      .where('list_id', '=', id);
  }

  /** Nothing where the list is not the team's. */
  async audit(trx: Kysely<Tables>, { id, action }: Audited, change: AuditedChange): Promise<void> {
    const row = await trx
      .selectFrom('lists')
      .select('name')
      .where('id', '=', id)
      .where('team_id', '=', this.#teamId)
      .executeTakeFirst();
    if (row) await writeAudit(trx, { teamId: this.#teamId, action, subject: row.name }, change);
  }

  #audited(
    audited: Audited,
    change: AuditedChange,
    update: (trx: Kysely<Tables>) => Promise<Updated>,
  ): Promise<boolean> {
    return inTransaction(this.#db, async (trx) => {
      if (!(await changed(update(trx)))) return false;
      await this.audit(trx, audited, change);
      return true;
    });
  }

  #update(db: Kysely<Tables>, id: string) {
    return db.updateTable('lists').where('id', '=', id).where('team_id', '=', this.#teamId);
  }
}

interface Updated {
  readonly numUpdatedRows: bigint;
}

async function changed(update: Promise<Updated>): Promise<boolean> {
  return (await update).numUpdatedRows > 0n;
}
