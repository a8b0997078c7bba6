import { type Hint, MailvetError } from '../../errors.ts';
import { shownDatabase } from '../../lib/database-name.ts';
import { StoreError } from '../../service/store-error.ts';
import { messageOf, sqlState } from './postgres-error.ts';
import { CONNECTING_MS } from './postgres-pool.ts';

type Reason = readonly [reason: string, hint: Hint];

const inUrl = (remedy: string): Hint => [
  `${remedy} in the URL of `,
  { code: 'setting', name: 'database' },
];

/** SQLSTATE → what is wrong and what to do. */
const REASONS: Readonly<Record<string, Reason>> = {
  '28P01': ['user or password is wrong', inUrl('Give the right ones')],
  '28000': ['the server does not let this user in', 'Look at pg_hba.conf of the server'],
  '3D000': ['there is no such database', 'Create it (createdb), or name another one'],
  '42501': ['the user may not create tables', 'Make the user the owner of the database'],
  '53300': ['the server has no connection left', 'Raise its max_connections, or use PgBouncer'],
  '57P03': ['the server is starting or stopping', 'Try again in a moment'],
};

/** The connection's own errors. */
const NETWORK: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: ['nothing listens there', 'Start PostgreSQL, or correct host and port'],
  ENOTFOUND: ['there is no such host', inUrl('Correct the host')],
  EAI_AGAIN: ['the name of the host was not resolved', 'Look at DNS, or give its address'],
};

/** What `pg` says where a connection takes too long. */
const TOO_SLOW: readonly string[] = [
  'timeout expired',
  'Connection terminated due to connection timeout',
];
const NO_ANSWER: Reason = [
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

function reasonOf(error: unknown): Reason {
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
