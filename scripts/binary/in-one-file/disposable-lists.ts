import { getAsset } from 'node:sea';
import { SortedNames } from '../../../src/lib/sorted-names.ts';

export function readCuratedList(): SortedNames {
  return readNames('curated-domains.txt');
}

export function readBroadList(): SortedNames {
  return readNames('broad-domains.txt');
}

export function readFreeList(): SortedNames {
  return readNames('free-domains.txt');
}

/** In the program itself, 1.8 MB of names would be read at each start. Sorted by the build. */
function readNames(asset: string): SortedNames {
  return new SortedNames(getAsset(asset, 'utf8'));
}
