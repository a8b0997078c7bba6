import type { PartEntry } from '../service/batches/part-queue.ts';
import { toMailboxKey } from '../service/verifications/cache-policy.ts';

/** Entries of a part that one answer is for. */
export interface PartAddress {
  readonly email: string;
  readonly cacheKey: string;
  /** The entries that it stands in. */
  readonly positions: number[];
  /** Whether one of them spells it otherwise than the cache key. */
  isRespelled: boolean;
  readonly tries?: unknown;
}

/** Entries with the same cache key have the same address, verified once for all of them. */
export function distinct(entries: readonly PartEntry[]): PartAddress[] {
  return joined(
    entries.map(({ position, ...entry }) => {
      return { ...entry, positions: [position], isRespelled: entry.email !== entry.cacheKey };
    }),
    ({ cacheKey }) => cacheKey,
  );
}

/** The same for addresses that lead to one mailbox by the names alone; the first one stands for all. */
export function distinctMailboxes(addresses: readonly PartAddress[]): PartAddress[] {
  return joined(addresses, ({ cacheKey }) => toMailboxKey(cacheKey));
}

function joined(
  addresses: readonly PartAddress[],
  keyOf: (address: PartAddress) => string,
): PartAddress[] {
  const first = new Map<string, PartAddress>();
  for (const address of addresses) {
    const key = keyOf(address);
    const known = first.get(key);
    if (!known) {
      first.set(key, address);
      continue;
    }
    known.positions.push(...address.positions);
    known.isRespelled ||= address.isRespelled || address.cacheKey !== known.cacheKey;
  }
  return [...first.values()];
}
