import { getAsset } from 'node:sea';

export function readCuratedList(): ReadonlySet<string> {
  return readNames('curated-domains.txt');
}

export function readBroadList(): ReadonlySet<string> {
  return readNames('broad-domains.txt');
}

/** In the program itself, 1.8 MB of names would be read at each start. */
function readNames(asset: string): ReadonlySet<string> {
  return new Set(getAsset(asset, 'utf8').split('\n'));
}
