import { statSync } from 'node:fs';
import { StoreError } from '../service/store-error.ts';

/** The file of a database, as it was when it was opened. */
export interface DatabaseFile {
  readonly path: string;
  /** Throws StoreError `away` when it was moved, deleted or replaced since. */
  check(): void;
}

/** SQLite in WAL mode goes on with a file that has no name any more, and nobody finds it again. */
export function databaseFile(path: string): DatabaseFile {
  const opened = identityOf(path);
  return {
    path,
    check() {
      if (identityOf(path) !== opened) {
        throw new StoreError('away', `the database file ${path} was moved, deleted or replaced`);
      }
    },
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
