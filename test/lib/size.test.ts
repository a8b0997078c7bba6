import { expect, test } from 'vitest';
import { formatSize, parseSize } from '../../src/lib/size.ts';

test.for([
  ['500MB', 500_000_000],
  ['2 GB', 2_000_000_000],
  ['1.5kb', 1500],
  ['10B', 10],
  ['1000', 1000],
  ['much', undefined],
  ['-1MB', undefined],
  ['5 m', undefined],
] as const)('%s is %s bytes', ([text, bytes]) => {
  expect(parseSize(text)).toBe(bytes);
});

test('a size is written with the unit that fits', () => {
  expect([2e9, 1.5e6, 10].map(formatSize)).toEqual(['2 GB', '1.5 MB', '10 B']);
});
