import { copyFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { TemporaryFolder } from './temporary-folder.ts';

/** An SQLite file with mailvet's schema and nothing in it: a quarter of the time of all migrations. */
export function migratedFile(folder: TemporaryFolder): string {
  const path = folder.path('service.db');
  copyFileSync(inject('sqliteTemplate'), path);
  return path;
}
