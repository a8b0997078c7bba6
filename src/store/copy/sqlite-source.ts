import { DatabaseSync } from 'node:sqlite';
import type { CopyRow, ReadRows, TableShape, Value } from './copied-rows.ts';

/** An SQLite database with mailvet's schema, to be copied. */
export class SqliteSource implements ReadRows {
  readonly file: DatabaseSync;

  constructor(path: string) {
    this.file = new DatabaseSync(path, { readOnly: true });
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

  close(): void {
    this.file.close();
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}
