import { createHash } from 'node:crypto';
import { existsSync, realpathSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { MailvetError } from '../../errors.ts';
import { isPostgresUrl, shownDatabase } from '../../lib/database-name.ts';
import { migrationsOf } from '../migrations.ts';
import { openStore } from '../open-store.ts';
import type { CopyRow, CopySource, CopyTarget, TableShape, Value } from './copy-end.ts';
import type { SqliteEnd } from './sqlite-end.ts';
import { tableShapes } from './table-shapes.ts';

/** Rows that are written together. */
const CHUNK_ROWS = 2000;

export interface CopyRequest {
  /** One of both is an SQLite file, the other a PostgreSQL URL. */
  readonly from: string;
  readonly to: string;
  /** Called with each table that is copied. */
  readonly onTable?: (table: CopiedTable) => void;
  /** Called before anything is copied where a service still has the source open. */
  readonly onOpenElsewhere?: () => void | Promise<void>;
  /** What must hold of a source of this version, before anything is copied. */
  readonly beforeBegin?: () => Promise<void>;
  /** What else belongs to the copy, before it counts as finished; it may be called again after a break. */
  readonly beforeFinish?: () => Promise<void>;
}

export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

/**
 * Copies all rows of a database, whose service does not run, to one without any, and compares both.
 * After an interruption it goes on where it was. Rejects with MailvetError `input` where that can't be
 * done, and where a row differs in the end.
 */
export async function copyStore(request: CopyRequest): Promise<CopiedTable[]> {
  const { from, to } = request;
  if (isPostgresUrl(from) === isPostgresUrl(to)) throw sameKind();
  if (!isPostgresUrl(from) && !existsSync(from)) throw noSource(from);
  if (await isOpenElsewhere(from)) await request.onOpenElsewhere?.();
  const source = await openEnd(from, { readOnly: true });
  try {
    await request.beforeBegin?.();
    const place = await prepareTarget(to);
    const copied = await copyTo(place, source, request);
    if (place !== to) renameSync(place, to);
    return copied;
  } finally {
    await source.close();
  }
}

/** Where rows are copied to: a file gets its name when it is complete. */
async function prepareTarget(to: string): Promise<string> {
  if (isPostgresUrl(to)) {
    const { migratePostgres } = await import('../postgres/migrate-postgres.ts');
    await migratePostgres(to);
    return to;
  }
  if (existsSync(to)) {
    throw new MailvetError('input', `${to} exists already`, {
      hint: 'Give the name of a new file',
    });
  }
  const partial = `${to}.partial`;
  await (await openStore(partial)).close();
  return partial;
}

async function copyTo(
  place: string,
  source: CopySource,
  request: CopyRequest,
): Promise<CopiedTable[]> {
  const target = await openEnd(place, { readOnly: false });
  try {
    return await copyAll({ source, target }, request);
  } finally {
    await target.close();
  }
}

interface Ends {
  readonly source: CopySource;
  readonly target: CopyTarget;
}

async function openEnd(
  database: string,
  options: { readonly readOnly: boolean },
): Promise<CopyTarget> {
  if (isPostgresUrl(database)) {
    const { PostgresEnd } = await import('./postgres-end.ts');
    const { checkPostgresVersion } = await import('../postgres/migrate-postgres.ts');
    await checkPostgresVersion(database);
    return new PostgresEnd(database);
  }
  const { SqliteEnd } = await import('./sqlite-end.ts');
  const end = new SqliteEnd(database, options);
  checkSqliteVersion(database, end);
  return end;
}

function checkSqliteVersion(path: string, { file }: SqliteEnd): void {
  const version = file.prepare('PRAGMA user_version').get()?.user_version;
  if (version === migrationsOf('sqlite').length) return;
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
  const shapes = tableShapes(((isPostgresUrl(from) ? target : source) as SqliteEnd).file);
  const name = isPostgresUrl(from) ? shownDatabase(from) : realpathSync(from);
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
  target: CopyTarget,
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

interface Compared {
  readonly shapes: readonly TableShape[];
  readonly from: string;
  readonly to: string;
}

async function compareAll({ source, target }: Ends, { shapes, from, to }: Compared): Promise<void> {
  for (const shape of shapes) {
    const [theirs, ours] = [await digest(source, shape), await digest(target, shape)];
    if (theirs.hash === ours.hash) continue;
    const counts = `${theirs.rows} rows in ${shownDatabase(from)}, ${ours.rows} in ${shownDatabase(to)}`;
    throw new MailvetError('input', `${shape.table} differs: ${counts}`, {
      hint: 'Stop the services of both, empty the second database and copy again',
    });
  }
}

/** What a table has, in the order of its key. */
async function digest(end: CopySource, shape: TableShape) {
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

function sameKind(): MailvetError {
  return new MailvetError('usage', 'A copy goes between an SQLite file and PostgreSQL', {
    hint: [
      'Give a file to one of ',
      { code: 'setting', name: 'from' },
      ' and ',
      { code: 'setting', name: 'to' },
      ', and a postgres:// URL to the other',
    ],
  });
}

function noSource(from: string): MailvetError {
  return new MailvetError('input', `there is no database ${from}`, {
    hint: ['Give the path of the SQLite file with ', { code: 'setting', name: 'from' }],
  });
}

/** Whether another connection, of a service that runs, has the database open. To be asked before it is opened here. */
async function isOpenElsewhere(database: string): Promise<boolean> {
  return isPostgresUrl(database) ? await hasOtherClients(database) : isFileInUse(database);
}

/** In WAL mode each connection holds a shared lock of the file for as long as it is open. */
function isFileInUse(path: string): boolean {
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

/** Behind a pooler its own connections count: whether a service uses one of them can't be seen. */
async function hasOtherClients(url: string): Promise<boolean> {
  const { createPool } = await import('../postgres/postgres-pool.ts');
  const pool = createPool(url, 1);
  try {
    const { rows } = await pool.query(`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'mailvet' and pid <> pg_backend_pid()
      limit 1`);
    return rows.length > 0;
  } finally {
    await pool.end();
  }
}
