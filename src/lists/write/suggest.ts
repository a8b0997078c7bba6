import { suggestDomain } from '../../address/suggest.ts';

/** A list has few domains for its length; a million different ones must not fill the memory. */
const MOST_DOMAINS = 20_000;

/** Suggests corrected addresses, thinking about each domain once. */
export function createSuggester(): (address: string) => string | undefined {
  /** Null: nothing better is known. Asked once a row, so that no domain is hashed twice for it. */
  const known = new Map<string, string | null>();
  return (address) => {
    const at = address.lastIndexOf('@') + 1;
    const domain = address.slice(at);
    let better = known.get(domain);
    if (better === undefined) {
      if (known.size >= MOST_DOMAINS) known.clear();
      better = suggestDomain(domain) ?? null;
      known.set(domain, better);
    }
    return better === null ? undefined : address.slice(0, at) + better;
  };
}
