import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countAttempts } from '../../src/dashboard/attempts.ts';
import { csvLine } from '../../src/dashboard/csv.ts';
import { PageError } from '../../src/dashboard/page-error.ts';
import { scaleTop } from '../../src/dashboard/pages/chart.ts';
import { manualClock } from '../support/manual-clock.ts';

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

describe('attempts', () => {
  function allowed(count: () => void): boolean {
    try {
      count();
      return true;
    } catch (error) {
      if (error instanceof PageError && error.status === 429) return false;
      throw error;
    }
  }

  it('a success lets the account begin anew, the network address not', () => {
    const attempts = countAttempts(manualClock());
    for (let tried = 0; tried < 9; tried++) attempts.count('ada', 'a');
    attempts.succeeded('ada');
    for (let tried = 0; tried < 10; tried++) attempts.count('ada', 'a');
    expect(allowed(() => attempts.count('ada', 'a'))).toBe(false);
    expect(allowed(() => attempts.count('bob', 'a'))).toBe(true);
    const rest = Array.from({ length: 40 }, (_, index) =>
      allowed(() => attempts.count(`x${index}`, 'a')),
    );
    expect(rest.filter(Boolean)).toHaveLength(50 - 9 - 10 - 1 - 1);
  });

  it('made-up names push out the oldest, and fill no memory', () => {
    const attempts = countAttempts(manualClock());
    for (let tried = 0; tried < 10; tried++) attempts.count('ada', 'a');
    for (let name = 0; name < 30_000; name++) attempts.count(`n${name}`, `b${name}`);
    expect(allowed(() => attempts.count('ada', 'a'))).toBe(true);
  });
});
