import { expect, test } from 'vitest';
import { shortPath } from '../../../src/cli/io/short-path.ts';

const PLACE = { cwd: '/home/ann/lists', home: '/home/ann' };

test.each([
  ['/home/ann/lists/out.csv', 'out.csv'],
  ['/home/ann/lists/parts/risky.csv', 'parts/risky.csv'],
  ['/home/ann/other/out.csv', '~/other/out.csv'],
  ['/home/anna/out.csv', '/home/anna/out.csv'],
  ['/srv/out.csv', '/srv/out.csv'],
  ['/home/ann', '/home/ann'],
  ['/home/ann/lists/..hidden', '..hidden'],
])('%s is %s', (path, text) => {
  expect(shortPath(path, PLACE)).toBe(text);
});
