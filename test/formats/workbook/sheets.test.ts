import { describe, expect, it } from 'vitest';
import { unpackList } from '../../../src/formats/workbook/workbook.ts';
import { collect, fixture, memorySource } from '../support.ts';
import { bookOf, relations, storedZip } from './made-workbook.ts';

async function unpacked(bytes: Buffer, wanted?: string) {
  const { chunks, sheet } = await unpackList('book', memorySource('book', bytes).open(), {
    sheet: wanted,
  });
  return { text: Buffer.concat(await collect(chunks)).toString(), sheet };
}

async function bytesOf(name: string): Promise<Buffer> {
  return Buffer.concat(await collect(fixture(name).open()));
}

const BOOK = bookOf([
  ['Read me', ['ask us@example.com']],
  ['List', ['email', 'ann@example.com', 'bob@example.com']],
  ['Old', ['cy@example.com']],
  ['2', ['two']],
]);

describe('the sheet of a workbook', () => {
  it('is the one that holds most addresses; others with addresses are named', async () => {
    const { text, sheet } = await unpacked(BOOK);
    expect(text).toBe('email\nann@example.com\nbob@example.com\n');
    expect(sheet).toMatchObject({ name: 'List', others: ['Old'] });
  });

  it.each([
    ['Old', 'Old'],
    ['read ME', 'Read me'],
    ['3', 'Old'],
    ['2', '2'],
    ['1', 'Read me'],
  ])('is with --sheet %s the sheet "%s"', async (wanted, name) => {
    expect((await unpacked(BOOK, wanted)).sheet).toMatchObject({ name, others: [] });
  });

  it.each([
    ['Lits', 'Did you mean "List"? Give a name'],
    ['5', 'its sheets are "Read me", "List", "Old", "2"'],
    ['0', 'its sheets are "Read me"'],
  ])('is none with --sheet %s', async (wanted, hint) => {
    await expect(unpacked(BOOK, wanted)).rejects.toMatchObject({
      code: 'input',
      message: `the workbook has no sheet "${wanted}"`,
      hint: expect.stringContaining(hint),
    });
  });

  it('is hidden only where it is asked for', async () => {
    const book = bookOf(
      [
        ['Data', ['ann@example.com']],
        ['Shown', ['nothing']],
      ],
      ['Data'],
    );
    expect((await unpacked(book)).sheet).toMatchObject({ name: 'Shown', others: [] });
    expect((await unpacked(book, 'Data')).text).toBe('ann@example.com\n');
    expect((await unpacked(book, '1')).sheet?.name).toBe('Shown');
  });
});

describe('a workbook whose parts lie elsewhere', () => {
  it.each([
    ['workbook.xml', 'first%20sheet.xml', 'first sheet.xml'],
    ['a/b/book.xml', '../sheet.xml', 'a/sheet.xml'],
    ['/pkg/book.xml', '/pkg/S.xml', 'pkg/s.XML'],
  ])('at %s, with its sheet at %s, is read', async (book, target, sheet) => {
    const folder = book.replace(/[^/]*$/, '');
    const content =
      '<worksheet><sheetData><row><c t="str"><v>x</v></c></row></sheetData></worksheet>';
    const files = {
      [sheet]: content,
      [book]: '<workbook><sheets><sheet name="A" r:id="s"/></sheets></workbook>',
      [`${folder}_rels/${book.slice(folder.length)}.rels`]: relations({ s: ['worksheet', target] }),
      '_rels/.rels': relations({ a: ['officeDocument', book] }),
      '[content_types].xml': '<Types/>',
    };
    expect(await unpacked(storedZip(files))).toMatchObject({ text: 'x\n', sheet: { name: 'A' } });
  });
});

