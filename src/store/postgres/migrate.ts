import { type Kysely, sql } from 'kysely';
import { MailvetError } from '../../lib/errors.ts';
import { UNRELEASED_HINT, unreleasedText } from '../../lib/unreleased.ts';
import { build } from '../../lib/version.ts';
import { postgresTriggers } from '../block-counts.ts';
import { POSTGRES_KEY } from '../index-keys.ts';
import { type Migration, migrationsOf, newerText, shapeOf } from '../migrations.ts';
import { TABLES } from '../schema.ts';
import type { Db } from '../tables.ts';
import { JOB_SCHEMA, migrateJobs, QUEUE } from './part-jobs.ts';

/** Any number that stands for no other lock in this database. */
const LOCK = 0x6d76_6d69;

/** The schema of a database. */
interface SchemaVersion {
  /** 0: an empty database. */
  readonly version: number;
  /** The oldest mailvet that works with it, by the version that it needs. */
  readonly oldest: number;
  /** The mailvet that brought it to its version. */
  readonly program?: string | null;
}

interface StoredVersion extends SchemaVersion {
  readonly shape?: string;
}

/** The version that this mailvet needs. */
export const NEEDED_VERSION = 1 + migrationsOf('postgres').length;

/**
 * The first version that older programs can't work with: its migration removes or renames what they
 * use. Those before it only add, so that nodes of the version before go on until they are replaced.
 */
const OLDEST_VERSION = 1;

/**
 * Creates the schema, or runs the missing migrations, in one transaction, and returns the version before. Of
 * several processes that do so at once, the first does it; the others wait and find it done. pg-boss sees to
 * its own tables the same way, before: the version says that all is there.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[] = migrationsOf('postgres'),
): Promise<SchemaVersion> {
  const to = 1 + migrations.length;
  refuseUnreleased(await findTables(db));
  await migrateJobs(db);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const before = await readVersion(trx);
    if (before.version >= to) return before;
    if (before.version === 0)
      for (const statement of POSTGRES_SCHEMA) await sql.raw(statement).execute(trx);
    for (const step of migrations.slice(Math.max(0, before.version - 1)))
      await step(trx as unknown as Kysely<unknown>);
    await sql`delete from mailvet_version`.execute(trx);
    await sql`
      insert into mailvet_version (version, oldest, program, shape)
      values (${to}, ${OLDEST_VERSION}, ${build()}, ${SHAPE})`.execute(trx);
    return before;
  });
}

interface FoundTables {
  readonly ours: boolean;
  readonly unreleased: boolean;
  readonly tables: number;
}

async function findTables(db: Db): Promise<FoundTables> {
  const { rows } = await sql<FoundTables>`
    select to_regclass('mailvet_version') is not null as ours,
      to_regclass('mailvet_schema') is not null as unreleased,
      (select count(*) from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p')) as tables`.execute(db);
  return rows[0] as FoundTables;
}

/** The table that noted the version before the first release had another name. */
function refuseUnreleased({ ours, unreleased }: FoundTables): void {
  if (!ours && unreleased) throw unreleasedError();
}

function unreleasedError(): MailvetError {
  return new MailvetError('config', unreleasedText('it'), { hint: UNRELEASED_HINT });
}

/** Rejects with MailvetError `input` where the database has tables that are not ours. */
export async function readVersion(db: Db): Promise<SchemaVersion> {
  const tables = await findTables(db);
  refuseUnreleased(tables);
  if (!tables.ours) {
    if (tables.tables === 0) return { version: 0, oldest: 0 };
    throw new MailvetError('input', "it has another program's tables", {
      hint: ['Give an empty database with ', { code: 'setting', name: 'database' }],
    });
  }
  const { rows } = await sql<StoredVersion>`select * from mailvet_version`.execute(db);
  const [found] = rows;
  if (found && found.shape !== SHAPE) throw unreleasedError();
  return found ?? { version: 0, oldest: 0 };
}

