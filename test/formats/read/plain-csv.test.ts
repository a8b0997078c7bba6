import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecords } from '../../../src/formats/read/csv-records.ts';
import { cutPlainCsv } from '../../../src/formats/read/plain-csv.ts';
import { countLineEnds, type RowRecord } from '../../../src/formats/read/record.ts';
import { runs } from '../../support/property-runs.ts';

/** What matters to a reader of CSV, and a character of two bytes and one of four. */
const CHARACTERS = ['a', ' ', ',', ';', '"', '"', '""', '\n', '\r', '\r\n', 'é', '😀'];
const anyText = fc
  .array(fc.constantFrom(...CHARACTERS), { maxLength: 30 })
  .map((parts) => parts.join(''));
const anyDelimiter = fc.constantFrom(',', ';');

function plain(text: string, delimiter: string) {
  return cutPlainCsv({ text, delimiter, line: 1, last: true });
}

/** As csv-parse alone reads it; undefined where it refuses. */
function reference(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][];
  } catch {
    return undefined;
  }
}

async function read(chunks: readonly Buffer[], delimiter: string): Promise<RowRecord[]> {
  const stream = (async function* () {
    yield* chunks;
  })();
  const records: RowRecord[] = [];
  for await (const batch of csvRecords(stream, delimiter)) records.push(...batch);
  return records;
}

function cutInPieces(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

describe('cutPlainCsv', () => {
  it('gives the cells that csv-parse gives, up to the first odd record', () => {
    fc.assert(
      fc.property(anyText, anyDelimiter, (text, delimiter) => {
        const expected = reference(text, delimiter);
        const { records, odd } = plain(text, delimiter);
        const cells = records.map((record) => record.cells);
        if (!odd) expect(cells).toEqual(expected);
        else if (expected) expect(cells).toEqual(expected.slice(0, cells.length));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('keeps every character of the text, and each record’s line', () => {
    fc.assert(
      fc.property(anyText, anyDelimiter, (text, delimiter) => {
        const { records, end } = plain(text, delimiter);
        let before = '';
        for (const record of records) {
          expect(record.line).toBe(1 + countLineEnds(before));
          before += record.text + record.lineEnd;
        }
        expect(before).toBe(text.slice(0, end));
      }),
    );
  });

  it.each([['"a"b,c\n'], ['"a" ,c\n'], ['"never closed\n'], [`${'a'.repeat(200_001)}\n`]])(
    'leaves %j to csv-parse',
    (text) => {
      expect(plain(`x,y\n${text}`, ',')).toMatchObject({ end: 4, line: 2, odd: true });
    },
  );

  it('waits for more where a record or its line end may be cut', () => {
    const cut = (text: string) =>
      cutPlainCsv({ text: `x\n${text}`, delimiter: ',', line: 1, last: false });
    for (const text of ['a,b', '"a', 'a\r', '"a""']) {
      expect(cut(text)).toMatchObject({ end: 2, line: 2, odd: false });
    }
    expect(cut('a\r\n').records).toHaveLength(2);
  });
});

describe('csvRecords', () => {
  it('gives what csv-parse gives, however the list is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 1, max: 7 }), async (text, size) => {
        const expected = reference(text, ',');
        const records = read(cutInPieces(text, size), ',');
        if (!expected) {
          await expect(records).rejects.toThrow();
          return;
        }
        expect((await records).map((record) => record.cells)).toEqual(expected);
        const whole = (await records).map((record) => record.text + record.lineEnd).join('');
        expect(whole).toBe(text);
      }),
      { numRuns: runs(1000) },
    );
  });
});
