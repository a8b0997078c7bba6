import { type Kysely, sql } from 'kysely';
import { MailvetError } from '../../errors.ts';
import { migrationsOf } from '../migrations.ts';
import type { Tables } from '../tables.ts';
import { notOurs } from './opening-error.ts';

const MIGRATIONS = migrationsOf('sqlite');

/** SQLite's application id of a mailvet database: "mvet". */
export const APPLICATION_ID = 0x6d766574;

/**
 * Runs the missing migrations in one transaction. Of several processes that start at once, the first
 * runs them; the others wait for the write lock, check again and find them done.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  if (stepsMissing(await readHeader(db)) === 0) return;
  await db.transaction().execute(async (trx) => {
    const missing = stepsMissing(await readHeader(trx));
    const steps = MIGRATIONS.slice(MIGRATIONS.length - missing);
    for (const step of steps) await step(trx as unknown as Kysely<unknown>);
    await sql.raw(`PRAGMA application_id = ${APPLICATION_ID}`).execute(trx);
    await sql.raw(`PRAGMA user_version = ${MIGRATIONS.length}`).execute(trx);
  });
}

interface DatabaseHeader {
  readonly application: number;
  readonly version: number;
  readonly tables: number;
}

async function readHeader(db: Kysely<Tables>): Promise<DatabaseHeader> {
  const { rows } = await sql<DatabaseHeader>`
    select application_id as application, user_version as version,
      (select count(*) from sqlite_schema) as tables
    from pragma_application_id, pragma_user_version`.execute(db);
  return rows[0] as DatabaseHeader;
}

function stepsMissing({ application, version, tables }: DatabaseHeader): number {
  if (application !== APPLICATION_ID) {
    if (application === 0 && tables === 0) return MIGRATIONS.length;
    throw notOurs();
  }
  if (version > MIGRATIONS.length) {
    throw new MailvetError('input', 'it was written by a newer mailvet', {
      hint: 'Update mailvet, or give another file with --database',
    });
  }
  return MIGRATIONS.length - version;
}
