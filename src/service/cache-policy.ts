import { parseAddress } from '../address/parse.ts';
import { CACHE_LIFETIME_MS } from '../contract/limits.ts';
import type { Answer, CacheSlot } from './ports.ts';

/** An undecided result is no answer: it only spares the mail host the next question for a while. */
export const UNDECIDED_LIFETIME_MS = 15 * 60 * 1000;

/**
 * The address as delivered to: domain in lower-case ASCII, local part exact (RFC 5321 §2.4 leaves
 * its case to the host). What is no address is its own key.
 */
export function cacheKeyOf(email: string): string {
  const parsed = parseAddress(email);
  return parsed.ok ? parsed.address.address : email;
}

export function cacheSlot(key: string, answer: Answer, now: number): CacheSlot {
  return { key, expiresAt: now + (answer.decided ? CACHE_LIFETIME_MS : UNDECIDED_LIFETIME_MS) };
}
