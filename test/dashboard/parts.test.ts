import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../src/dashboard/csv.ts';
import { scaleTop } from '../../src/dashboard/pages/chart.ts';

describe('csvLine', () => {
  it('is read back cell for cell, but for the guard of formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (cells) => {
        const [read] = parse(csvLine(['first', ...cells]), { relax_column_count: true });
        expect(read?.slice(1).map((cell: string) => cell.replace(/^'/, ''))).toEqual(
          cells.map((cell) => cell.replace(/^'/, '')),
        );
      }),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1'])('guards %j', (cell) => {
    expect(csvLine([cell])).toMatch(/^"?'/);
  });
});

describe('the scale of the chart', () => {
  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [5, 10],
    [11, 20],
    [20, 20],
    [21, 40],
    [699, 1000],
    [1001, 2000],
  ])('for at most %i ends at %i', (most, top) => {
    expect(scaleTop(most)).toBe(top);
  });
});
