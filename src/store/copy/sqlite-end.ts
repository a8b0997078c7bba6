import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { inTransaction } from '../../lib/in-transaction.ts';
import { PROGRESS_TABLE } from '../postgres/unfinished-copy.ts';
import type { CopyRow, CopyTarget, Progress, TableShape, Value } from './copy-end.ts';

/** An SQLite database with mailvet's schema, to be copied from or to. */
export class SqliteEnd implements CopyTarget {
  readonly file: DatabaseSync;
  readonly #inserts = new Map<string, StatementSync>();

  constructor(path: string, options: { readonly readOnly: boolean }) {
    this.file = new DatabaseSync(path, options);
  }

  async read(
    { table, columns, key }: TableShape,
    after: readonly Value[] | null,
    limit: number,
  ): Promise<CopyRow[]> {
    const names = columns.map(({ name }) => quoted(name)).join(', ');
    const order = key.map(quoted).join(', ');
    const where = after ? `where (${order}) > (${key.map(() => '?').join(', ')})` : '';
    const sql = `select ${names} from ${quoted(table)} ${where} order by ${order} limit ?`;
    return this.file.prepare(sql).all(...(after ?? []), limit) as CopyRow[];
  }

  async has(table: string): Promise<boolean> {
    return this.file.prepare(`select 1 from ${quoted(table)} limit 1`).get() !== undefined;
  }

  async progress(source: string): Promise<Map<string, Progress> | undefined> {
    const known = this.file.prepare('select 1 from sqlite_schema where name = ?');
    if (!known.get(PROGRESS_TABLE)) return undefined;
    const rows = this.file
      .prepare(`select source, table_name, last, rows, done from ${PROGRESS_TABLE}`)
      .all();
    if (rows.some((row) => row.source !== source)) return undefined;
    return new Map(
      rows.map(({ table_name, last, rows: count, done }) => [
        String(table_name),
        { last: last as string | null, rows: Number(count), isDone: done === 1 },
      ]),
    );
  }

  async begin(source: string): Promise<void> {
    this.file.exec(`drop table if exists ${PROGRESS_TABLE}`);
    this.file.exec(
      `create table ${PROGRESS_TABLE}
        (source text not null, table_name text primary key, last text, rows integer not null, done integer not null)`,
    );
    this.#note(source, '', { last: null, rows: 0, isDone: true });
  }

  async write(shape: TableShape, rows: readonly CopyRow[], progress: Progress): Promise<void> {
    inTransaction(this.file, () => {
      const insert = this.#insertInto(shape);
      for (const row of rows) insert.run(...shape.columns.map(({ name }) => row[name] ?? null));
      this.#note(this.#source(), shape.table, progress);
    });
  }

  #insertInto({ table, columns }: TableShape): StatementSync {
    const known = this.#inserts.get(table);
    if (known) return known;
    const names = columns.map(({ name }) => quoted(name)).join(', ');
    const places = columns.map(() => '?').join(', ');
    const insert = this.file.prepare(`insert into ${quoted(table)} (${names}) values (${places})`);
    this.#inserts.set(table, insert);
    return insert;
  }

  #source(): string {
    return String(this.file.prepare(`select source from ${PROGRESS_TABLE}`).get()?.source);
  }

  #note(source: string, table: string, { last, rows, isDone }: Progress): void {
    this.file
      .prepare(
        `insert into ${PROGRESS_TABLE} values (?, ?, ?, ?, ?) on conflict (table_name)
         do update set last = excluded.last, rows = excluded.rows, done = excluded.done`,
      )
      .run(source, table, last, rows, isDone ? 1 : 0);
  }

  async finish(): Promise<void> {
    this.file.exec(`drop table ${PROGRESS_TABLE}`);
  }

  async close(): Promise<void> {
    if (this.file.isOpen) this.file.close();
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}
