import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContentSet } from '../../src/outcomes/content-set.ts';
import { runs } from '../support/property-runs.ts';

it('a set of contents knows each key once, as a Set does', () => {
  const key = fc.oneof(
    fc.constantFrom('0000000000000000', '0000000000000001', 'ffffffffffffffff'),
    fc
      .bigInt({ min: 2n, max: 2n ** 64n - 1n })
      .map((value) => value.toString(16).padStart(16, '0')),
  );
  fc.assert(
    fc.property(fc.array(key, { maxLength: 50 }), (keys) => {
      const ours = new ContentSet();
      const plain = new Set<string>();
      for (const one of keys.map((each) => each.replace(/^0{16}$/, '0000000000000001'))) {
        expect(ours.add(one)).toBe(!plain.has(one));
        plain.add(one);
      }
    }),
    { numRuns: runs(300) },
  );
});

it('a set of contents grows beyond its first size', () => {
  const ours = new ContentSet();
  const keys = Array.from({ length: 20_000 }, (_, at) => (at + 2).toString(16).padStart(16, '0'));
  expect(keys.every((one) => ours.add(one))).toBe(true);
  expect(keys.some((one) => ours.add(one))).toBe(false);
});
