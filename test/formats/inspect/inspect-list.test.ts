import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import type { ListPlan } from '../../../src/formats/plan.ts';
import { fileSource } from '../../../src/formats/source.ts';
import { hintSaying } from '../../support/hint-saying.ts';
import { fixture, inPieces, memorySource } from '../support.ts';

const READABLE: readonly [name: string, plan: Partial<ListPlan>][] = [
  ['excel-de.csv', { encoding: 'windows-1252', delimiter: ';', columns: [3], lineEnd: '\r\n' }],
  ['excel-de-utf8.csv', { encoding: 'utf-8', bom: true, delimiter: ';', columns: [1], rows: 2 }],
  ['excel-fr.csv', { encoding: 'windows-1252', delimiter: ';', columns: [2], rows: 2 }],
  ['excel-us.csv', { encoding: 'utf-8', bom: false, delimiter: ',', columns: [2], rows: 2 }],
  ['excel-unicode-text.txt', { encoding: 'utf-16le', bom: true, delimiter: '\t', columns: [1] }],
  ['excel-sep-line.csv', { delimiter: ';', columns: [1], rows: 2 }],
  ['google-sheets.csv', { delimiter: ',', columns: [2], rows: 2, lineEnd: '\r\n' }],
  ['google-contacts.csv', { columns: [4], rows: 3 }],
  ['mailchimp.csv', { columns: [0], rows: 2, lineEnd: '\n' }],
  ['hubspot.csv', { columns: [3], rows: 3 }],
  ['salesforce-report.csv', { encoding: 'windows-1252', columns: [3], rows: 5 }],
  ['outlook.csv', { encoding: 'windows-1252', columns: [5], rows: 2 }],
  ['mixed-line-ends.csv', { rows: 4, lineEnd: '\r\n', columns: [1] }],
  ['cr-only.csv', { rows: 2, lineEnd: '\r', delimiter: ';' }],
  ['ragged.csv', { rows: 4, width: 5, columns: [1] }],
  ['quoted-newlines.csv', { rows: 3, columns: [0] }],
  ['blank-lines.csv', { rows: 2, columns: [1] }],
  ['duplicate-headers.csv', { rows: 2, columns: [2], width: 5 }],
  ['no-header.csv', { rows: 2, columns: [1], header: null }],
  ['one-column.csv', { rows: 3, columns: [0], header: ['E-mail'], format: 'csv' }],
  ['utf16le-no-bom.csv', { encoding: 'utf-16le', bom: false, delimiter: ';', rows: 2 }],
  ['utf16be.csv', { encoding: 'utf-16be', bom: true, rows: 2 }],
  ['utf16be-no-bom.csv', { encoding: 'utf-16be', bom: false, rows: 2 }],
  ['pipe.csv', { delimiter: '|', columns: [1], rows: 2 }],
  ['tab.tsv', { delimiter: '\t', columns: [1], rows: 2 }],
  ['decimal-commas.csv', { delimiter: ';', columns: [1], width: 3 }],
  ['header-lies.csv', { columns: [1] }],
  ['lines.txt', { format: 'lines', rows: 4, header: null }],
  ['lines-windows.txt', { format: 'lines', rows: 3, lineEnd: '\r\n' }],
  ['objects.json', { format: 'json', rows: 3, columns: [1] }],
  ['strings.json', { format: 'json', rows: 3, columns: [0] }],
  ['marks-and-links.csv', { columns: [1], rows: 9, delimiter: ',' }],
  ['words-for-nothing.csv', { columns: [1], rows: 5 }],
  ['bars-in-cells.csv', { delimiter: ',', columns: [1], width: 2 }],
  ['people-in-a-line.txt', { format: 'lines', rows: 1, columns: [0] }],
  ['objects.jsonl', { format: 'jsonl', rows: 2, columns: [0] }],
];

