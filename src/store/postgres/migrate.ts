import { type Kysely, sql } from 'kysely';
import { MailvetError } from '../../errors.ts';
import { UNRELEASED_HINT, unreleasedText } from '../../lib/unreleased.ts';
import { build } from '../../lib/version.ts';
import { type Migration, migrationsOf, newerText, shapeOf } from '../migrations.ts';
import type { Tables } from '../tables.ts';
import { migrateJobs } from './parts/part-jobs.ts';
import { POSTGRES_SCHEMA } from './schema.ts';

/** Any number that stands for no other lock in this database. */
const LOCK = 0x6d76_6d69;

/** The schema of a database. */
export interface SchemaVersion {
  /** 0: an empty database. */
  readonly version: number;
  /** The oldest mailvet that works with it, by the version that it needs. */
  readonly oldest: number;
  /** The mailvet that brought it to its version. */
  readonly program?: string | null;
}

const SHAPE = shapeOf(POSTGRES_SCHEMA);

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
  db: Kysely<Tables>,
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

async function findTables(db: Kysely<Tables>): Promise<FoundTables> {
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
export async function readVersion(db: Kysely<Tables>): Promise<SchemaVersion> {
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
