import { BoundedMap } from '../../lib/bounded-map.ts';

/** Milliseconds: a domain with many outcomes takes long to count, and a minute changes little of them. */
const REMEMBERED_MS = 60_000;
/** Addresses from which on the count of a domain is remembered. */
const MANY = 1000;
const MOST_DOMAINS = 1000;

interface Counting<Count> {
  readonly domains: readonly string[];
  /** Counts domains; what has no outcome is left out. */
  count(domains: readonly string[]): Promise<ReadonlyMap<string, Count>>;
  addressesOf(count: Count): number;
}

/** Counts of domains; those of large ones are remembered for a minute. */
export class LargeDomains<Count> {
  readonly #known = new BoundedMap<string, { readonly count: Count; readonly until: number }>(
    MOST_DOMAINS,
  );

  async count({ domains, count, addressesOf }: Counting<Count>): Promise<Map<string, Count>> {
    const now = performance.now();
    const remembered = new Map<string, Count>();
    for (const domain of domains) {
      const known = this.#known.get(domain);
      if (known && known.until > now) remembered.set(domain, known.count);
    }
    const counted = await count(domains.filter((domain) => !remembered.has(domain)));
    for (const [domain, found] of counted) {
      const isLarge = addressesOf(found) >= MANY;
      if (isLarge) this.#known.set(domain, { count: found, until: now + REMEMBERED_MS });
    }
    return new Map([...remembered, ...counted]);
  }
}
