import { existsSync } from 'node:fs';
import { MailvetError } from '../errors.ts';
import { isPostgresUrl } from '../lib/database-name.ts';
import type { Store } from '../service/ports.ts';
import type { AssembleOptions } from './assemble-store.ts';
import type { MigratedSchema, OnMigrated } from './migrations.ts';
import type { IndexBounds } from './sqlite/history.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

interface StoreOptions extends AssembleOptions {
  /** Called where the database was of an earlier version. */
  readonly onMigrated?: OnMigrated | undefined;
  /** SQLite: milliseconds that a write waits for its turn and the database's lock. */
  readonly waitMs?: number;
  /** SQLite: when verifications are entered into the index by address. */
  readonly indexBounds?: IndexBounds | undefined;
  /** PostgreSQL: the URL for what a pooler in transaction mode can't do. Default: the database's. */
  readonly directUrl?: string | undefined;
}

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
  const { migrateSqlite } = await import('./sqlite/open-sqlite.ts');
  return migrateSqlite(database);
}
