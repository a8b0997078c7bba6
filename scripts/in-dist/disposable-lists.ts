import { readFileSync } from 'node:fs';
import { SortedNames } from '../../src/lib/sorted-names.ts';

export function readCuratedList(): SortedNames {
  return readNames('curated-domains.txt');
}

export function readBroadList(): SortedNames {
  return readNames('broad-domains.txt');
}

export function readFreeList(): SortedNames {
  return readNames('free-domains.txt');
}

/** The build writes the texts beside the chunks: as packages, they are 50 ms of work at each start. */
function readNames(file: string): SortedNames {
  return new SortedNames(readFileSync(new URL(file, import.meta.url), 'latin1'));
}
