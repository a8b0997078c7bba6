import { statSync } from 'node:fs';
import { StoreError } from '../../service/store-error.ts';

/** The identity of a database file at the time it was opened. */
export interface DatabaseFile {
  readonly path: string;
  /** Throws StoreError `away` when the file was moved, deleted or replaced since. */
  check(): void;
}

/** Detects a deleted file: SQLite in WAL mode keeps writing to it, and the data would be lost. */
export function databaseFile(path: string): DatabaseFile {
  const opened = readIdentity(path);
  return {
    path,
    check() {
      if (readIdentity(path) !== opened) {
        throw new StoreError('away', `the database file ${path} was moved, deleted or replaced`);
      }
    },
  };
}

function readIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
