import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { isTopLevelDomain } from '../../src/address/top-level-domains.ts';

/** The list of public suffixes as the library has it, which does not say what it knows. */
interface SuffixTrie {
  readonly labelText: string;
  readonly edgeStart: ArrayLike<number>;
  readonly edgeLength: ArrayLike<number>;
  readonly rulesRoot: number;
}

it('are those of the list of public suffixes', () => {
  const path = 'tldts-icann/dist/cjs/src/data/trie.js';
  const { labelText, edgeStart, edgeLength, rulesRoot }: SuffixTrie = createRequire(
    import.meta.url,
  )(path);
  const names: string[] = [];
  let at = 0;
  for (let edge = 0; edge < (edgeStart[rulesRoot + 1] ?? 0); edge += 1) {
    const length = edgeLength[edge] ?? 0;
    if (edge >= (edgeStart[rulesRoot] ?? 0)) names.push(labelText.slice(at, at + length));
    at += length;
  }
  const isTopLevel = (name: string) => name !== '*' && !name.startsWith('xn--');
  expect(names.filter(isTopLevel).filter((name) => !isTopLevelDomain(name))).toEqual([]);
});
