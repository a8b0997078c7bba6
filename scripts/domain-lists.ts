import { readBroadList, readCuratedList, readFreeList } from '../src/address/disposable-lists.ts';
import { toSortedText } from '../src/lib/sorted-names.ts';

/** The lists of domains as the texts that a built program reads, by the name of their file. */
export function domainListTexts(): Readonly<Record<string, string>> {
  return {
    'curated-domains.txt': toText(readCuratedList()),
    'broad-domains.txt': toText(readBroadList()),
    'free-domains.txt': toText(readFreeList()),
  };
}

/** Domains are looked up as A-labels: the few other names of a list are left out. */
function toText(names: ReadonlySet<string>): string {
  return toSortedText([...names].filter((name) => /^[!-~]+$/.test(name)));
}