describe('an OpenDocument spreadsheet', () => {
  it('comes as the same workbook of Excel does', async () => {
    const [ods, xlsx] = [await bytesOf('contacts.ods'), await bytesOf('contacts.xlsx')];
    // LibreOffice, which converted it, makes numbers of TRUE and FALSE.
    const { text, sheet } = await unpacked(xlsx);
    const converted = text.replaceAll('TRUE', '1').replaceAll('FALSE', '0');
    expect(await unpacked(ods)).toEqual({ text: converted, sheet });
  });

  it('has its sheets chosen as those of Excel', async () => {
    const ods = await bytesOf('three-sheets.ods');
    expect(await unpacked(ods)).toEqual(await unpacked(await bytesOf('three-sheets.xlsx')));
    expect((await unpacked(ods)).sheet).toMatchObject({ name: 'Contacts', others: ['Old'] });
    expect((await unpacked(ods, 'Old')).text).toBe('cy@example.com\n');
  });

  it.each([
    ['<c v="float" n="1067"><p>01067</p></c>', '01067'],
    ['<c v="float" n="1234.5"><p>1.234,50 €</p></c>', '1234.5'],
    ['<c v="percentage" n="0.155"><p>15,5%</p></c>', '0.155'],
    ['<c v="date" d="2025-01-31"><p>31.01.25</p></c>', '2025-01-31'],
    ['<c v="date" d="2025-01-31T09:30:00"><p>x</p></c>', '2025-01-31T09:30:00'],
    ['<c v="time" t="PT09H30M00S"><p>x</p></c>', '09:30:00'],
    ['<c v="boolean" b="true"><p>WAHR</p></c>', 'TRUE'],
    [
      '<c v="string"><p>two<s c="2"/>blanks<tab/>a<line-break/>b</p><p>c</p></c>',
      '"two  blanks\ta\nb\nc"',
    ],
    ['<c v="string"><annotation><p>note</p></annotation><p>a <span>b</span></p></c>', 'a b'],
    ['<c r="2" v="string"><p>x</p></c><c r="16000"/>', 'x,x'],
    ['<covered-table-cell/><c v="string"><p>y</p></c>', ',y'],
  ])('%s is %j', async (cells, shown) => {
    expect((await unpacked(odsOf(`<table-row>${cells}</table-row>`))).text).toBe(`${shown}\n`);
  });

  it('has rows that repeat, and empty ones to the end of the sheet', async () => {
    const row = '<c v="string"><p>a@example.com</p></c>';
    const table = `<table-row n="2">${row}</table-row><table-row n="3"/><table-row>${row}</table-row><table-row n="1048570"/>`;
    expect((await unpacked(odsOf(table))).text).toBe(
      'a@example.com\na@example.com\n\n\n\na@example.com\n',
    );
  });

  it.each([
    ['<table-row n="1048576"><c r="16384" v="string"><p>x</p></c></table-row>', 'too large'],
    ['<table-row n="x"><c/></table-row>', "can't be read"],
    ['<table-row><c r="99999" v="string"><p>x</p></c></table-row>', "can't be read"],
  ])('%s is refused', async (table, why) => {
    await expect(unpacked(odsOf(table))).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining(why),
    });
  });

  it('of another kind is left as it is', async () => {
    const text = storedZip({ mimetype: 'application/vnd.oasis.opendocument.text' });
    expect((await unpacked(text)).sheet).toBeUndefined();
  });
});

const SHORT: Readonly<Record<string, string>> = {
  v: 'office:value-type',
  n: 'office:value',
  d: 'office:date-value',
  t: 'office:time-value',
  b: 'office:boolean-value',
  r: 'table:number-columns-repeated',
  c: 'text:c',
};

/** A spreadsheet of one table; names are short for those of the format. */
function odsOf(rows: string): Buffer {
  const table = rows
    .replace(/<table-row n=/g, '<table:table-row table:number-rows-repeated=')
    .replace(/(<c [^>]*?|<s )(\/?>)/g, '$1 $2')
    .replace(/ (\w)="/g, (whole, short: string) => (SHORT[short] ? ` ${SHORT[short]}="` : whole))
    .replace(/<(\/?)c(?=[ />])/g, '<$1table:table-cell')
    .replace(/<(\/?)table-row/g, '<$1table:table-row')
    .replace(/<(\/?)(p|s|tab|line-break|span)(?=[ />])/g, '<$1text:$2');
  const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="T">${table}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const mimetype = 'application/vnd.oasis.opendocument.spreadsheet';
  return storedZip({ mimetype, 'content.xml': content });
}

it('a byte order mark in the first cell stays in it', async () => {
  const { text } = await unpacked(bookOf([['S', ['\ufeffemail', '\ufeffann@example.com']]]));
  expect(text).toBe('"\ufeffemail"\n\ufeffann@example.com\n');
});
