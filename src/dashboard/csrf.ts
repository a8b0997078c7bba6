import { createHmac, timingSafeEqual } from 'node:crypto';
import { PageError } from './page-error.ts';

/** Bound to the session, and telling nothing of its id. */
export function csrfToken(session: string): string {
  return createHmac('sha256', session).update('csrf').digest('base64url');
}

export function checkCsrf(session: string, presented: string): void {
  const token = Buffer.from(csrfToken(session));
  const given = Buffer.from(presented);
  if (given.length === token.length && timingSafeEqual(given, token)) return;
  throw new PageError(403, 'This form belongs to another session: go back, reload and try again');
}
