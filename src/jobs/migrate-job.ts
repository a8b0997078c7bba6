import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../lib/in-transaction.ts';
import { lockFile } from './file-lock.ts';
import { readVersion, VERSION } from './job-database.ts';

/** Earlier version of a job's schema → what leads to the next one. */
const STEPS: Readonly<Record<number, string>> = {
  4: 'ALTER TABLE odd_result RENAME TO unpackable_result',
  // Its tables are the same; an earlier mailvet would write a row for each of several columns.
  5: 'SELECT 1',
};

const EARLIEST_VERSION = Math.min(...Object.keys(STEPS).map(Number));

/** Throws a TypeError for a job of a version that can't be read. */
export function checkVersion(database: DatabaseSync): void {
  const version = readVersion(database);
  if (version >= EARLIEST_VERSION && version <= VERSION) return;
  throw new TypeError(
    `version ${version} of jobs, where ${EARLIEST_VERSION} to ${VERSION} are known`,
  );
}

/**
 * Brings a job of an earlier version up to date. A mailvet of that version may be at work on it, and
 * would find its tables renamed: hence the lock.
 *
 * @throws MailvetError `locked` while another process works on the job.
 */
export function migrateJob(database: DatabaseSync, path: string): void {
  if (readVersion(database) === VERSION) return;
  using _ = lockFile(path);
  inTransaction(database, () => {
    for (let version = readVersion(database); version < VERSION; version++) {
      database.exec(`${STEPS[version]}; PRAGMA user_version = ${version + 1}`);
    }
  });
}
