import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { DEVICE_LIFETIME_MS } from '../service/device-token.ts';
import { type Entry, LIFETIME_MS } from '../service/session.ts';
import type { DashboardDeps, PageContext } from './environment.ts';
import { isSecure } from './reached-by.ts';

const SESSION = 'mailvet_session';
const NEW_KEY = 'mailvet_new_key';
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
  drop(c, place, SESSION);
  drop(c, place, NEW_KEY);
}

function drop(c: PageContext, place: Place, name: string): void {
  if (isSecure(c, place)) deleteCookie(c, name, { ...OPTIONS, secure: true, prefix: 'host' });
  else deleteCookie(c, name, OPTIONS);
}

/** Long enough for the redirect to the page that shows it. */
const NEW_KEY_LIFETIME_MS = 60_000;

/** Hands a new key to the next page, which shows it once: a reload creates no second key. */
export function writeNewKey(c: PageContext, place: Place, key: string): void {
  write(c, place, { name: NEW_KEY, value: key, lifetimeMs: NEW_KEY_LIFETIME_MS });
}

/** Returns the key and deletes its cookie. */
export function takeNewKey(c: PageContext, place: Place): string | undefined {
  const key = isSecure(c, place) ? getCookie(c, NEW_KEY, 'host') : getCookie(c, NEW_KEY);
  if (key === undefined) return undefined;
  drop(c, place, NEW_KEY);
  return /^mv_[\w-]{40}$/.test(key) ? key : undefined;
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