const UNREADABLE: readonly [name: string, message: RegExp, hint: RegExp][] = [
  ['empty.csv', /^empty\.csv is empty$/, /Give a CSV/],
  ['bom-only.csv', /is empty$/, /Give a CSV/],
  ['header-only.csv', /has no rows$/, /--no-header/],
  ['no-addresses.csv', /has no e-mail column/, /--column/],
  ['two-columns.csv', /"work email" \(column 2\) and "private email" \(column 3\)/, /--column 2/],
  ['runaway-quote.csv', /opens on line 3 swallows/, /line 3/],
  ['unclosed-quote.csv', /opens on line 3 is never closed/, /line 3/],
  ['bad-utf8-with-bom.csv', /not valid UTF-8: line 3/, /--encoding windows-1252/],
  ['nul-bytes.csv', /NUL bytes/, /--encoding/],
  ['protected.xlsx', /a workbook with a password/, /Remove the password/],
  ['old-workbook.xls', /an old Excel workbook/, /save it as "CSV UTF-8"/],
  ['html-as.xls', /an HTML or XML document/, /save it as "CSV UTF-8"/],
  ['archive.zip', /a ZIP archive/, /Unpack/],
  ['line-of-a-program.txt', /one line of text with 3 addresses/, /one address per line/],
  ['statements.sql', /a text of SQL/, /Export the table as CSV/],
  ['address-book.ldif', /an LDIF file/, /Export the address book as CSV/],
  ['contacts.vcf', /a vCard/, /Export the contacts as CSV/],
  [
    'rows-quoted-whole.csv',
    /single cell in quotation marks.* between "," inside/,
    /Text to Columns/,
  ],
  ['rows-quoted-whole-no-header.csv', /in quotation marks.* between ";" inside/, /Text to Columns/],
  ['document.pdf', /a PDF document/, /Export/],
  ['broken.json', /line 2: the array is not closed/, /array of strings or objects/],
  ['broken.jsonl', /line 2: expected/, /JSONL/],
  ['object.json', /line 1: it is not an array/, /array of strings or objects/],
];

