import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../src/dashboard/downloads.ts';
import { dayChart, scaleTop } from '../../src/dashboard/pages/chart.ts';
import { asSentence } from '../../src/dashboard/pages/parts.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';
import { textLoader } from '../../src/i18n/load-texts.ts';

describe('csvLine', () => {
  it('is read back cell for cell, but for the guard of formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (cells) => {
        const [read] = parse(csvLine(['first', ...cells]), { relax_column_count: true });
        const unguarded = (cell: string) => cell.replace(/(^|;)'/g, '$1');
        expect(read?.slice(1).map(unguarded)).toEqual(cells.map(unguarded));
      }),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1'])('guards %j', (cell) => {
    expect(csvLine([cell])).toMatch(/^"?'/);
  });

  it.each([
    ['a;=1+1', "a;'=1+1\r\n"],
    ['a; @SUM(A1);b', "a;' @SUM(A1);b\r\n"],
    ['\0=1+1', "'\0=1+1\r\n"],
    ['a;\0\0-1', "a;'\0\0-1\r\n"],
  ])('guards what a spreadsheet makes a cell of its own of %j', (cell, line) => {
    expect(csvLine([cell])).toBe(line);
  });
});

describe('the scale of the chart', () => {
  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [5, 6],
    [7, 8],
    [9, 10],
    [11, 20],
    [20, 20],
    [21, 40],
    [699, 800],
    [801, 1000],
    [1001, 2000],
  ])('for at most %i ends at %i', (most, top) => {
    expect(scaleTop(most)).toBe(top);
  });

  it.each(LANGUAGES)(
    'is written in full beside the picture, which would cut it, in %s',
    async (language) => {
      const text = await textLoader()(language);
      const chart = String(dayChart(text, [{ day: '2026-11-27', count: 205_220 }]));
      const [picture = ''] = /<svg.*?<\/svg>/s.exec(chart) ?? [];
      for (const value of [400_000, 200_000, 0]) {
        expect(chart).toContain(`<span>${text.compact(value)}</span>`);
        expect(picture).not.toContain(`>${text.compact(value)}<`);
      }
    },
  );
});

it.each([
  ['list.csv is empty', 'list.csv is empty.'],
  ['list.csv: line 1 is too long', 'list.csv: line 1 is too long.'],
  ['my list.csv: line 1 is too long', 'my list.csv: line 1 is too long.'],
  ['the list is not valid JSON: line 1', 'The list is not valid JSON: line 1.'],
  ['受信可能です', '受信可能です。'],
  ['名前（任意）', '名前（任意）。'],
  ['⟦Šáýîñg⟧', '⟦Šáýîñg⟧.'],
])('makes a sentence of "%s"', (message, sentence) => {
  expect(asSentence(message)).toBe(sentence);
});
