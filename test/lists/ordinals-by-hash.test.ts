import { expect, test } from 'vitest';
import { createHash32, OrdinalsByHash } from '../../src/lists/file/ordinals-by-hash.ts';

test('ordinals with the same hash are found by their addresses', () => {
  const known = new OrdinalsByHash();
  const hashOf = (ordinal: number) => ordinal % 7;
  for (let ordinal = 1; ordinal <= 3000; ordinal++) known.add(hashOf(ordinal), ordinal);
  for (let ordinal = 1; ordinal <= 3000; ordinal += 100) {
    expect(known.find(hashOf(ordinal), (one) => one === ordinal)).toBe(ordinal);
    expect(known.find(hashOf(ordinal + 1), (one) => one === ordinal)).toBe(0);
  }
  expect(known.find(8, () => true)).toBe(0);
});

test('hashes of texts that are alike are spread, by seeds of their own', () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `person.${at}@example.com`);
  const seeds = [0, 0.3, 0.5, 0.618, 0.999];
  const hashes = seeds.map((seed) => texts.map(createHash32(() => seed)));
  for (const some of hashes) expect(new Set(some).size).toBeGreaterThan(19_990);
  expect(new Set(hashes.map(([first]) => first)).size).toBe(seeds.length);
});
