import { existsSync } from 'node:fs';
import { isPostgresUrl } from '../lib/database-name.ts';
import { MailvetError } from '../lib/errors.ts';
import type { Store } from '../service/ports.ts';
import type { MigratedSchema } from './migrations.ts';
import type { PostgresOptions } from './postgres/open-postgres.ts';
import { migrateSqlite, openSqlite, type SqliteOptions } from './sqlite/open-sqlite.ts';

/** A file takes those of SQLite, a URL those of PostgreSQL. */
type StoreOptions = SqliteOptions & PostgresOptions;

/**
 * Opens the store of a service: the file of a path or the PostgreSQL database of a URL. Creates what
 * is missing in an empty one. Several processes may do so at once. Rejects with MailvetError `config`
 * or `input`.
 */
export async function openStore(database: string, options: StoreOptions = {}): Promise<Store> {
  if (!isPostgresUrl(database)) return openSqlite(database, options);
  // Loaded here: a service on SQLite needs neither the driver nor its dialect.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return (await openPostgres(database, options)).store;
}

/**
 * Brings a database to the schema of this version, also while older nodes work on it. Rejects with
 * MailvetError `config` or `input`.
 */
export async function migrateStore(database: string): Promise<MigratedSchema> {
  if (isPostgresUrl(database)) {
    const { migratePostgres } = await import('./postgres/open-postgres.ts');
    return migratePostgres(database);
  }
  if (!existsSync(database)) {
    throw new MailvetError('input', `there is no database ${database}`, {
      hint: [
        'Name another with ',
        { code: 'setting', name: 'database' },
        '; ',
        { code: 'admin', command: 'team create' },
        ' makes one',
      ],
    });
  }
  return migrateSqlite(database);
}
