import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectList } from '../../src/formats/inspect/inspect-list.ts';
import { readRows } from '../../src/formats/read/read-rows.ts';
import { MailvetError } from '../../src/lib/errors.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { runs } from '../support/property-runs.ts';
import { collect, inPieces, memorySource, written } from './support.ts';

const COLUMNS = ['verdict'] as const;
const RELAXED = { relax_column_count: true, relax_quotes: true, bom: true } as const;

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', 'a "quoted" word', 'two\nlines', 'cr\r\nlf', ' blank ', '1,5', 'a;b', '=1+1'),
);
/** NUL is refused, an `@` would make other columns candidates. */
const cell = text.map((value) => value.replace(/[\0@＠]/g, ''));
const delimiter = fc.constantFrom(',', ';', '\t', '|');
const lineEnd = fc.constantFrom('\n', '\r\n');

const table = fc.record({
  rows: fc.array(fc.tuple(cell, fc.nat(9999), cell), { minLength: 2, maxLength: 20 }),
  delimiter,
  lineEnd,
  bom: fc.boolean(),
});

describe('a list written by a spreadsheet', () => {
  it('comes back with every cell, for any cells, delimiter and line end', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ rows, delimiter, lineEnd, bom }) => {
        const cells = rows.map(([first, id, last]) => [first, `p${id}@example.com`, last]);
        const list = stringify([['first', 'e-mail', 'last'], ...cells], {
          delimiter,
          record_delimiter: lineEnd,
          quote_record_delimiter: true,
          bom,
        });
        const back: string[][] = parse(await written(list, { columns: COLUMNS }), {
          delimiter,
          bom: true,
        });
        expect(back.map((row) => row.slice(0, 3))).toEqual([['first', 'e-mail', 'last'], ...cells]);
        expect(back.every((row) => row.length === 4)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** What lists are made of, and what spoils them. */
const scrap = fc.constantFrom(
  'ann@example.com',
  'Bob <bob@example.com>',
  'x@',
  '@',
  'n/a',
  '',
  ' ',
  'ä',
  '€',
  '"',
  '""',
  '"a"',
  '\\',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  'email',
  'sep=;',
  '\ufeff',
  '[',
  ']',
  '{',
  '}',
  ':',
  '{"email":"ann@example.com"}',
  '["ann@example.com"]',
  'null',
  '=1',
  '\u200b',
  '\0',
  '\ud83d\ude00',
);
const anyText = fc.array(scrap, { maxLength: 60 }).map((parts) => parts.join(''));
const anyBytes = fc.oneof(
  anyText.map((content) => Buffer.from(content)),
  anyText.map((content) => Buffer.from(content, 'utf16le')),
  anyText.map((content) => Buffer.from(content, 'latin1')),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

describe('any list at all', () => {
  it('is read to its last row, or refused with an error for the user', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, async (bytes) => {
        const source = memorySource('list', bytes);
        const plan = await inspectList(source, { columns: ['1'] }).catch(refusal);
        if (!plan) return;
        const rows = await collect(readRows(source, plan));
        expect(rows.filter(({ problem }) => problem !== 'blank')).toHaveLength(plan.rows);
        expect(await collect(readRows(inPieces(source, 3), plan))).toEqual(rows);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('of text comes back with every byte of every row', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (content) => {
        const back = await written(content, {
          columns: [],
          inspect: { format: 'csv', columns: ['1'] },
        }).catch(refusal);
        if (back === undefined) return;
        const cells = (list: string) => list.replaceAll(/[\ufeff,;\t|]/g, '');
        expect(cells(back)).toBe(cells(content));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('keeps its rows apart when results are added', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (content) => {
        const inspect = { format: 'csv', delimiter: ',', columns: ['1'], header: false } as const;
        const back = await written(content, { columns: COLUMNS, inspect }).catch(refusal);
        if (back === undefined) return;
        const count = (list: string) => parse(list, RELAXED).length;
        expect(count(back)).toBe(count(content));
      }),
      { numRuns: runs(500) },
    );
  });
});

function refusal(error: unknown): undefined {
  expect(error).toBeInstanceOf(MailvetError);
  expect(error).toMatchObject({ code: 'input', hint: hintSaying(/./) });
}
