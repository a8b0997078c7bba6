import { type Kysely, sql } from 'kysely';
import { MailvetError } from '../../errors.ts';
import { build } from '../../lib/version.ts';
import { type MigratedSchema, migrationsOf, newerText } from '../migrations.ts';
import type { Tables } from '../tables.ts';
import { notOurs } from './opening-error.ts';

const MIGRATIONS = migrationsOf('sqlite');

/** SQLite's application id of a mailvet database: "mvet". */
export const APPLICATION_ID = 0x6d766574;

/** Keeps what is there before the migrations change it. To be called while the database is locked. */
type KeepCopy = (version: number) => Pick<MigratedSchema, 'copy' | 'copyProblem'>;

/**
 * Runs the missing migrations in one transaction. Of several processes that start at once, the first
 * runs them; the others wait for the write lock, check again and find them done. Undefined where
 * nothing was missing, or nothing was there.
 */
export async function migrate(
  db: Kysely<Tables>,
  keepCopy: KeepCopy = () => ({}),
): Promise<MigratedSchema | undefined> {
  if (stepsMissing(await readHeader(db)) === 0) return undefined;
  return db.transaction().execute(async (trx) => {
    const missing = stepsMissing(await readHeader(trx));
    if (missing === 0) return undefined;
    const from = MIGRATIONS.length - missing;
    const kept = from === 0 ? {} : keepCopy(from);
    const steps = MIGRATIONS.slice(from);
    for (const step of steps) await step(trx as unknown as Kysely<unknown>);
    await sql.raw(`PRAGMA application_id = ${APPLICATION_ID}`).execute(trx);
    await sql.raw(`PRAGMA user_version = ${MIGRATIONS.length}`).execute(trx);
    await noteWriter(trx);
    return from === 0 ? undefined : { from, to: MIGRATIONS.length, ...kept };
  });
}

/** The mailvet that brought the schema to its version. */
async function noteWriter(trx: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists mailvet_schema (program text not null)`.execute(trx);
  await sql`delete from mailvet_schema`.execute(trx);
  await sql`insert into mailvet_schema values (${build()})`.execute(trx);
}

/** Undefined in a database of a version that did not say so. */
async function readWriter(db: Kysely<Tables>): Promise<string | undefined> {
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
  readonly writer: string | undefined;
}

async function readHeader(db: Kysely<Tables>): Promise<DatabaseHeader> {
  const { rows } = await sql<Omit<DatabaseHeader, 'writer'>>`
    select application_id as application, user_version as version,
      (select count(*) from sqlite_schema) as tables
    from pragma_application_id, pragma_user_version`.execute(db);
  const header = rows[0] as Omit<DatabaseHeader, 'writer'>;
  return { ...header, writer: await readWriter(db) };
}

function stepsMissing({ application, version, tables, writer }: DatabaseHeader): number {
  if (application !== APPLICATION_ID) {
    if (application === 0 && tables === 0) return MIGRATIONS.length;
    throw notOurs();
  }
  if (version > MIGRATIONS.length) {
    throw new MailvetError('input', newerText(version, MIGRATIONS.length, writer), {
      hint: ['Update mailvet, or give another file with ', { code: 'setting', name: 'database' }],
    });
  }
  return MIGRATIONS.length - version;
}
