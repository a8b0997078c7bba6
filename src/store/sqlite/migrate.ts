import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { SQLITE, sqliteCode } from '../../lib/sqlite.ts';
import { UNRELEASED_HINT, unreleasedText } from '../../lib/unreleased.ts';
import { build } from '../../lib/version.ts';
import { sqliteTriggers } from '../block-counts.ts';
import { sqliteKey } from '../index-keys.ts';
import {
  type MigratedSchema,
  type Migration,
  migrationsOf,
  newerText,
  shapeOf,
} from '../migrations.ts';
import { TABLES } from '../schema.ts';
import type { Db } from '../tables.ts';
import { notOurs } from './sqlite-errors.ts';

/** SQLite's application id of a mailvet database: "mvdb". */
const APPLICATION_ID = 0x6d766462;
/** That of the builds before the first release: "mvet". */
const UNRELEASED_ID = 0x6d766574;

/** Keeps what is there before the migrations change it. To be called while the database is locked. */
type KeepCopy = (version: number) => Pick<MigratedSchema, 'copy' | 'copyProblem'>;

interface MigrateOptions {
  readonly keepCopy?: KeepCopy;
  readonly migrations?: readonly Migration[];
}

/**
 * Creates the schema, or runs the missing migrations, in one transaction. Of several processes that start at
 * once, the first does it; the others wait for the write lock, check again and find it done. Undefined
 * where nothing was missing, or nothing was there.
 */
export async function migrate(
  db: Db,
  { keepCopy = () => ({}), migrations = migrationsOf('sqlite') }: MigrateOptions = {},
): Promise<MigratedSchema | undefined> {
  const to = 1 + migrations.length;
  if (checkHeader(await readHeader(db), to) === to) return undefined;
  return db.transaction().execute(async (trx) => {
    const from = checkHeader(await readHeader(trx), to);
    if (from === to) return undefined;
    const kept = from === 0 ? {} : keepCopy(from);
    if (from === 0) for (const statement of SQLITE_SCHEMA) await sql.raw(statement).execute(trx);
    for (const step of migrations.slice(Math.max(0, from - 1)))
      await step(trx as unknown as Kysely<unknown>);
    await sql.raw(`PRAGMA application_id = ${APPLICATION_ID}`).execute(trx);
    await sql.raw(`PRAGMA user_version = ${to}`).execute(trx);
    await sql`delete from mailvet_schema`.execute(trx);
    await sql`insert into mailvet_schema values (${build()}, ${SHAPE})`.execute(trx);
    return from === 0 ? undefined : { from, to, ...kept };
  });
}

/** Undefined in a database that did not say so. */
async function readWriter(db: Db): Promise<string | undefined> {
  const { rows: tables } = await sql`
    select 1 from sqlite_schema where name = 'mailvet_schema'`.execute(db);
  if (tables.length === 0) return undefined;
  const { rows } = await sql<{ program: string }>`select program from mailvet_schema`.execute(db);
  return rows[0]?.program;
}

interface DatabaseHeader {
  readonly application: number;
  readonly version: number;
  readonly tables: number;
  /** The mailvet that brought the schema to its version. */
  readonly writer: string | undefined;
}

async function readHeader(db: Db): Promise<DatabaseHeader> {
  const { rows } = await sql<Omit<DatabaseHeader, 'writer'>>`
    select application_id as application, user_version as version,
      (select count(*) from sqlite_schema) as tables
    from pragma_application_id, pragma_user_version`.execute(db);
  const header = rows[0] as Omit<DatabaseHeader, 'writer'>;
  return { ...header, writer: await readWriter(db) };
}

/** The version of the schema; 0: an empty file. Throws for a database that this mailvet can't work with. */
function checkHeader({ application, version, tables, writer }: DatabaseHeader, known: number) {
  if (application === 0 && tables === 0) return 0;
  checkApplication(application);
  if (version <= known) return version;
  throw new MailvetError('input', newerText(version, known, writer), {
    hint: ['Update mailvet, or give another file with ', { code: 'setting', name: 'database' }],
  });
}

/** Throws for the application id of another program, or of a build before the first release. */
export function checkApplication(id: unknown): void {
  if (id === APPLICATION_ID) return;
  if (id !== UNRELEASED_ID) throw notOurs();
  throw new MailvetError('config', unreleasedText('it'), { hint: UNRELEASED_HINT });
}

/** Refuses a database of a build before the first release while nothing of the file can change. */
export function refuseUnreleased(path: string): void {
  try {
    using file = new DatabaseSync(path, { readOnly: true });
    const id = file.prepare('PRAGMA application_id').get()?.application_id;
    if (id === UNRELEASED_ID || (id === APPLICATION_ID && readShape(file) !== SHAPE))
      checkApplication(UNRELEASED_ID);
  } catch (error) {
    // What else is wrong with it is found when it is opened.
    if (isMailvetError(error)) throw error;
  }
}

/** Undefined where it says none. */
function readShape(file: DatabaseSync): unknown {
  try {
    return file.prepare('select shape from mailvet_schema').get()?.shape;
  } catch (error) {
    if (sqliteCode(error) === SQLITE.ERROR) return undefined;
    throw error;
  }
}

/** The statements that create an empty database. */
const SQLITE_SCHEMA: readonly string[] = [
  ...TABLES,
  `create table verifications (
    seq integer primary key autoincrement,
    team_id text not null references teams (id),
    batch integer references batches (seq),
    email text not null,
    mailbox text,
    at bigint not null,
    result_id bigint not null,
    checked_at bigint not null
  )`,
  'create index verifications_by_time on verifications (team_id, at)',
  'create index verifications_of_batch on verifications (batch) where batch is not null',
  // An index by mailbox and domain that is filled when somebody reads it: most databases are never asked.
  `create table verified_mailboxes (
    key text not null,
    seq integer not null,
    primary key (key, seq)
  ) without rowid`,
  // One row: the last verification that is in the index.
  'create table verified_mailboxes_end (seq integer not null)',
  'insert into verified_mailboxes_end values (0)',
  `create trigger forget_verified_mailbox after delete on verifications
    when old.seq <= (select seq from verified_mailboxes_end) begin
      delete from verified_mailboxes
        where key = ${sqliteKey('old.')} and seq = old.seq;
    end`,
  ...sqliteTriggers(),
  'create table mailvet_schema (program text not null, shape text not null)',
];

const SHAPE = shapeOf(SQLITE_SCHEMA);
