import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LIFETIME_MS } from '../service/session.ts';
import type { DashboardDeps, PageContext } from './environment.ts';
import { isSecure } from './reached-by.ts';

const NAME = 'mailvet_session';

type Place = Pick<DashboardDeps, 'publicUrl'>;

/** Lax, not Strict: who follows a link from a mail to a batch is signed in there. */
const OPTIONS = { httpOnly: true, sameSite: 'Lax', path: '/' } as const;

export function readSession(c: PageContext, place: Place): string | undefined {
  return isSecure(c, place) ? getCookie(c, NAME, 'host') : getCookie(c, NAME);
}

export function writeSession(c: PageContext, place: Place, session: string): void {
  const options = { ...OPTIONS, maxAge: LIFETIME_MS / 1000 };
  if (isSecure(c, place)) setCookie(c, NAME, session, { ...options, secure: true, prefix: 'host' });
  else setCookie(c, NAME, session, options);
}

export function dropSession(c: PageContext, place: Place): void {
  if (isSecure(c, place)) deleteCookie(c, NAME, { ...OPTIONS, secure: true, prefix: 'host' });
  else deleteCookie(c, NAME, OPTIONS);
}
