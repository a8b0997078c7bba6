import { describe, expect, it } from 'vitest';
import { unpackList } from '../../../src/formats/workbook/workbook.ts';
import { collect, memorySource } from '../support.ts';
import { type MadeWorkbook, madeWorkbook } from './made-workbook.ts';

/** The error that a workbook ends in. */
async function refusal(workbook: Buffer): Promise<unknown> {
  const read = async () => {
    const { chunks } = await unpackList('w.xlsx', memorySource('', workbook).open());
    return await collect(chunks);
  };
  return await read().then(
    () => undefined,
    (error: unknown) => error,
  );
}

const UNREADABLE = "w.xlsx is a workbook that can't be read";
const A_ROW = '<row><c t="str"><v>a@example.com</v></c></row>';

describe('a workbook that was made to take time or memory', () => {
  it.each<[string, MadeWorkbook, string]>([
    [
      'a style that is never closed',
      { rows: A_ROW, styles: '<cellXfs '.repeat(100_000) },
      UNREADABLE,
    ],
    [
      'a cell that is full of what errors look like',
      { rows: `<row><c t="inlineStr"><is><t>${' t="e"'.repeat(100_000)}</t></is></c></row>` },
      'w.xlsx is too large a workbook: a cell in row 1 has over 100,000 characters, or the row 1 MB',
    ],
    [
      'a last cell far out',
      {
        rows: `${A_ROW}<row r="1048576"><c s="0" r="XFD1048576"><v>1</v></c></row>`,
      },
      'w.xlsx is too large a workbook: it has a cell far out (row 1048576, with 16384 columns in use)',
    ],
    [
      'a column that no spreadsheet has',
      { rows: '<row><c r="XFE1"><v>1</v></c></row>' },
      UNREADABLE,
    ],
    ['a row that no spreadsheet has', { rows: '<row r="1048577"></row>' }, UNREADABLE],
    [
      'rows of one long text again and again',
      {
        rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`,
        strings: `<si><t>${'x'.repeat(90_000)}</t></si>`,
      },
      'w.xlsx is too large a workbook: a cell in row 1 has over 100,000 characters, or the row 1 MB',
    ],
    [
      'one text without end',
      { rows: A_ROW, strings: `<si>${`<t>${'x'.repeat(60_000)}</t>`.repeat(2)}</si>` },
      'w.xlsx is too large a workbook: a text has over 100,000 characters',
    ],
    ['elements within each other', { rows: '<row>'.repeat(1_000_000) }, UNREADABLE],
    ['a tag without end', { rows: `<row ${'a'.repeat(3_000_000)}` }, UNREADABLE],
    ['a comment without end', { rows: `<!-- ${'<a '.repeat(1_000_000)}` }, UNREADABLE],
    ['a string that is not there', { rows: '<row><c t="s"><v>7</v></c></row>' }, UNREADABLE],
  ])('is refused: %s', async (_, made, message) => {
    expect(await refusal(madeWorkbook(made))).toMatchObject({ code: 'input', message });
  });

  it('is refused before it unpacks to hundreds of times its size', async () => {
    const workbook = madeWorkbook({ rows: A_ROW.repeat(1_000_000) }, 6);
    expect(workbook.length).toBeLessThan(300_000);
    expect(await refusal(workbook)).toMatchObject({
      message:
        'w.xlsx is too large a workbook: xl/worksheets/sheet1.xml unpacks to more than 200 times its size',
    });
  });
});
