import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ListSource } from '../../../src/formats/source.ts';
import { unpackList } from '../../../src/formats/workbook/workbook.ts';
import { collect, fixture, inPieces, memorySource } from '../support.ts';
import { madeWorkbook, storedZip } from './made-workbook.ts';

async function unpacked({ name, open }: ListSource) {
  const { chunks, sheet } = await unpackList(name, open());
  return { text: Buffer.concat(await collect(chunks)).toString(), sheet };
}

describe('the first sheet of a workbook', () => {
  it('becomes CSV with every cell as its user sees it', async () => {
    const { text, sheet } = await unpacked(fixture('contacts.xlsx'));
    expect(sheet?.name).toBe('Contacts & leads');
    expect(text.split('\n')).toEqual([
      'Name,E-Mail,Since,Last seen,Phone,Active,Points,At',
      '"Müller, Ann",ann@example.com,2025-01-31,2025-01-31T09:30:00,4915112345678,TRUE,0.0000001,09:30:00',
      '"Bob ""the"" Builder",bob@example.com,,,,FALSE,0.3,',
      '',
      ' Cy & Co ,cy@example.com,#DIV/0!,,0151 123,,-12.5,',
      '"Line one',
      'line two",Dee <dee@example.com>,,,,,0,',
      '',
    ]);
  });

  it('is the same however the bytes arrive', async () => {
    const whole = await unpacked(fixture('contacts.xlsx'));
    expect(await unpacked(inPieces(fixture('contacts.xlsx'), 7))).toEqual(whole);
  });
});

describe('a cell', () => {
  it.each([
    ['t="e"><f>VLOOKUP(1,B:B,1)</f><v>#N/A</v>', '#N/A'],
    ['s="1" t="e"><v>#REF!</v>', '#REF!'],
    ['t="e"><f>1/0</f>', ''],
    ['t="s"><v>0</v>', 'shared'],
    ['t="s"><v>1</v>', 'in runs'],
    ['t="s"><v>2</v>', '"a t=""e"" b"'],
    ['t="inlineStr"><is><t>&lt;c t="e"</t></is>', '"<c t=""e"""'],
    ['t="inlineStr"><is><r><t>in </t></r><r><t>runs</t></r></is>', 'in runs'],
    ['t="str"><f>A1</f><v>cached</v>', 'cached'],
    ['t="str"><f>A1</f>', ''],
    ['><f>1+1</f><v>2</v>', '2'],
    ['t="b"><f>TRUE()</f><v>1</v>', 'TRUE'],
    ['t="inlineStr"><is><t>00123</t></is>', '00123'],
    ['s="1"><v>45688</v>', '2025-01-31'],
    ['t="d"><v>2025-01-31T09:30:00Z</v>', '2025-01-31T09:30:00'],
    // A format of zeros is shown, any other number comes as itself.
    ['s="3"><v>1067</v>', '01067'],
    ['s="3"><f>A2+0</f><v>1067</v>', '01067'],
    ['s="3"><v>123456</v>', '123456'],
    ['s="3"><v>-7</v>', '-7'],
    ['s="3" t="s"><v>0</v>', 'shared'],
    ['s="3"/><c r="B1"><v>1</v>', ',1'],
    ['s="2"><v>0.155</v>', '0.155'],
  ])('%s comes as %j', async (cell, shown) => {
    const bytes = workbookOf(`<c r="A1" ${cell}</c>`);
    const { text } = await unpacked(memorySource('made.xlsx', bytes));
    expect(text).toBe(shown && `${shown}\n`);
  });
});

/** One row of a workbook with formats: of dates (s="1"), one of percentages (s="2"), and 00000 (s="3"). */
function workbookOf(cells: string): Buffer {
  return madeWorkbook({
    rows: `<row r="1">${cells}</row>`,
    styles:
      '<numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs>',
    strings:
      '<si><t>shared</t></si><si><r><t>in </t></r><r><t>runs</t></r></si><si><t>a t="e" b</t></si>',
  });
}

/** Offsets in a directory record of an archive (APPNOTE.TXT 4.3.12). */
const CENTRAL_HEADER = 46;
const UNPACKED_SIZE = 24;

describe('unpackList', () => {
  it.each(['excel-us.csv', 'archive.zip', 'old-workbook.xls', 'empty.csv'])(
    'passes %s on as it is',
    async (name) => {
      const original = Buffer.concat(await collect(fixture(name).open())).toString();
      expect(await unpacked(fixture(name))).toEqual({ text: original, sheet: undefined });
    },
  );

  it.each(['damaged.xlsx', 'workbook.xlsx'])(
    'refuses %s, which is no whole workbook',
    async (name) => {
      await expect(unpacked(fixture(name))).rejects.toMatchObject({
        code: 'input',
        message: `${name} is a workbook that can't be read`,
        hint: expect.stringContaining('CSV UTF-8'),
      });
    },
  );

  it('refuses a workbook that says it unpacks to more than fits', async () => {
    const bytes = Buffer.concat(await collect(fixture('contacts.xlsx').open()));
    const sheet = bytes.lastIndexOf('xl/worksheets/sheet1.xml', undefined, 'latin1');
    bytes.writeUInt32LE(2_000_000_000, sheet - CENTRAL_HEADER + UNPACKED_SIZE);
    await expect(unpacked(memorySource('bomb.xlsx', bytes))).rejects.toMatchObject({
      code: 'input',
      message:
        'bomb.xlsx is too large a workbook: xl/worksheets/sheet1.xml is over 1000 MB unpacked',
    });
  });

  it('refuses a file that is too large before it is all in memory', async () => {
    let given = 0;
    const endless: ListSource = {
      name: 'huge.xlsx',
      async *open() {
        yield* fixture('contacts.xlsx').open();
        for (; given < 1000; given++) yield Buffer.alloc(1_000_000);
      },
    };
    await expect(unpacked(endless)).rejects.toMatchObject({
      message: 'huge.xlsx is too large a workbook: over 100 MB',
    });
    expect(given).toBeLessThan(110);
  });

  it('refuses a workbook with a flipped bit, wherever it is within its XML', async () => {
    const bytes = Buffer.concat(await collect(fixture('contacts.xlsx').open()));
    const sheet = bytes.indexOf('xl/worksheets/sheet1.xml', 0, 'latin1') + 100;
    bytes.writeUInt8(bytes.readUInt8(sheet) ^ 1, sheet);
    await expect(unpacked(memorySource('flipped.xlsx', bytes))).rejects.toMatchObject({
      code: 'input',
      message: "flipped.xlsx is a workbook that can't be read",
    });
  });

  it('refuses a sheet with a cell far out, which would fill the memory', async () => {
    const bytes = Buffer.concat(await collect(fixture('contacts.xlsx').open()));
    const files = unzipSync(bytes);
    const path = 'xl/worksheets/sheet1.xml';
    const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>';
    const xml = Buffer.from(files[path] ?? '')
      .toString()
      .replace('</sheetData>', far);
    const workbook = storedZip({ ...files, [path]: xml });
    await expect(unpacked(memorySource('far.xlsx', workbook))).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('it has a cell far out (row 1048576'),
    });
  });
});
