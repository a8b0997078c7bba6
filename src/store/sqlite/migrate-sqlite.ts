import { DatabaseSync } from 'node:sqlite';
import type { MigratedSchema } from '../migrations.ts';
import { openSqlite } from './open-sqlite.ts';

/** Every start does the same: an SQLite file has one machine's programs alone. */
export async function migrateSqlite(path: string): Promise<MigratedSchema> {
  const from = readVersion(path);
  let migrated: MigratedSchema = { from, to: from };
  const onMigrated = (done: MigratedSchema) => {
    migrated = done;
  };
  const store = await openSqlite(path, { onMigrated });
  await store.close();
  return migrated.to === from ? { from, to: readVersion(path) } : migrated;
}

function readVersion(path: string): number {
  using file = new DatabaseSync(path, { readOnly: true });
  return Number(file.prepare('PRAGMA user_version').get()?.user_version);
}
