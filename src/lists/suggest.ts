import { suggestDomain } from '../address/suggest.ts';

/** A list has few domains for its length; a million different ones must not fill the memory. */
const MOST_DOMAINS = 20_000;

/** Suggests corrected addresses, thinking about each domain once. */
export function createSuggester(): (address: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (address) => {
    const at = address.lastIndexOf('@') + 1;
    const domain = address.slice(at);
    if (!known.has(domain)) {
      if (known.size >= MOST_DOMAINS) known.clear();
      known.set(domain, suggestDomain(domain));
    }
    const better = known.get(domain);
    return better && address.slice(0, at) + better;
  };
}
