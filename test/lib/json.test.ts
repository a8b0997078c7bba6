import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { findTooDeep, MAX_JSON_DEPTH } from '../../src/lib/json.ts';

const nested = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
  ['lists in objects', '{"a":[', ']}'],
])('%s are too deep beyond the bound, and not at it', (_, open, close) => {
  const levels = MAX_JSON_DEPTH / (open.split(/[[{]/).length - 1);
  expect(findTooDeep(nested(open, close, levels))).toBe(-1);
  expect(findTooDeep(nested(open, close, levels + 1))).toBeGreaterThan(0);
});

it('counts no bracket of a string', () => {
  const brackets = fc.string({
    unit: fc.constantFrom('[', '{', '"', '\\', 'a', ']'),
    minLength: 200,
  });
  fc.assert(
    fc.property(fc.dictionary(brackets, brackets), (value) => {
      expect(findTooDeep(JSON.stringify([value]))).toBe(-1);
    }),
  );
});

test.each([
  ['['.repeat(500_000), 100],
  ['{"":'.repeat(200_000), 400],
  ['"', -1],
  ['"\\', -1],
  ['["', -1],
])('a text that is cut off is too deep at most where it opens brackets', (text, place) => {
  expect(findTooDeep(text)).toBe(place);
});
