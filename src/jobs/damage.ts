import { MailvetError } from '../errors.ts';

/** The error of a job that is not as it was written. `what`: its path. */
export function damaged(what: string, why: string, cause?: unknown): MailvetError {
  return new MailvetError('input', `${what} is damaged: ${why}`, {
    cause,
    hint:
      'Nothing is sent from it. mailvet batch list shows what the service has of it;' +
      ' mailvet jobs forget removes it',
  });
}

/** SQLite's CORRUPT and NOTADB. */
export function isDamage(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && [11, 26].includes((errcode ?? 0) % 256);
}
