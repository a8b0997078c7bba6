import type { BatchEntry } from '../../contract/decode.ts';
import { AddressMatch, addressOf, type Match } from './address-match.ts';

/**
 * Whether a batch holds the addresses that we sent: `same`, `different`, or `inconclusive` while the
 * service shows too few of them (some show an address only once it is verified).
 */
type Likeness = 'same' | 'different' | 'inconclusive';

/** Compares the addresses that were sent with those that the entries of a batch name. */
export function compareAddresses(
  addresses: readonly string[],
  entries: readonly BatchEntry[],
): Likeness {
  const match = new AddressMatch(addresses);
  const named = entries.filter((entry) => addressOf(entry) !== undefined);
  const matches = named.map((entry, place) => match.of(entry, place));
  if (matches.includes(undefined)) return 'different';
  const found = countDistinct(matches);
  if (found === addresses.length) return 'same';
  if (named.length >= addresses.length) return 'different';
  // All that is shown is ours, and a list's addresses go out once: more than half settles it.
  return found * 2 > addresses.length ? 'same' : 'inconclusive';
}

function countDistinct(matches: readonly Match[]): number {
  const single = matches.filter((match) => match !== 'ambiguous');
  return new Set(single).size + (matches.length - single.length);
}
