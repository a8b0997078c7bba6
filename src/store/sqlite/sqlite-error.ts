import { SQLITE, sqliteCode } from '../../lib/sqlite.ts';
import { StoreError, type StoreErrorKind } from '../../service/store-error.ts';

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
