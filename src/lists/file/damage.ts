import { MailvetError } from '../../lib/errors.ts';
import { SQLITE, sqliteCode } from '../../lib/sqlite.ts';

/** The error for a damaged job. `what`: its path; `why`: the damage, as the end of a sentence. */
export function damageError(what: string, why: string, cause?: unknown): MailvetError {
  return new MailvetError('input', `${what} is damaged: ${why}`, {
    cause,
    hint: [
      'Nothing is sent from it. ',
      { code: 'list_batches' },
      ' shows what the service has of it; ',
      { code: 'forget_job' },
      ' removes it',
    ],
  });
}

/** Whether SQLite says `file is not a database` or `database disk image is malformed`. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.CORRUPT || code === SQLITE.NOTADB;
}
