import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StringTable } from '../../../src/formats/workbook/string-table.ts';
import { unpackList } from '../../../src/formats/workbook/workbook.ts';
import { xmlSlices } from '../../../src/formats/workbook/xml.ts';
import { runs } from '../../support/property-runs.ts';
import { collect, memorySource } from '../support.ts';
import { type MadeWorkbook, madeWorkbook, relations } from './made-workbook.ts';

async function read(made: MadeWorkbook) {
  const { chunks, sheet } = await unpackList('w.xlsx', memorySource('', madeWorkbook(made)).open());
  return { text: Buffer.concat(await collect(chunks)).toString(), sheet: sheet?.name };
}

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...texts: string[]) => `<row>${texts.map(inline).join('')}</row>`;

describe('a workbook', () => {
  it('is found by its relationships, wherever its parts are', async () => {
    const parts = {
      '_rels/.rels': relations({ a: ['officeDocument', '/book/main.xml'] }),
      'book/main.xml':
        '<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets><x:sheet name="A" q:id="s"/></x:sheets></x:workbook>',
      'book/_rels/main.xml.rels': relations({ s: ['worksheet', '../sheets/A.XML'] }),
      'sheets/a.xml': `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>there</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    };
    expect(await read({ rows: row('not here'), parts })).toEqual({ text: 'there\n', sheet: 'A' });
  });

  it('is read by its first sheet that is visible', async () => {
    const parts = {
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Chart" r:id="c"/><sheet name="Hidden" r:id="h" state="hidden"/><sheet name="Shown" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relations({
        c: ['chartsheet', 'chartsheets/sheet1.xml'],
        h: ['worksheet', 'worksheets/sheet2.xml'],
        r1: ['worksheet', 'worksheets/sheet1.xml'],
      }),
      'xl/worksheets/sheet2.xml': '<worksheet/>',
    };
    expect(await read({ rows: row('shown'), parts })).toEqual({ text: 'shown\n', sheet: 'Shown' });
  });

  it('may be in UTF-16, and begin with a byte order mark', async () => {
    const sheet = `\ufeff<worksheet><sheetData>${row('Müller')}</sheetData></worksheet>`;
    const parts = { 'xl/worksheets/sheet1.xml': Buffer.from(sheet, 'utf16le') };
    expect((await read({ rows: '', parts })).text).toBe('Müller\n');
  });

  it('keeps each row on its line, and fills up to the width of the first rows', async () => {
    const rows = `${row('a')}<row r="4"><c r="C4" t="str"><v>b</v></c><c r="A4"><v>1</v></c></row>${row('c')}`;
    expect((await read({ rows })).text).toBe('a,,\n\n\n1,,b\nc,,\n');
  });

  it('shows texts as they are: without hints, with characters that XML can not hold', async () => {
    const strings =
      '<si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></si><si><t>a_x000D_b &amp; <![CDATA[<c>]]></t></si>';
    const rows = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>';
    expect((await read({ rows, strings })).text).toBe('東京,"a\rb & <c>"\n');
  });

  it('knows dates by their format and by its own first day', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="[$-407]d. mmm&quot; text&quot;"/><numFmt numFmtId="171" formatCode="0.0 &quot;days&quot;"/><numFmt numFmtId="172" formatCode=\'[Red][>1]0;General\'/></numFmts><cellXfs><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs>';
    const rows =
      '<row><c s="0"><v>1</v></c><c s="1"><v>2</v></c><c s="2"><v>3</v></c><c s="0"><v>45688.5</v></c></row>';
    expect((await read({ rows, styles })).text).toBe('1900-01-01,2,3,2025-01-31T12:00:00\n');
    const later = await read({ rows, styles, settings: 'date1904="1"' });
    expect(later.text).toBe('1904-01-02,2,3,2029-02-01T12:00:00\n');
  });
});

describe('a string table', () => {
  it('gives back any strings by their places', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 20 }), (some) => {
        const all = Array.from({ length: 2500 }, (_, at) => `${at}${some[at % some.length]}`);
        const table = new StringTable();
        for (const text of all) table.add(text);
        for (const at of [0, 1, 1023, 1024, 2047, 2048, 2499]) expect(table.get(at)).toBe(all[at]);
        expect(table.get(2500)).toBeUndefined();
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('XML', () => {
  const XML =
    '<?xml version="1.0"?>\n<a x="1 > 0" y=\'"\'><!-- <b> > --><b/>te&lt;xt<![CDATA[ <c> ]]>é</a>';

  it('is the same however its bytes arrive', async () => {
    const bytes = Buffer.from(XML);
    for (let size = 1; size < bytes.length; size++) {
      const seen: string[] = [];
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      const handlers = {
        open: (name: string, attribute: (name: string) => string | undefined) =>
          seen.push(`<${name} ${attribute('x')} ${attribute('y')}`),
        close: (name: string) => seen.push(`>${name}`),
        text: (text: string) => seen.push(text),
      };
      for await (const _ of xmlSlices(pieces(), handlers));
      expect(seen).toEqual([
        '<a 1 > 0 "',
        '<b undefined undefined',
        '>b',
        'te<xt',
        ' <c> ',
        'é',
        '>a',
      ]);
    }
  });
});