describe('inspectList', () => {
  it.each(READABLE)('finds out how %s is to be read', async (name, expected) => {
    expect(await inspectList(fixture(name))).toMatchObject(expected);
  });

  it.each(READABLE)('finds the same in %s when it comes byte by byte', async (name) => {
    const whole = await inspectList(fixture(name));
    expect(await inspectList(inPieces(fixture(name), 1))).toEqual(whole);
  });

  it('calls a workbook that is cut off or overwritten a damaged one', async () => {
    const opened = inspectList(memorySource('list.XLSX', 'PK\x03\x04, cut off'));
    await expect(opened).rejects.toThrow('list.XLSX is a damaged workbook');
  });

  it('leaves to its caller what to do with a workbook, which is unpacked before', async () => {
    await expect(inspectList(fixture('workbook.xlsx'))).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(/an Excel workbook \(\.xlsx\)/),
      hint: undefined,
    });
  });

  it.each(UNREADABLE)('refuses %s and says why and what to do', async (name, message, hint) => {
    await expect(inspectList(fixture(name))).rejects.toMatchObject({
      name: 'MailvetError',
      code: 'input',
      message: expect.stringMatching(message),
      hint: hintSaying(hint),
    });
  });

  it('says what it chose', async () => {
    const { notices } = await inspectList(fixture('excel-de.csv'));
    expect(notices).toEqual([
      'Using column "E-Mail-Adresse"',
      'The list is read as Windows-1252; results are written as UTF-8 with BOM',
    ]);
  });

  it.each([
    ['a,b\nx@a.org,1\ny@b.org,1,2\n', 'Line 3 has 3 cells, the header 2; the row was kept as is'],
    ['x@a.org,1\ny@b.org\n', 'Line 2 has 1 cell, the first row 2; the row was kept as is'],
    [
      'a,b\nx@a.org\ny@b.org,1,2\n',
      'Line 2 has 1 cell, the header 2; 1 other row differs too; the rows were kept as they are',
    ],
    [
      'a,b\nx@a.org\ny@b.org\nz@b.org\n',
      'Line 2 has 1 cell, the header 2; 2 other rows differ too; the rows were kept as they are',
    ],
  ])('names the first row with other cells than the rest of %j', async (text, notice) => {
    const { notices } = await inspectList(memorySource('list.csv', text));
    expect(notices).toContain(notice);
  });

  it('finds nothing wrong with objects that leave out names', async () => {
    const text = '[{"email":"x@a.org","b":1},{"email":"y@b.org"},{"b":2}]';
    const { notices } = await inspectList(memorySource('list.json', text));
    expect(notices).toEqual(['Using column "email"']);
  });

  it('gives a plan that survives JSON', async () => {
    const plan = await inspectList(fixture('excel-sep-line.csv'));
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });

  it('names a file that is not there, and a directory', async () => {
    const missing = inspectList(fileSource('/nowhere/list.csv'));
    await expect(missing).rejects.toThrow("/nowhere/list.csv can't be read: there is no such file");
    await expect(inspectList(fixture(''))).rejects.toThrow("can't be read: it is a directory");
  });

  it('asks which of several equally good columns is meant', async () => {
    const asked: string[] = [];
    const plan = await inspectList(fixture('two-columns.csv'), {
      async chooseColumn(candidates) {
        asked.push(...candidates.map(({ label }) => label));
        return candidates[1]?.index ?? 0;
      },
    });
    expect(asked).toEqual(['"work email"', '"private email"']);
    expect(plan.columns).toEqual([2]);
  });

  it.each([
    [['private email'], [2]],
    [['Work Email'], [1]],
    [['3'], [2]],
    [
      ['work email', '3', 'WORK EMAIL'],
      [1, 2],
    ],
  ])('takes the given columns %j', async (columns, expected) => {
    expect(await inspectList(fixture('two-columns.csv'), { columns })).toMatchObject({
      columns: expected,
    });
  });

  it.each([
    [['phone'], /no column "phone"/],
    [['4'], /no column "4"/],
    [['0'], /no column "0"/],
  ])('refuses the column %j that the list does not have', async (columns, message) => {
    const refused = inspectList(fixture('two-columns.csv'), { columns });
    await expect(refused).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(message),
    });
  });

  it('refuses a name that two columns have', async () => {
    const refused = inspectList(fixture('duplicate-headers.csv'), { columns: ['note'] });
    await expect(refused).rejects.toThrow('more than one column is called "note": 2 and 4');
  });

  it('uses the given format, delimiter, encoding and header', async () => {
    const said = {
      format: 'csv',
      delimiter: '-',
      encoding: 'windows-1252',
      header: false,
    } as const;
    const plan = await inspectList(memorySource('x', 'a-ann@example.com\nb-bob@example.com'), said);
    const { header, ...rest } = said;
    expect(plan).toMatchObject({ ...rest, header: null, columns: [1], rows: 2 });
    expect(header).toBe(false);
  });

  it('takes a first line with an address for the header when told so', async () => {
    const list = memorySource('x', 'ann@example.com,1\nbob@example.com,2\n');
    expect(await inspectList(list, { header: true })).toMatchObject({
      header: ['ann@example.com', '1'],
      rows: 1,
    });
  });

  it('finds the column where most addresses are when no header names one', async () => {
    const rows = [
      'Ann,see ann@example.org,ann@example.com',
      'Bob,,bob@example.com',
      'Cy,,cy@example.com',
    ];
    const list = memorySource('x', `who,remark,kontakt\n${rows.join('\n')}\n`);
    expect(await inspectList(list)).toMatchObject({ columns: [2] });
  });

  it.each([
    'Email',
    'E-MAIL',
    'e_mail',
    'Email Address',
    'E-Mail-Adresse',
    'Adresse électronique',
    'Courriel',
    'Correo electrónico',
    'Indirizzo e-mail',
    'Endereço de e-mail',
    'E-postadress',
    'E-posta adresi',
    'Sähköposti',
    'Электронная почта',
    'メールアドレス',
    '电子邮件',
    '이메일',
  ])('knows a column called %s among others with addresses', async (name) => {
    const list = memorySource(
      'x',
      `owner,${name}\nsam@example.org,ann@example.com\nsam@example.org,bob@example.com\n`,
    );
    expect(await inspectList(list)).toMatchObject({ columns: [1] });
  });

  it('does not believe a header that few addresses back', async () => {
    const rows = [
      'ann@example.com,a@example.com',
      ...'bcde'.split('').map((id) => `yes,${id}@example.com`),
    ];
    const list = memorySource('x', `email,contact\n${rows.join('\n')}\n`);
    expect(await inspectList(list)).toMatchObject({ columns: [1] });
  });

  it('takes the best there is when no column has many addresses', async () => {
    const rows = ['a,ann@example.com', ...'bcdefgh'.split('').map((id) => `${id},none`)];
    const list = memorySource('x', `who,email\n${rows.join('\n')}\n`);
    expect(await inspectList(list)).toMatchObject({ columns: [1] });
  });

  it('leaves a note of several lines alone, whatever it mentions', async () => {
    const note = '"Hello,\nask bob@example.com, or\ncy,cy@example.com"';
    const list = memorySource('x', `email,note\nann@example.com,${note}\nbob@example.com,\n`);
    expect(await inspectList(list)).toMatchObject({ rows: 2 });
  });

  it.each(['csv', 'lines'] as const)('refuses a line without an end as %s', async (format) => {
    const list = memorySource('x', `a@example.com\n${'no list '.repeat(200_000)}`);
    await expect(inspectList(list, { format })).rejects.toMatchObject({
      code: 'input',
      message: 'line 2 is too long to be a row of a list',
    });
  });

  it('asks for the column before it doubts a note of several lines', async () => {
    const rows =
      'a@example.com,a@example.net,"x\n,b@example.org,y"\nb@example.com,b@example.net,\n';
    const list = memorySource('x', `work mail,home mail,note\n${rows}`);
    await expect(inspectList(list)).rejects.toThrow('more than one column');
  });

  it('counts the lines of a multi-line cell before a quotation mark that is never closed', async () => {
    const list = 'name,email\n"A\nB",a@example.com\n"C\nD","c@example.com\nE,e@example.com\n';
    await expect(inspectList(memorySource('x', list))).rejects.toThrow('opens on line 5 is');
  });
});
