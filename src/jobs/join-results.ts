import type { BatchEntry } from '../contract/decode.ts';
import type { RowResult } from '../lists/output.ts';
import { AddressMatch } from './address-match.ts';

/**
 * What came back for each of the addresses of a batch, aligned with them. `ended` tells whether the
 * batch is over; before that only what is verified counts, since the rest may still change.
 */
export function joinResults(
  addresses: readonly string[],
  entries: readonly BatchEntry[],
  ended: boolean,
): (RowResult | undefined)[] {
  const match = new AddressMatch(addresses);
  const results = new Array<RowResult | undefined>(addresses.length);
  for (const [place, entry] of entries.entries()) {
    const index = match.of(entry, place);
    const result = ended || isSettled(entry) ? resultOf(entry) : undefined;
    // An address that came back twice keeps what says more.
    if (typeof index === 'number' && result && !results[index]?.verification)
      results[index] = result;
  }
  return results;
}

/** What an entry says; undefined when it says nothing. */
export function resultOf({ result, error }: BatchEntry): RowResult | undefined {
  if (!result && error === undefined) return undefined;
  return { ...(result && { verification: result }), ...(error !== undefined && { error }) };
}

function isSettled(entry: BatchEntry): boolean {
  return entry.status === 'verified' || (entry.status === undefined && entry.result !== undefined);
}
