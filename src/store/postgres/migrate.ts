import { type Kysely, sql } from 'kysely';
import { MailvetError } from '../../errors.ts';
import { build } from '../../lib/version.ts';
import { migrationsOf, newerText } from '../migrations.ts';
import type { Tables } from '../tables.ts';
import { migrateJobs } from './parts/part-jobs.ts';

const MIGRATIONS = migrationsOf('postgres');

/** Any number that stands for no other lock in this database. */
const LOCK = 0x6d76_6d69;

/** The schema of a database. */
export interface SchemaVersion {
  /** Migrations that were applied; 0: an empty database. */
  readonly version: number;
  /** The oldest mailvet that works with it, by the number of its migrations. */
  readonly oldest: number;
  /** The mailvet that brought it to its version, where it said so. */
  readonly program?: string | null;
}

/** The version that this mailvet needs. */
export const NEEDED_VERSION = MIGRATIONS.length;

/**
 * The first migration number that older programs can't work with: it removes or renames what they
 * use. Those before it only add, so that nodes of the version before go on until they are replaced.
 */
const OLDEST_VERSION = 13;

/**
 * Runs the missing migrations in one transaction, and returns the version before. Of several processes
 * that do so at once, the first runs them; the others wait and find them done. pg-boss sees to its own
 * tables the same way, before: the version says that all is there.
 */
export async function migrate(db: Kysely<Tables>): Promise<SchemaVersion> {
  await migrateJobs(db);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const before = await readVersion(trx);
    const steps = MIGRATIONS.slice(before.version);
    if (steps.length === 0) return before;
    for (const step of steps) await step(trx as unknown as Kysely<unknown>);
    await writeVersion(trx);
    return before;
  });
}

async function writeVersion(trx: Kysely<Tables>): Promise<void> {
  await sql`
    create table if not exists mailvet_schema (version bigint not null, oldest bigint not null)`.execute(
    trx,
  );
  await sql`alter table mailvet_schema add column if not exists program text`.execute(trx);
  await sql`delete from mailvet_schema`.execute(trx);
  await sql`
    insert into mailvet_schema (version, oldest, program)
    values (${NEEDED_VERSION}, ${OLDEST_VERSION}, ${build()})`.execute(trx);
}

/** Rejects with MailvetError `input` where the database has tables that are not ours. */
export async function readVersion(db: Kysely<Tables>): Promise<SchemaVersion> {
  const { rows } = await sql<{ ours: boolean; tables: number }>`
    select to_regclass('mailvet_schema') is not null as ours,
      (select count(*) from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p')) as tables`.execute(db);
  if (!rows[0]?.ours) {
    if (rows[0]?.tables === 0) return { version: 0, oldest: 0 };
    throw new MailvetError('input', "it has another program's tables", {
      hint: ['Give an empty database with ', { code: 'setting', name: 'database' }],
    });
  }
  // All columns: a schema of an earlier version has not got each of them.
  const { rows: versions } = await sql<SchemaVersion>`select * from mailvet_schema`.execute(db);
  return versions[0] ?? { version: 0, oldest: 0 };
}

/** Rejects with MailvetError `input` where this mailvet can't work with the schema. */
export function checkVersion({ version, oldest, program }: SchemaVersion): void {
  if (version < NEEDED_VERSION) {
    throw new MailvetError('input', `its schema is of version ${version}, not ${NEEDED_VERSION}`, {
      hint: ['Update it first: ', { code: 'admin', command: 'migrate' }],
    });
  }
  if (oldest > NEEDED_VERSION) {
    throw new MailvetError('input', newerText(version, NEEDED_VERSION, program ?? undefined), {
      hint: [
        'Update mailvet, or give another database with ',
        { code: 'setting', name: 'database' },
      ],
    });
  }
}
