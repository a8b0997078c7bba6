import { MailvetError } from '../errors.ts';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const SQLITE_NOTADB = 26;

/** Says which database, why, and what to do. */
export function openingError(database: string, error: unknown): MailvetError {
  if (error instanceof MailvetError) return named(database, error);
  if (isSqliteError(error, SQLITE_NOTADB)) {
    return new MailvetError('input', `${database} is no SQLite database`, {
      hint: 'Give another file with --database',
      cause: error,
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new MailvetError('config', `The database ${database} can't be opened: ${reason}`, {
    hint: 'Give the path of a file that can be written with --database',
    cause: error,
  });
}

function named(database: string, { code, message, hint }: MailvetError): MailvetError {
  return new MailvetError(code, `${database} can't be used: ${message}`, hint ? { hint } : {});
}

/** True for an error of `node:sqlite` with this primary result code. */
export function isSqliteError(error: unknown, code: number): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === code;
}
