import { shownDatabase } from '../../lib/database-name.ts';
import { type Hint, MailvetError } from '../../lib/errors.ts';
import { StoreError, type StoreErrorKind } from '../../service/store-error.ts';
import { CONNECTING_MS } from './postgres-pool.ts';

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
function messageOf(error: Error): string {
  if (error.message !== '') return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code ?? 'the connection failed';
}

type ReasonAndHint = readonly [reason: string, hint: Hint];

const inUrl = (remedy: string): Hint => [
  `${remedy} in the URL of `,
  { code: 'setting', name: 'database' },
];

/** SQLSTATE → what is wrong and what to do. */
const REASONS: Readonly<Record<string, ReasonAndHint>> = {
  '28P01': ['user or password is wrong', inUrl('Give the right ones')],
  '28000': ['the server does not let this user in', 'Look at pg_hba.conf of the server'],
  '3D000': ['there is no such database', 'Create it (createdb), or name another one'],
  '42501': ['the user may not create tables', 'Make the user the owner of the database'],
  '53300': ['the server has no connection left', 'Raise its max_connections, or use PgBouncer'],
  '57P03': ['the server is starting or stopping', 'Try again in a moment'],
};

/** The connection's own errors. */
const NETWORK: Readonly<Record<string, ReasonAndHint>> = {
  ECONNREFUSED: ['nothing listens there', 'Start PostgreSQL, or correct host and port'],
  ENOTFOUND: ['there is no such host', inUrl('Correct the host')],
  EAI_AGAIN: ['the name of the host was not resolved', 'Look at DNS, or give its address'],
};

/** What `pg` says where a connection takes too long. */
const TOO_SLOW: readonly string[] = [
  'timeout expired',
  'Connection terminated due to connection timeout',
];
const NO_ANSWER: ReasonAndHint = [
  `the server did not answer within ${CONNECTING_MS / 1000} s`,
  inUrl('Try again when it is less busy, or correct host and port'),
];

/** The error of a database that can't be opened: which one, why, and what to do. Never its password. */
export function openingError(url: string, error: unknown): MailvetError {
  const name = shownDatabase(url);
  if (error instanceof MailvetError) {
    const { code, message, hint } = error;
    return new MailvetError(code, `${name} can't be used: ${message}`, hint ? { hint } : {});
  }
  const cause = error instanceof StoreError ? error.cause : error;
  const [reason, hint] = reasonOf(cause);
  return new MailvetError('config', `The database ${name} can't be opened: ${reason}`, {
    hint,
    cause: error,
  });
}

function reasonOf(error: unknown): ReasonAndHint {
  const fallback: Hint = [
    'Look at the URL of ',
    { code: 'setting', name: 'database' },
    ' and at the log of PostgreSQL',
  ];
  if (!(error instanceof Error)) return [String(error), fallback];
  if (TOO_SLOW.includes(error.message)) return NO_ANSWER;
  const { code = '' } = error as NodeJS.ErrnoException;
  const known = REASONS[sqlState(error) ?? ''] ?? NETWORK[code];
  return known ?? [messageOf(error), fallback];
}
