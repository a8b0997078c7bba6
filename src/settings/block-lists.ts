/** Block lists of mail hosts, asked over DNS (RFC 5782). */
import { isIPv4 } from 'node:net';

/** Those that many mail hosts ask. */
export const BLOCK_LISTS: readonly string[] = [
  'zen.spamhaus.org',
  'bl.spamcop.net',
  'b.barracudacentral.org',
];

/** RFC 5782 §2.1: a listed address has a record under the list's name, with its octets reversed. */
export function listingName(address: string, list: string): string | undefined {
  return isIPv4(address) ? `${address.split('.').reverse().join('.')}.${list}` : undefined;
}

/**
 * What records under that name say. `not served`: Spamhaus and others answer 127.255.255.x to resolvers
 * that they refuse, and a resolver that makes answers up has any other one.
 */
export function readListing(codes: readonly string[]): 'listed' | 'not listed' | 'not served' {
  if (codes.length === 0) return 'not listed';
  const isRefused = (code: string) => !code.startsWith('127.') || code.startsWith('127.255.');
  return codes.some(isRefused) ? 'not served' : 'listed';
}
