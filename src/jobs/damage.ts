import { MailvetError } from '../errors.ts';
import { SQLITE, sqliteCode } from '../lib/sqlite-code.ts';

/** The error of a job that is not as it was written. `what`: its path. */
export function damageError(what: string, why: string, cause?: unknown): MailvetError {
  return new MailvetError('input', `${what} is damaged: ${why}`, {
    cause,
    hint:
      'Nothing is sent from it. mailvet batch list shows what the service has of it;' +
      ' mailvet jobs forget removes it',
  });
}

/** Whether SQLite says that the file is none of its own, or no longer whole. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.CORRUPT || code === SQLITE.NOTADB;
}
