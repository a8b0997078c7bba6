import { expect, it } from 'vitest';
import { parseRetryAfter } from '../../../src/contract/client/caller.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['1.5', 1_500],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thu, 01 Jan 2015 00:01:00 GMT', 0],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j asks to wait %j ms', (header, expected) => {
  expect(parseRetryAfter(header, NOW)).toBe(expected);
});
