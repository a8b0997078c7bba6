import { Kysely, sql, type Transaction } from 'kysely';
import type { Db, Tables } from '../tables.ts';
import { HistoryMonths } from './history.ts';
import { PROGRESS_TABLE } from './migrate.ts';
import { type PartJobs, partJobs } from './part-jobs.ts';
import { addResolvePart, RESOLVE_QUEUE } from './part-queue.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { createPool } from './postgres-pool.ts';
import { unnest } from './unnest.ts';

/** A PostgreSQL database with mailvet's schema, to be copied to. */
export class PostgresTarget implements ReadRows {
  readonly #db: Db;
  readonly #months: HistoryMonths;
  readonly #jobs: PartJobs;

  constructor(url: string) {
    this.#db = new Kysely<Tables>({ dialect: postgresDialect({ pool: createPool(url, 1) }) });
    this.#months = new HistoryMonths(this.#db);
    this.#jobs = partJobs(url);
  }

  async read(
    { table, columns, key }: TableShape,
    after: readonly Value[] | null,
    limit: number,
  ): Promise<CopyRow[]> {
    const names = sql.join(columns.map(({ name }) => sql.ref(name)));
    const order = sql.join(key.map((name) => sql.ref(name)));
    const where = after ? sql`where (${order}) > (${sql.join(after)})` : sql``;
    const { rows } = await sql<CopyRow>`
      select ${names} from ${sql.table(table)} ${where} order by ${order} limit ${limit}`.execute(
      this.#db,
    );
    return rows;
  }

  /** Whether a table has any row. */
  async has(table: string): Promise<boolean> {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  /** How far a copy from this source has got; undefined where none was begun. */
  async progress(source: string): Promise<Map<string, Progress> | undefined> {
    const { rows: known } = await sql<{ there: boolean }>`
      select to_regclass(${PROGRESS_TABLE}) is not null as there`.execute(this.#db);
    if (!known[0]?.there) return undefined;
    const { rows } = await sql<Progress & { source: string; table: string }>`
      select source, table_name as "table", last, rows, done = 1 as "isDone"
      from ${sql.table(PROGRESS_TABLE)}`.execute(this.#db);
    if (rows.some((row) => row.source !== source)) return undefined;
    return new Map(rows.map(({ table, ...progress }) => [table, progress]));
  }

  async begin(source: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const table = sql.table(PROGRESS_TABLE);
      await sql`drop table if exists ${table}`.execute(trx);
      await sql`
        create table ${table} (source text not null, table_name text primary key, last text,
          rows bigint not null, done bigint not null)`.execute(trx);
      await sql`insert into ${table} values (${source}, '', null, 0, 1)`.execute(trx);
    });
  }

  /** Writes rows and how far the copy is with them, both or neither. */
  async write(shape: TableShape, rows: readonly CopyRow[], progress: Progress): Promise<void> {
    const isHistory = shape.table === 'verifications';
    const times = isHistory ? rows.map(({ at }) => Number(at)) : [];
    await this.#months.write(times, () => this.#writeRows(shape, rows, progress));
  }

  async #writeRows({ table, columns }: TableShape, rows: readonly CopyRow[], progress: Progress) {
    const names = sql.join(columns.map(({ name }) => sql.ref(name)));
    const given = unnest(
      rows,
      columns.map(({ name, type }) => [name, type, (row: CopyRow) => row[name] ?? null] as const),
    );
    const done = progress.isDone ? 1 : 0;
    await this.#db.transaction().execute(async (trx) => {
      await sql`insert into ${sql.table(table)} (${names}) select * from ${given}`.execute(trx);
      await sql`
        insert into ${sql.table(PROGRESS_TABLE)}
        select source, ${table}, ${progress.last}, ${progress.rows}, ${done}
        from ${sql.table(PROGRESS_TABLE)} limit 1
        on conflict (table_name) do update
        set last = excluded.last, rows = excluded.rows, done = excluded.done`.execute(trx);
    });
  }

  /** Lets new rows come after the copied ones, and forgets the progress. */
  async finish(): Promise<void> {
    await this.#jobs.prepare([RESOLVE_QUEUE]);
    await this.#db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ table: string; column: string }>`
        select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = current_schema() and is_identity = 'YES'`.execute(trx);
      for (const { table, column } of rows) {
        await sql`
          select setval(pg_get_serial_sequence(${table}, ${column}),
            coalesce(max(${sql.ref(column)}), 0) + 1, false) from ${sql.table(table)}`.execute(trx);
      }
      await sql`
        select setval('verifications_seq', coalesce(max(seq), 0) + 1, false)
        from verifications`.execute(trx);
      await this.#addParts(trx);
      await sql`drop table ${sql.table(PROGRESS_TABLE)}`.execute(trx);
    });
  }

  /** Batches that were open in the other database go on. */
  async #addParts(trx: Transaction<Tables>): Promise<void> {
    const batches = await trx
      .selectFrom('batches')
      .select(['id as batchId', 'team_id as teamId'])
      .where('status', 'in', ['pending', 'processing'])
      .orderBy('seq')
      .execute();
    for (const batch of batches) await addResolvePart(trx, this.#jobs, batch);
  }

  async close(): Promise<void> {
    await this.#jobs.close();
    await this.#db.destroy();
  }
}

/** What is copied from one database to the other. */

export type Value = string | number | null;
export type CopyRow = Readonly<Record<string, Value>>;

/** A table, its columns, and those that order its rows and tell them apart. */
export interface TableShape {
  readonly table: string;
  readonly columns: readonly CopiedColumn[];
  readonly key: readonly string[];
}

export interface CopiedColumn {
  readonly name: string;
  readonly type: 'text' | 'bigint';
}

/** How far a table was copied: the key of its last row (JSON), and how many rows there were. */
interface Progress {
  readonly last: string | null;
  readonly rows: number;
  readonly isDone: boolean;
}

/** A database whose rows are read in their order. */
export interface ReadRows {
  /** The rows after a key. */
  read(shape: TableShape, after: readonly Value[] | null, limit: number): Promise<CopyRow[]>;
}
