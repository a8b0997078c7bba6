import type { Hint } from '../lib/errors.ts';

/** Errors of the database. The set is closed: http/ and the log have tables over it. */
export const STORE_ERROR_KINDS = [
  'busy',
  'full',
  'read_only',
  'io',
  'away',
  'unreachable',
  'lists_away',
  'damaged',
] as const;
/** The kind of a database error. */
export type StoreErrorKind = (typeof STORE_ERROR_KINDS)[number];

/** What the operator can do about it. */
export const STORE_ERROR_HINTS: Readonly<Record<StoreErrorKind, Hint>> = {
  busy: 'Another program holds the lock on the database: end it, or wait for it',
  full: 'Make room on the disk of the database',
  read_only: 'Make the database and its folder writable for the user of the service',
  io: 'Look at the disk of the database: reading or writing it failed',
  away: 'Put the database file back in its place and restart the service',
  unreachable: 'Look at PostgreSQL and the network: the service goes on by itself when it answers',
  lists_away:
    'Mount the folder of the lists, or put it back: the service goes on by itself when it is there',
  damaged: [
    'Run ',
    { code: 'admin', command: 'check' },
    ', then restore a backup (see docs/operations.md)',
  ],
};

/** An error of the database, or of the folder of its lists. Its message, the database's own, is for the log. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }

  get hint(): Hint {
    return STORE_ERROR_HINTS[this.kind];
  }
}
