import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counted, joinSentences } from '../../src/lib/wording.ts';

it('integers are grouped as in American English', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(counted(count)).toBe(count.toLocaleString('en-US'));
    }),
  );
});

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1_234_567, '-1,234,567'],
])('%d is written as %s', (count, text) => {
  expect(counted(count)).toBe(text);
});

it.each([
  [undefined, 'Go on', 'Go on'],
  ['Try again later', 'Go on', 'Try again later. Go on'],
  ['Is it there?', 'Go on', 'Is it there? Go on'],
])('%j and %j are joined as %j', (first, second, joined) => {
  expect(joinSentences(first, second)).toBe(joined);
});
