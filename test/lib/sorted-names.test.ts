import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SortedNames, toSortedText } from '../../src/lib/sorted-names.ts';

const NAMES = [
  'a',
  'a.com',
  'ab.com',
  'b.com',
  'b',
  'ba',
  'xn--bcher-kva.example',
  '0.org',
  'ü.de',
];

it('has the names of its text, and no part, prefix or neighbour of one', () => {
  const names = new SortedNames(toSortedText(NAMES));
  for (const name of NAMES) expect(names.has(name), name).toBe(true);
  for (const other of ['', 'a.co', '.com', 'a.comm', 'c', '0', 'a\na.com', 'zz', 'b.com\n'])
    expect(names.has(other), other).toBe(false);
});

it('is as a set of the names, whatever they are', () => {
  const name = fc.string({
    minLength: 1,
    maxLength: 4,
    unit: fc.constantFrom('a', 'b', '.', '-', 'é'),
  });
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.array(name), (names, others) => {
      const [sorted, set] = [new SortedNames(toSortedText(names)), new Set(names)];
      for (const one of [...names, ...others]) expect(sorted.has(one)).toBe(set.has(one));
    }),
  );
});

it('answers alike after many look-ups', () => {
  const names = new SortedNames(toSortedText(NAMES));
  for (let lookup = 0; lookup < 5000; lookup++) {
    expect(names.has('a.com')).toBe(true);
    expect(names.has('a.co')).toBe(false);
  }
});

it('of an empty text has nothing', () => {
  expect(new SortedNames('').has('a')).toBe(false);
});
