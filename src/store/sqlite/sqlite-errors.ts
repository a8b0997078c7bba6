import { dirname } from 'node:path';
import { MailvetError } from '../../lib/errors.ts';
import { SQLITE, sqliteCode } from '../../lib/sqlite.ts';
import { STORE_ERROR_HINTS, StoreError, type StoreErrorKind } from '../../service/store-error.ts';

/** The extended result code for a file that was moved or deleted. */
const READONLY_DBMOVED = 1032;
const KINDS: Readonly<Record<number, StoreErrorKind>> = {
  [SQLITE.BUSY]: 'busy',
  [SQLITE.LOCKED]: 'busy',
  [SQLITE.READONLY]: 'read_only',
  [SQLITE.IOERR]: 'io',
  [SQLITE.CORRUPT]: 'damaged',
  [SQLITE.FULL]: 'full',
  [SQLITE.CANTOPEN]: 'away',
  [SQLITE.NOTADB]: 'damaged',
};

/** Statements match the schema, so a missing table, column, function or unique key means a damaged file. */
const LOST_SCHEMA = /^no such (?:table|column|function)|has no column named|^foreign key mismatch/;

/** The kind of an error of `node:sqlite` that is about the database, not the statement. */
export function storeErrorKind(error: unknown): StoreErrorKind | undefined {
  if (error instanceof StoreError) return error.kind;
  const code = sqliteCode(error);
  if (code === undefined) return undefined;
  const { message, errcode } = error as Error & { readonly errcode: number };
  if (errcode === READONLY_DBMOVED) return 'away';
  return LOST_SCHEMA.test(message) ? 'damaged' : KINDS[code];
}

/** The same error as a StoreError, where it is about the database. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const kind = storeErrorKind(error);
  return kind === undefined ? error : new StoreError(kind, (error as Error).message, error);
}

/** The error of a database that can't be opened: which one, why, and what to do. */
export function openingError(database: string, error: unknown): MailvetError {
  if (error instanceof MailvetError) return named(database, error);
  if (isNoDatabase(error)) {
    return new MailvetError('input', `${database} is no SQLite database`, {
      hint: ['Give another file with ', { code: 'setting', name: 'database' }],
      cause: error,
    });
  }
  const kind = storeErrorKind(error);
  if (kind === 'damaged') return damagedDatabase(database, error);
  const reason = error instanceof Error ? error.message : String(error);
  return new MailvetError('config', `The database ${database} can't be opened: ${reason}`, {
    hint:
      kind === undefined
        ? [
            'Give the path of a file that can be written with ',
            { code: 'setting', name: 'database' },
          ]
        : STORE_ERROR_HINTS[kind],
    cause: error,
  });
}

function named(database: string, { code, message, hint }: MailvetError): MailvetError {
  return new MailvetError(code, `${database} can't be used: ${message}`, hint ? { hint } : {});
}

/** Completed by `openingError` with the name of the database. */
export function missingFolder(path: string): MailvetError {
  return new MailvetError('config', `there is no folder ${dirname(path)}`, {
    hint: ['Create the folder, or give another file with ', { code: 'setting', name: 'database' }],
  });
}

export function notOurs(): MailvetError {
  return new MailvetError('input', "it is another program's SQLite database", {
    hint: ['Give another file with ', { code: 'setting', name: 'database' }],
  });
}

/** A running service's database is unusable, and waiting does not help. */
export function unusableDatabase(database: string, error: StoreError): MailvetError {
  if (error.kind === 'damaged') return damagedDatabase(database, error);
  return new MailvetError('config', `The database ${database} can't be used: ${error.message}`, {
    hint: error.hint,
    cause: error,
  });
}

/** The file is not a valid SQLite database. */
function damagedDatabase(database: string, error: unknown): MailvetError {
  const reason = error instanceof Error ? error.message : String(error);
  return new MailvetError('config', `The database ${database} is damaged: ${reason}`, {
    hint: STORE_ERROR_HINTS.damaged,
    cause: error,
  });
}

function isNoDatabase(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : error;
  return sqliteCode(cause) === SQLITE.NOTADB;
}
