import { BoundedMap } from '../lib/bounded-map.ts';
import { suggestDomain } from './suggest.ts';

/** A list has few domains for its length; a million different ones must not fill the memory. */
const MAX_DOMAINS = 20_000;

/** Null: nothing better is known. Shared by lists and service, so that each domain is compared once. */
const betterDomains = new BoundedMap<string, string | null>(MAX_DOMAINS);

/** The address that was probably meant by one that may be a slip; undefined where none is known. */
export function suggestCorrection(address: string): string | undefined {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  let better = betterDomains.get(domain);
  if (better === undefined) {
    better = suggestDomain(domain) ?? null;
    betterDomains.set(domain, better);
  }
  return at === 0 || better === null ? undefined : address.slice(0, at) + better;
}
