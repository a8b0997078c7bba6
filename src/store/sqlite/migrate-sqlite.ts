import { DatabaseSync } from 'node:sqlite';
import type { MigratedSchema } from '../migrations.ts';
import { openSqlite } from './open-sqlite.ts';

/** Every start does the same: an SQLite file has one machine's programs alone. */
export async function migrateSqlite(path: string): Promise<MigratedSchema> {
  const from = readVersion(path);
  const store = await openSqlite(path, {});
  await store.close();
  return { from, to: readVersion(path) };
}

function readVersion(path: string): number {
  using file = new DatabaseSync(path, { readOnly: true });
  return Number(file.prepare('PRAGMA user_version').get()?.user_version);
}
