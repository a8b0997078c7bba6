import type { Kysely } from 'kysely';
import type {
  EndedList,
  ListContent,
  ListQuestion,
  ListRound,
  ListStart,
  ListStore,
  NewList,
} from '../../service/lists/list-ports.ts';
import type { AuditAction, AuditedChange } from '../../service/people/people-ports.ts';
import { writeAudit } from '../people/audit-log.ts';
import { BATCH_COLUMNS, toBatch } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { inTransaction, lockTeam } from '../transaction.ts';
import { listsOf, NO_VERDICTS, toList } from './list-rows.ts';

/** Everything here is narrowed to one team's rows. */
export function listStore(db: Kysely<Tables>, teamId: string): ListStore {
  const team = new TeamLists(db, teamId);
  return {
    create: (list, maxBytes, change) => team.create(list, maxBytes, change),
    async find(id) {
      const row = await listsOf(db, teamId).where('id', '=', id).executeTakeFirst();
      return row && toList(row);
    },
    async list({ limit, skip }) {
      const query = listsOf(db, teamId).orderBy('seq', 'desc').limit(limit).offset(skip);
      return (await query.execute()).map(toList);
    },
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
    takeForRetry: (id, at) => team.takeForRetry(id, at),
    retry: (id, round, change) => team.retry(id, round, change),
    leaveRetry: (id, at, ended) => team.leaveRetry(id, at, ended),
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

function startOf({ form, counts, verdicts, portions, size }: ListContent, at: number) {
  return {
    status: 'running',
    form: JSON.stringify(form),
    counts: JSON.stringify(counts),
    verdicts: JSON.stringify(verdicts),
    total_count: counts.distinct,
    portions,
    size,
    started_at: at,
    settled: 0,
  } as const;
}

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

  start(id: string, { content, maxBytes }: ListStart, change: AuditedChange) {
    return inTransaction(this.#db, async (trx) => {
      await lockTeam(trx, this.#teamId);
      const list = await listsOf(trx, this.#teamId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (list?.status !== 'uploading' && list?.status !== 'choosing_column') return 'ended';
      const others = (await storageOf(trx, this.#teamId)) - list.size;
      if (others + content.size > maxBytes) return 'over_storage';
      await this.#update(trx, id).set(startOf(content, change.at)).execute();
      const isNew = list.status === 'uploading';
      if (isNew) await this.audit(trx, { id, action: 'list_uploaded' }, change);
      return 'started';
    });
  }

  async discard(id: string): Promise<void> {
    await this.#update(this.#db, id)
      .set({ status: 'removed', settled: 0 })
      .where('status', '=', 'uploading')
      .execute();
  }

  takeForRetry(id: string, at: number): Promise<EndedList | undefined> {
    return inTransaction(this.#db, async (trx) => {
      const list = await listsOf(trx, this.#teamId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (list?.status !== 'completed' && list?.status !== 'cancelled') return undefined;
      await this.#update(trx, id).set({ status: 'running', settled: 1, started_at: at }).execute();
      return { status: list.status, sent: list.sent, startedAt: list.started_at };
    });
  }

  retry(id: string, { portions, totalCount }: ListRound, change: AuditedChange): Promise<boolean> {
    const round = { portions, total_count: totalCount, ended_at: null, settled: 0 };
    return this.#audited({ id, action: 'list_retried' }, change, (trx) =>
      this.#taken(trx, id, change.at)
        .set(({ eb, ref }) => ({ ...round, first_portion: eb(ref('sent'), '+', 1) }))
        .executeTakeFirstOrThrow(),
    );
  }

  async leaveRetry(id: string, at: number, { status, startedAt }: EndedList): Promise<void> {
    // Results of a cancelled list may still have to be collected.
    const settled = status === 'cancelled' ? 0 : 1;
    await this.#taken(this.#db, id, at).set({ status, settled, started_at: startedAt }).execute();
  }

  /** A list while a retry has it. */
  #taken(db: Kysely<Tables>, id: string, at: number) {
    return this.#update(db, id)
      .where('status', '=', 'running')
      .where('settled', '=', 1)
      .where('started_at', '=', at);
  }

  cancel(id: string, change: AuditedChange): Promise<boolean> {
    return this.#audited({ id, action: 'list_cancelled' }, change, (trx) =>
      this.#update(trx, id)
        .set({ status: 'cancelled', waits_for: null, ended_at: change.at, settled: 0 })
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
