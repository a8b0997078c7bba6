import { createHmac, randomBytes } from 'node:crypto';
import { message } from '../i18n/message.ts';
import { isSameText } from '../lib/same-text.ts';
import type { DashboardDeps, PageContext } from './environment.ts';
import { PageError } from './page-error.ts';

const BYTES = 32;

/**
 * A token bound to the session that does not reveal its id. Masked by other bytes on each page: the sizes of
 * compressed pages reveal nothing of it (BREACH).
 */
export function csrfToken(session: string): string {
  const mask = randomBytes(BYTES);
  return Buffer.concat([mask, xor(tokenOf(session), mask)]).toString('base64url');
}

export function checkCsrf(session: string, presented: string): void {
  const bytes = Buffer.from(presented, 'base64url');
  const token = xor(bytes.subarray(BYTES), bytes.subarray(0, BYTES)).toString('base64url');
  if (isSameText(token, tokenOf(session).toString('base64url'))) return;
  throw new PageError(403, message('errorTexts.other_session'));
}

function tokenOf(session: string): Buffer {
  return createHmac('sha256', session).update('csrf').digest();
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)));
}

/**
 * Accepts requests from the dashboard's own pages. Browsers send Sec-Fetch-Site over TLS and on
 * loopback, and Origin with every POST; a request with neither is not from a current browser.
 */
export function checkOrigin(c: PageContext, deps: DashboardDeps): void {
  const site = c.req.header('Sec-Fetch-Site');
  if (site === undefined ? isOwnOrigin(c, deps) : site === 'same-origin') return;
  throw new PageError(403, message('errorTexts.other_origin'));
}

/** Compares hosts only: a proxy in front may use TLS where the service does not. */
function isOwnOrigin(c: PageContext, { publicUrl }: DashboardDeps): boolean {
  const origin = hostOf(c.req.header('Origin'));
  if (origin === undefined) return false;
  return origin === hostOf(publicUrl) || origin === new URL(c.req.url).host;
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : (URL.parse(url)?.host ?? undefined);
}
