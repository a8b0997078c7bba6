import type { PartEntry } from '../service/batches/part-queue.ts';

/** One mailbox of a part. */
export interface PartAddress {
  readonly email: string;
  readonly cacheKey: string;
  /** The entries that it stands in. */
  readonly positions: number[];
  readonly tries?: unknown;
}

/** Entries with the same cache key are one mailbox, verified once for all of them. */
export function distinct(entries: readonly PartEntry[]): PartAddress[] {
  const addresses = new Map<string, PartAddress>();
  for (const { position, email, cacheKey, tries } of entries) {
    const known = addresses.get(cacheKey);
    if (known) known.positions.push(position);
    else addresses.set(cacheKey, { email, cacheKey, positions: [position], tries });
  }
  return [...addresses.values()];
}
