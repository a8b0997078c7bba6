import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { DEVICE_LIFETIME_MS } from '../service/device-token.ts';
import { type Entry, LIFETIME_MS } from '../service/session.ts';
import type { DashboardDeps, PageContext } from './environment.ts';
import { isSecure } from './reached-by.ts';

const SESSION = 'mailvet_session';
/** Followed by the person's id: a browser may be known to several accounts. */
const DEVICE = 'mailvet_device_';

type Place = Pick<DashboardDeps, 'publicUrl' | 'ownUrl' | 'findOrigin'>;

/** Lax, not Strict: who follows a link from a mail to a batch is signed in there. */
const OPTIONS = { httpOnly: true, sameSite: 'Lax', path: '/' } as const;

export function readSession(c: PageContext, place: Place): string | undefined {
  return isSecure(c, place) ? getCookie(c, SESSION, 'host') : getCookie(c, SESSION);
}

/** Device tokens by the person's id. */
export function readDevices(c: PageContext, place: Place): ReadonlyMap<string, string> {
  const prefix = isSecure(c, place) ? `__Host-${DEVICE}` : DEVICE;
  const cookies = Object.entries(getCookie(c)).filter(([name]) => name.startsWith(prefix));
  return new Map(cookies.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** The session, and the token by which the browser is known at the next sign-in. */
export function writeEntry(c: PageContext, place: Place, entry: Entry): void {
  const { personId, session, device } = entry;
  write(c, place, { name: SESSION, value: session, lifetimeMs: LIFETIME_MS });
  write(c, place, { name: DEVICE + personId, value: device, lifetimeMs: DEVICE_LIFETIME_MS });
}

export function dropSession(c: PageContext, place: Place): void {
  if (isSecure(c, place)) deleteCookie(c, SESSION, { ...OPTIONS, secure: true, prefix: 'host' });
  else deleteCookie(c, SESSION, OPTIONS);
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly lifetimeMs: number;
}

function write(c: PageContext, place: Place, { name, value, lifetimeMs }: Cookie): void {
  const options = { ...OPTIONS, maxAge: lifetimeMs / 1000 };
  if (isSecure(c, place)) setCookie(c, name, value, { ...options, secure: true, prefix: 'host' });
  else setCookie(c, name, value, options);
}
