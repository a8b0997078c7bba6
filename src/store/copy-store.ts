import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isPostgresUrl, shownDatabase } from '../lib/database-name.ts';
import { MailvetError } from '../lib/errors.ts';
import { migrationsOf } from './migrations.ts';
import type {
  CopiedColumn,
  CopyRow,
  PostgresTarget,
  ReadRows,
  TableShape,
  Value,
} from './postgres/copy-target.ts';

/** Rows that are written together. */
const CHUNK_ROWS = 2000;

export interface CopyRequest {
  /** An SQLite file. */
  readonly from: string;
  /** A PostgreSQL URL. */
  readonly to: string;
  /** Called with each table that is copied. */
  readonly onTable?: (table: CopiedTable) => void;
  /** Called before anything is copied where a service still has the source open. */
  readonly onOpenElsewhere?: () => void | Promise<void>;
  /** What else belongs to the copy, before it counts as finished; it may be called again after a break. */
  readonly beforeFinish?: () => Promise<void>;
}

export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

/**
 * Copies all rows of an SQLite database, whose service does not run, to a PostgreSQL database without any, and
 * compares both. After an interruption it goes on where it was. Rejects with MailvetError `input` where that
 * can't be done, and where a row differs in the end.
 */
export async function copyStore(request: CopyRequest): Promise<CopiedTable[]> {
  const { from, to } = request;
  if (isPostgresUrl(from) || !isPostgresUrl(to)) throw otherWay();
  if (!existsSync(from)) throw noSource(from);
  if (isOpenElsewhere(from)) await request.onOpenElsewhere?.();
  const source = new SqliteSource(from);
  try {
    checkVersion(from, source);
    const { migratePostgres } = await import('./postgres/open-postgres.ts');
    const { PostgresTarget } = await import('./postgres/copy-target.ts');
    await migratePostgres(to);
    const target = new PostgresTarget(to);
    try {
      return await copyAll({ source, target }, request);
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

interface Ends {
  readonly source: SqliteSource;
  readonly target: PostgresTarget;
}

function checkVersion(path: string, { file }: SqliteSource): void {
  const version = file.prepare('PRAGMA user_version').get()?.user_version;
  if (version === 1 + migrationsOf('sqlite').length) return;
  throw new MailvetError('input', `${path} has the schema of another version of mailvet`, {
    hint: [
      'Bring it to this version first: ',
      { code: 'admin', command: `migrate --database ${path}` },
    ],
  });
}

async function copyAll(
  ends: Ends,
  { from, to, onTable, beforeFinish }: CopyRequest,
): Promise<CopiedTable[]> {
  const { source, target } = ends;
  const shapes = tableShapes(source.file);
  const name = realpathSync(from);
  await begin(target, { name, to, shapes });
  const copied: CopiedTable[] = [];
  for (const shape of shapes) {
    const rows = await copyTable(ends, shape, name);
    copied.push({ table: shape.table, rows });
    onTable?.({ table: shape.table, rows });
  }
  await compareAll(ends, { shapes, from, to });
  await beforeFinish?.();
  await target.finish();
  return copied;
}

async function begin(
  target: PostgresTarget,
  {
    name,
    to,
    shapes,
  }: { readonly name: string; readonly to: string; readonly shapes: TableShape[] },
): Promise<void> {
  if (await target.progress(name)) return;
  for (const { table } of shapes) {
    if (!(await target.has(table))) continue;
    throw new MailvetError('input', `${shownDatabase(to)} has rows in ${table} already`, {
      hint: 'Copy to an empty database',
    });
  }
  await target.begin(name);
}

async function copyTable({ source, target }: Ends, shape: TableShape, name: string) {
  const progress = (await target.progress(name))?.get(shape.table);
  if (progress?.isDone) return progress.rows;
  let copied = progress?.rows ?? 0;
  let after: Value[] | null = progress?.last ? JSON.parse(progress.last) : null;
  for (;;) {
    const rows = await source.read(shape, after, CHUNK_ROWS);
    const last = rows.at(-1);
    copied += rows.length;
    after = last ? keyOf(shape, last) : after;
    const isDone = rows.length < CHUNK_ROWS;
    await target.write(shape, rows, { last: after && JSON.stringify(after), rows: copied, isDone });
    if (isDone) return copied;
  }
}

function keyOf({ key }: TableShape, row: CopyRow): Value[] {
  return key.map((name) => row[name] ?? null);
}

async function compareAll(
  { source, target }: Ends,
  {
    shapes,
    from,
    to,
  }: { readonly shapes: readonly TableShape[]; readonly from: string; readonly to: string },
): Promise<void> {
  for (const shape of shapes) {
    const [theirs, ours] = [await digest(source, shape), await digest(target, shape)];
    if (theirs.hash === ours.hash) continue;
    const counts = `${theirs.rows} rows in ${from}, ${ours.rows} in ${shownDatabase(to)}`;
    throw new MailvetError('input', `${shape.table} differs: ${counts}`, {
      hint: 'Stop the services of both, empty the database in PostgreSQL and copy again',
    });
  }
}

/** What a table has, in the order of its key. */
async function digest(end: ReadRows, shape: TableShape) {
  const hash = createHash('sha256');
  let rows = 0;
  let after: Value[] | null = null;
  for (;;) {
    const slice: CopyRow[] = await end.read(shape, after, CHUNK_ROWS);
    for (const row of slice)
      hash.update(JSON.stringify(shape.columns.map(({ name }) => row[name])));
    rows += slice.length;
    const last = slice.at(-1);
    if (!last || slice.length < CHUNK_ROWS) return { hash: hash.digest('hex'), rows };
    after = keyOf(shape, last);
  }
}

function otherWay(): MailvetError {
  return new MailvetError('usage', 'A copy goes from an SQLite file to PostgreSQL, and not back', {
    hint: [
      'Give a file to ',
      { code: 'setting', name: 'from' },
      ' and a postgres:// URL to ',
      { code: 'setting', name: 'to' },
    ],
  });
}

function noSource(from: string): MailvetError {
  return new MailvetError('input', `there is no database ${from}`, {
    hint: ['Give the path of the SQLite file with ', { code: 'setting', name: 'from' }],
  });
}

/**
 * Whether a service that runs has the file open. To be asked before it is opened here.
 * In WAL mode each connection holds a shared lock of the file for as long as it is open.
 */
function isOpenElsewhere(path: string): boolean {
  using file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    if (Number((error as { errcode?: number }).errcode) === SQLITE_BUSY) return true;
    throw error;
  }
}

const SQLITE_BUSY = 5;

/** An SQLite database with mailvet's schema, to be copied. */
class SqliteSource implements ReadRows {
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

/** The order that both databases have an index for. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  verifications: ['team_id', 'at', 'seq'],
};

/**
 * The tables of an SQLite database, which are those that both databases have: each behind those that it
 * refers to. Counts of rows come with the rows, by triggers; the index by address comes when it is read.
 */
function tableShapes(file: DatabaseSync): TableShape[] {
  const names = file
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'
         and name not in ('copy_progress', 'mailvet_schema', 'block_counts',
           'verified_mailboxes', 'verified_mailboxes_end')
       order by name`,
    )
    .all()
    .map(({ name }) => String(name));
  const parents = new Map(names.map((name) => [name, parentsOf(file, name)]));
  return inOrder(names, parents).map((name) => shapeOf(file, name));
}

function parentsOf(file: DatabaseSync, table: string): string[] {
  const rows = file.prepare('select "table" as parent from pragma_foreign_key_list(?)').all(table);
  return rows.map(({ parent }) => String(parent)).filter((parent) => parent !== table);
}

function inOrder(names: readonly string[], parents: Map<string, string[]>): string[] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    for (const parent of parents.get(name) ?? []) if (!ordered.has(parent)) add(parent);
    ordered.add(name);
  };
  for (const name of names) add(name);
  return [...ordered];
}

function shapeOf(file: DatabaseSync, table: string): TableShape {
  const rows = file.prepare('select name, type, pk from pragma_table_info(?)').all(table);
  const columns = rows.map(
    ({ name, type }): CopiedColumn => ({
      name: String(name),
      type: String(type).toLowerCase() === 'text' ? 'text' : 'bigint',
    }),
  );
  const primary = rows
    .filter(({ pk }) => Number(pk) > 0)
    .sort((one, other) => Number(one.pk) - Number(other.pk))
    .map(({ name }) => String(name));
  return { table, columns, key: KEYS[table] ?? primary };
}
