/** The built program looks disposable domains up in texts; from source they come from their packages. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readBroadList, readCuratedList } from '../../src/address/disposable-lists.ts';
import { SortedNames } from '../../src/lib/sorted-names.ts';

it.each([
  ['curated-domains.txt', readCuratedList],
  ['broad-domains.txt', readBroadList],
])('%s has the names of its package, and no others', (file, read) => {
  const text = readFileSync(new URL(`../../dist/chunks/${file}`, import.meta.url), 'utf8');
  const packaged = read();
  expect(new Set(text.split('\n'))).toEqual(packaged);
  const built = new SortedNames(text);
  const some = [...packaged].filter((_, at) => at % 60 === 0);
  for (const name of some) {
    expect(built.has(name), name).toBe(true);
    expect(built.has(`${name}x`)).toBe(packaged.has(`${name}x`));
    expect(built.has(name.slice(1))).toBe(packaged.has(name.slice(1)));
  }
});
