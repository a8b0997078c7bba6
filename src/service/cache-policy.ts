import { parseAddress } from '../address/parse.ts';
import { isSandboxAddress } from '../address/sandbox-domain.ts';
import { CACHE_LIFETIME_MS } from '../contract/limits.ts';
import type { Answer, CacheSlot } from './records.ts';

/** An undecided result is no answer: it only spares the mail host the next question for a while. */
export const UNDECIDED_LIFETIME_MS = 15 * 60 * 1000;

/**
 * The address as delivered to: domain in lower-case ASCII, local part exact (RFC 5321 §2.4 leaves
 * its case to the host). What is no address is its own key.
 */
export function toCacheKey(email: string): string {
  if (isPlain(email)) return email;
  const parsed = parseAddress(email);
  return parsed.ok ? parsed.address.address : email;
}

/**
 * Lower-case ASCII with nothing that is ever written in another way: its own key, be it an address
 * or not. Most are such, and to parse one costs more than to find it in the cache.
 */
function isPlain(email: string): boolean {
  return /^[a-z0-9._+-]+@[a-z0-9.-]+$/.test(email) && !email.includes('xn--');
}

/** Unknown for a reason of ours, which may be gone the next moment: to keep it would outlast that. */
const OUR_REASONS: ReadonlySet<string> = new Set([
  'dns_failure',
  'dns_untrusted',
  'no_connection',
  'blocked',
  'refused_network',
  'internal',
]);

/**
 * Undefined for a sandbox address: to answer it again costs nothing, and made-up addresses
 * would fill the cache for free.
 */
export function cacheSlot(key: string, answer: Answer, now: number): CacheSlot | undefined {
  if (isSandboxAddress(key)) return undefined;
  if (!answer.decided && OUR_REASONS.has(answer.reason)) return undefined;
  return { key, expiresAt: now + (answer.decided ? CACHE_LIFETIME_MS : UNDECIDED_LIFETIME_MS) };
}
