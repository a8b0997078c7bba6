import { existsSync } from 'node:fs';
import { MailvetError } from '../errors.ts';
import { isPostgresUrl } from '../lib/database-name.ts';
import type { MigratedSchema } from './migrations.ts';

/**
 * Brings a database to the schema of this version, also while older nodes work on it. Rejects with
 * MailvetError `config` or `input`.
 */
export async function migrateStore(database: string): Promise<MigratedSchema> {
  if (isPostgresUrl(database)) {
    const { migratePostgres } = await import('./postgres/migrate-postgres.ts');
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
  const { migrateSqlite } = await import('./sqlite/migrate-sqlite.ts');
  return migrateSqlite(database);
}
