import { BoundedMap } from '../lib/bounded-map.ts';
import { suggestDomain } from './suggest.ts';

/** A list has few domains for its length; a million different ones must not fill the memory. */
const MAX_DOMAINS = 20_000;

/** Suggests corrected addresses; each domain is compared with the known ones once. */
export function createSuggester(): (address: string) => string | undefined {
  /** Null: nothing better is known. Asked once a row, so that no domain is hashed twice for it. */
  const known = new BoundedMap<string, string | null>(MAX_DOMAINS);
  return (address) => {
    const at = address.lastIndexOf('@') + 1;
    const domain = address.slice(at);
    let better = known.get(domain);
    if (better === undefined) {
      better = suggestDomain(domain) ?? null;
      known.set(domain, better);
    }
    return at === 0 || better === null ? undefined : address.slice(0, at) + better;
  };
}
