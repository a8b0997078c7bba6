import { describe, expect, it } from 'vitest';
import type { ListSource } from '../../src/lists/source.ts';
import { unpackList } from '../../src/lists/workbook.ts';
import { storedZip, unpackEntry, zipEntries } from '../../src/lists/zip.ts';
import { collect, fixture, inPieces, memorySource } from './support.ts';

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
      ' Cy & Co ,cy@example.com,,,0151 123,,-12.5,',
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
        message: `${name} is an Excel workbook that can't be read`,
        hint: expect.stringContaining('CSV UTF-8'),
      });
    },
  );

  it('refuses a workbook that says it unpacks to more than fits', async () => {
    const bytes = Buffer.concat(await collect(fixture('contacts.xlsx').open()));
    const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    bytes.writeUInt32LE(2_000_000_000, directory + 24);
    await expect(unpacked(memorySource('bomb.xlsx', bytes))).rejects.toMatchObject({
      code: 'input',
      message: 'bomb.xlsx is too large a workbook: over 200 MB unpacked',
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
      message: 'huge.xlsx is too large a workbook: over 50 MB',
    });
    expect(given).toBeLessThan(60);
  });

  it('refuses a workbook with a flipped bit, wherever it is within its XML', async () => {
    const bytes = Buffer.concat(await collect(fixture('contacts.xlsx').open()));
    const sheet = bytes.indexOf('xl/worksheets/sheet1.xml', 0, 'latin1') + 100;
    bytes.writeUInt8(bytes.readUInt8(sheet) ^ 1, sheet);
    await expect(unpacked(memorySource('flipped.xlsx', bytes))).rejects.toMatchObject({
      code: 'input',
      message: "flipped.xlsx is an Excel workbook that can't be read",
    });
  });

  it('refuses a sheet with a cell far out, which would fill the memory', async () => {
    const bytes = Buffer.concat(await collect(fixture('contacts.xlsx').open()));
    const files = new Map<string, Buffer>();
    for (const entry of zipEntries(bytes)) files.set(entry.name, await unpackEntry(bytes, entry));
    const path = 'xl/worksheets/sheet1.xml';
    const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>';
    const xml = files.get(path)?.toString().replace('</sheetData>', far) ?? '';
    files.set(path, Buffer.from(xml));
    await expect(unpacked(memorySource('far.xlsx', storedZip(files)))).rejects.toMatchObject({
      code: 'input',
      message: 'far.xlsx is too large a workbook: it has a cell far out',
    });
  });
});
