import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counted } from '../../src/lib/wording.ts';

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
