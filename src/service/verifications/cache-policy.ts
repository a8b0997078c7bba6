import { PROBED_DOMAINS, toProbedMailbox } from '../../address/mailbox.ts';
import { parseAddress } from '../../address/parse.ts';
import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import { CACHE_LIFETIME_MS } from '../../contract/limits.ts';
import type { Result } from '../../result/result.ts';
import type { CacheSlot } from '../records.ts';

/** An undecided result is cached briefly, only to spare the mail host repeated probes. */
const UNDECIDED_LIFETIME_MS = 15 * 60 * 1000;

/**
 * The cache key of an address: domain in lower-case ASCII, local part exact (RFC 5321 §2.4 leaves
 * its case to the host). A text that is not an address is its own key.
 */
export function toCacheKey(email: string): string {
  if (isPlain(email)) return email;
  const parsed = parseAddress(email);
  return parsed.ok ? parsed.address.address : email;
}

/**
 * The mailbox behind a cache key: within a batch one probe answers for all addresses of it. The cache has
 * each spelling by itself, since a single verification is asked about what was written.
 */
export function toMailboxKey(cacheKey: string): string {
  return toProbedMailbox(cacheKey);
}

/** The mailbox of an address in the history; null where it is spelled like the address, which most are. */
export function toOtherSpelling(email: string): string | null {
  if (isPlain(email) && !PROBED.has(email.slice(email.indexOf('@') + 1))) return null;
  const mailbox = toMailboxKey(toCacheKey(email));
  return mailbox === email ? null : mailbox;
}

const PROBED: ReadonlySet<string> = new Set(PROBED_DOMAINS);

/**
 * True for lower-case ASCII that has one spelling only: it is its own key, address or not. Most
 * addresses are such, and parsing one costs more than finding it in the cache.
 */
function isPlain(email: string): boolean {
  return /^[a-z0-9._+-]+@[a-z0-9.-]+$/.test(email) && !email.includes('xn--');
}

/** Reasons on the service's own side, or of the request: another one may find more. Such results are not cached. */
const OUR_REASONS: ReadonlySet<string> = new Set([
  'not_probed',
  'not_looked_up',
  'dns_failure',
  'dns_untrusted',
  'no_connection',
  'blocked',
  'refused_network',
  'internal',
]);

/**
 * Where a result is cached. Undefined for a sandbox address: answering it again costs nothing, and
 * invented addresses would fill the cache for free.
 */
export function cacheSlot(key: string, result: Result, now: number): CacheSlot | undefined {
  if (isSandboxAddress(key)) return undefined;
  if (!result.decided && OUR_REASONS.has(result.reason)) return undefined;
  return { key, expiresAt: now + (result.decided ? CACHE_LIFETIME_MS : UNDECIDED_LIFETIME_MS) };
}
