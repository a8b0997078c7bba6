import { SQLITE, sqliteCode } from '../lib/sqlite-code.ts';
import { StoreError, type StoreErrorKind } from '../service/store-error.ts';

/** An extended result code: the file has another name now, or none. */
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

/** Our statements fit our schema: what they miss, a damaged file has lost. */
const LOST_SCHEMA = /^no such (?:table|column)|has no column named/;

/** The kind of an error of `node:sqlite` that says something about the database, not the statement. */
export function storeErrorKind(error: unknown): StoreErrorKind | undefined {
  if (error instanceof StoreError) return error.kind;
  const code = sqliteCode(error);
  if (code === undefined) return undefined;
  const { message, errcode } = error as Error & { readonly errcode: number };
  if (errcode === READONLY_DBMOVED) return 'away';
  return LOST_SCHEMA.test(message) ? 'damaged' : KINDS[code];
}

/** The same error as a StoreError, where it says something about the database. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const kind = storeErrorKind(error);
  return kind === undefined ? error : new StoreError(kind, (error as Error).message, error);
}
