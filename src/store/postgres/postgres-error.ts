import { StoreError, type StoreErrorKind } from '../../service/store-error.ts';

/** SQLSTATE codes, or their classes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const KINDS: Readonly<Record<string, StoreErrorKind>> = {
  '08': 'unreachable',
  '28': 'unreachable',
  '3D': 'unreachable',
  '57P': 'unreachable',
  '53100': 'full',
  // Out of memory, or of connections.
  '53': 'busy',
  // Serialization failure and deadlock: another transaction was the reason.
  '40': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  // This process was silent in a transaction (postgres-dialect.ts), or the transaction took too long.
  '25P03': 'unreachable',
  '25P04': 'unreachable',
  '25006': 'read_only',
  '42501': 'read_only',
  '58': 'io',
  XX: 'damaged',
  // Statements match the schema: what is missing was lost.
  '42P01': 'damaged',
  '42703': 'damaged',
};

/** The error of a pool all of whose connections are in use. */
const NO_CONNECTION_FREE = 'timeout exceeded when trying to connect';

/** The SQLSTATE of an error that the server sent; undefined for one of the connection. */
export function sqlState(error: unknown): string | undefined {
  const isOfServer = error instanceof Error && 'severity' in error && 'code' in error;
  return isOfServer && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the connection can't be used any more. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || /^(?:08|57P|25P0[34])/.test(state);
}

/** The same error as a StoreError, where it is about the database and not about the statement. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const kind = kindOf(error);
  return kind === undefined ? error : new StoreError(kind, messageOf(error), error);
}

function kindOf(error: Error): StoreErrorKind | undefined {
  const state = sqlState(error);
  if (state === undefined) {
    return error.message === NO_CONNECTION_FREE ? 'busy' : 'unreachable';
  }
  return KINDS[state] ?? KINDS[state.slice(0, 3)] ?? KINDS[state.slice(0, 2)];
}

/** A host name with several addresses fails with an error without a message. */
export function messageOf(error: Error): string {
  if (error.message !== '') return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code ?? 'the connection failed';
}