/** Rejects with MailvetError `input` where this mailvet can't work with the schema. */
export function checkVersion(
  { version, oldest, program }: SchemaVersion,
  needed = NEEDED_VERSION,
): void {
  if (version < needed) {
    throw new MailvetError('input', `its schema is of version ${version}, not ${needed}`, {
      hint: ['Update it first: ', { code: 'admin', command: 'migrate' }],
    });
  }
  if (oldest > needed) {
    throw new MailvetError('input', newerText(version, needed, program ?? undefined), {
      hint: [
        'Update mailvet, or give another database with ',
        { code: 'setting', name: 'database' },
      ],
    });
  }
}

/** The same columns as SQLite's: 64 bits, and text by its characters' numbers. */
function toPostgres(statement: string): string {
  return statement
    .replace(
      'integer primary key autoincrement',
      'bigint generated by default as identity primary key',
    )
    .replace(/(?<=\w )text\b/g, 'text collate "C"')
    .replace(/ without rowid$/, '');
}

/** The statements that create an empty database, after pg-boss has created its own tables. */
const POSTGRES_SCHEMA: readonly string[] = [
  ...TABLES,
  // Entries are written and deleted with their batch only: a check of each would cost more than its row.
  'alter table entries drop constraint entries_batch_id_fkey',
  'create sequence verifications_seq',
  // A table for each month of `at` (history.ts).
  `create table verifications (
    seq bigint not null default nextval('verifications_seq'),
    team_id text not null,
    batch bigint,
    email text not null,
    mailbox text,
    at bigint not null,
    result_id bigint not null,
    checked_at bigint not null
  ) partition by range (at)`,
  'create index verifications_by_time on verifications (team_id, at, seq)',
  'create index verifications_of_batch on verifications (batch) where batch is not null',
  `create index verifications_of_mailbox on verifications (team_id, (${POSTGRES_KEY}))`,
  // What the processes of a service share of their work with mail hosts.
  `create table session_slots (
    egress text not null,
    provider text not null,
    slot bigint not null,
    holder text not null default '',
    expires_at bigint not null default 0,
    free_at bigint not null default 0,
    primary key (egress, provider, slot)
  )`,
  `create table slot_line (
    egress text not null,
    provider text not null,
    process text not null,
    since bigint not null,
    expires_at bigint not null,
    primary key (egress, provider, process)
  )`,
  `create table fleet_facts (
    kind text not null,
    key text not null,
    value text not null,
    until bigint not null,
    changed_at bigint not null,
    changed_by text not null,
    primary key (kind, key)
  )`,
  'create index fleet_facts_by_change on fleet_facts (changed_at)',
  `create table fleet_processes (
    id text primary key,
    status text not null,
    seen_at bigint not null
  )`,
  // Whose turn it is in each queue of parts; the parts are jobs of pg-boss.
  `create table lane_turns (
    lane text not null,
    team_id text not null,
    turn bigint not null,
    primary key (lane, team_id)
  )`,
  `create table mailvet_version (
    version bigint not null,
    oldest bigint not null,
    program text,
    shape text not null
  )`,
]
  .map(toPostgres)
  .concat(
    `create index parts_of_batch on ${JOB_SCHEMA}.job ((data ->> 'batch'))`,
    `select ${JOB_SCHEMA}.create_queue('part/resolve', '${JSON.stringify({ policy: 'standard', ...QUEUE })}'::jsonb)`,
    postgresTriggers(),
  );

const SHAPE = shapeOf(POSTGRES_SCHEMA);

/** The table that a database keeps its progress in while it is copied to. */
export const PROGRESS_TABLE = 'copy_progress';

/** Rejects with MailvetError `input` where only a part of a copy is in the database. */
export async function refuseUnfinishedCopy(db: Db): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${PROGRESS_TABLE}) is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  throw new MailvetError('input', 'a copy to it is not finished', {
    hint: [
      'Finish it with the same ',
      { code: 'admin', command: 'copy' },
      ', which goes on where it was',
    ],
  });
}
