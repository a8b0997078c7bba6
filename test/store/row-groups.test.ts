import { expect, it } from 'vitest';
import { buildInsert, rowGroups } from '../../src/store/sqlite/address-rows.ts';

it.each([
  [0, []],
  [1, [1]],
  [9, Array(9).fill(1)],
  [50, Array(5).fill(10)],
  [212, [100, 100, 10, 1, 1]],
])('%i rows are cut into groups of these sizes', (count, sizes) => {
  const rows = Array.from({ length: count }, (_, n) => n);
  const groups = rowGroups(rows);
  expect(groups.map(({ length }) => length)).toEqual(sizes);
  expect(groups.flat()).toEqual(rows);
});

it('a statement has the parentheses of each row', () => {
  expect(buildInsert('t (a, b)', '(?, 0)', 2)).toBe('insert into t (a, b) values (?, 0), (?, 0)');
});
