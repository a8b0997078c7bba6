import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type BrowserSession, DEVICE_LIFETIME_MS, LIFETIME_MS } from '../service/people/sign-in.ts';
import type { DashboardDeps, PageContext } from './environment.ts';
import { isSecure } from './origin.ts';

const SESSION = 'mailvet_session';
const NEW_KEY = 'mailvet_new_key';
const NEW_SECRET = 'mailvet_new_secret';
const NEW_ADDRESS = 'mailvet_new_address';
/** Followed by the person's id: a browser may be known to several accounts. */
const DEVICE = 'mailvet_device_';

/** Lax, not Strict: a link to a batch in a mail opens with the session. */
const OPTIONS = { httpOnly: true, sameSite: 'Lax', path: '/' } as const;

export function readSession(c: PageContext, deps: DashboardDeps): string | undefined {
  return isSecure(c, deps) ? getCookie(c, SESSION, 'host') : getCookie(c, SESSION);
}

/** Device tokens by the person's id. */
export function readDevices(c: PageContext, deps: DashboardDeps): ReadonlyMap<string, string> {
  const prefix = isSecure(c, deps) ? `__Host-${DEVICE}` : DEVICE;
  const cookies = Object.entries(getCookie(c)).filter(([name]) => name.startsWith(prefix));
  return new Map(cookies.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** The session, and the token by which the browser is known at the next sign-in. */
export function writeSession(c: PageContext, deps: DashboardDeps, entered: BrowserSession): void {
  const { personId, session, device } = entered;
  write(c, deps, { name: SESSION, value: session, lifetimeMs: LIFETIME_MS });
  write(c, deps, { name: DEVICE + personId, value: device, lifetimeMs: DEVICE_LIFETIME_MS });
}

export function dropSession(c: PageContext, deps: DashboardDeps): void {
  drop(c, deps, SESSION);
  drop(c, deps, NEW_KEY);
  drop(c, deps, NEW_SECRET);
  drop(c, deps, NEW_ADDRESS);
}

function drop(c: PageContext, deps: DashboardDeps, name: string): void {
  if (isSecure(c, deps)) deleteCookie(c, name, { ...OPTIONS, secure: true, prefix: 'host' });
  else deleteCookie(c, name, OPTIONS);
}

/** Long enough for the redirect to the page that shows the key. */
const NEW_KEY_LIFETIME_MS = 60_000;

/** Hands a new key to the next page, which shows it once: a reload creates no second key. */
export function writeNewKey(c: PageContext, deps: DashboardDeps, key: string): void {
  write(c, deps, { name: NEW_KEY, value: key, lifetimeMs: NEW_KEY_LIFETIME_MS });
}

/** Returns the key and deletes its cookie. */
export function takeNewKey(c: PageContext, deps: DashboardDeps): string | undefined {
  return take(c, deps, { name: NEW_KEY, form: /^mv_[\w-]{40}$/ });
}

/** The same for the secret of a webhook. */
export function writeNewSecret(c: PageContext, deps: DashboardDeps, secret: string): void {
  write(c, deps, { name: NEW_SECRET, value: secret, lifetimeMs: NEW_KEY_LIFETIME_MS });
}

/** Returns the secret and deletes its cookie. */
export function takeNewSecret(c: PageContext, deps: DashboardDeps): string | undefined {
  return take(c, deps, { name: NEW_SECRET, form: /^whsec_[\w+/=]{44}$/ });
}

/** The same for the address of a provider: its name and the token. */
export function writeNewAddress(c: PageContext, deps: DashboardDeps, address: NewAddress): void {
  const value = `${address.provider}.${address.token}`;
  write(c, deps, { name: NEW_ADDRESS, value, lifetimeMs: NEW_KEY_LIFETIME_MS });
}

/** Returns the address and deletes its cookie. */
export function takeNewAddress(c: PageContext, deps: DashboardDeps): NewAddress | undefined {
  const [provider, token] =
    take(c, deps, { name: NEW_ADDRESS, form: /^[a-z]+\.[\w-]+$/ })?.split('.') ?? [];
  return provider && token ? { provider, token } : undefined;
}

/** An address that was created just now. */
export interface NewAddress {
  readonly provider: string;
  readonly token: string;
}

interface HandedOver {
  readonly name: string;
  /** Anything else in the cookie is not ours. */
  readonly form: RegExp;
}

function take(c: PageContext, deps: DashboardDeps, { name, form }: HandedOver): string | undefined {
  const value = isSecure(c, deps) ? getCookie(c, name, 'host') : getCookie(c, name);
  if (value === undefined) return undefined;
  drop(c, deps, name);
  return form.test(value) ? value : undefined;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly lifetimeMs: number;
}

function write(c: PageContext, deps: DashboardDeps, { name, value, lifetimeMs }: Cookie): void {
  const options = { ...OPTIONS, maxAge: lifetimeMs / 1000 };
  if (isSecure(c, deps)) setCookie(c, name, value, { ...options, secure: true, prefix: 'host' });
  else setCookie(c, name, value, options);
}
