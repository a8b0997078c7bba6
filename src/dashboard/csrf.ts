import { createHmac } from 'node:crypto';
import { isSameText } from '../lib/same-text.ts';
import { PageError } from './page-error.ts';

/** A token bound to the session that does not reveal its id. */
export function csrfToken(session: string): string {
  return createHmac('sha256', session).update('csrf').digest('base64url');
}

export function checkCsrf(session: string, presented: string): void {
  if (isSameText(presented, csrfToken(session))) return;
  throw new PageError(403, 'This form belongs to another session: go back, reload and try again');
}
