import { StoreError, type StoreErrorKind } from '../service/store-error.ts';

/** Result codes of SQLite (https://www.sqlite.org/rescode.html). */
const SQLITE_READONLY_DBMOVED = 1032;
const KINDS: Readonly<Record<number, StoreErrorKind>> = {
  5: 'busy',
  6: 'busy',
  8: 'read_only',
  10: 'io',
  11: 'damaged',
  13: 'full',
  14: 'away',
  26: 'damaged',
};

/** Our statements fit our schema: what they miss, a damaged file has lost. */
const LOST_SCHEMA = /^no such (?:table|column)|has no column named/;

/** The kind of an error of `node:sqlite` that says something about the database, not the statement. */
export function storeErrorKind(error: unknown): StoreErrorKind | undefined {
  if (error instanceof StoreError) return error.kind;
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  const { errcode } = error;
  if (typeof errcode !== 'number') return undefined;
  if (errcode === SQLITE_READONLY_DBMOVED) return 'away';
  return LOST_SCHEMA.test(error.message) ? 'damaged' : KINDS[errcode & 0xff];
}

/** The same error as a StoreError, where it says something about the database. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const kind = storeErrorKind(error);
  return kind === undefined ? error : new StoreError(kind, (error as Error).message, error);
}
