import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sheetsOf } from '../../../formats/workbook/out/independent-reader.ts';
import { batchWorld } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';

const w = eachTest(batchWorld);

function workbook(name: string): Buffer {
  return readFileSync(new URL(`../../../../fixtures/lists/${name}`, import.meta.url));
}

test('a workbook is verified by its first sheet and comes back as a workbook', async () => {
  w.write('contacts.xlsx', workbook('contacts.xlsx'));
  const done = await w.run('batch submit contacts.xlsx --wait --columns verdict', {
    terminal: ['stdout'],
  });
  expect(done.exitCode).toBe(0);
  expect(done.stderr).toContain('contacts.xlsx: Using sheet "Contacts & leads"');
  const sheets = await sheetsOf(readFileSync(join(w.home, 'contacts.verified.xlsx')));
  expect(sheets.map(({ name }) => name)).toEqual(['Results', 'Summary']);
  expect(sheets[0]?.rows).toEqual([
    ['Name', 'E-Mail', 'Since', 'Last seen', 'Phone', 'Active', 'Points', 'At', 'verdict'],
    [
      ...['Müller, Ann', 'ann@example.com', '2025-01-31', '2025-01-31T09:30:00', '4915112345678'],
      ...['TRUE', '0.0000001', '09:30:00', 'deliverable'],
    ],
    ['Bob "the" Builder', 'bob@example.com', '', '', '', 'FALSE', '0.3', '', 'deliverable'],
    Array(9).fill(''),
    [' Cy & Co ', 'cy@example.com', '#DIV/0!', '', '0151 123', '', '-12.5', '', 'deliverable'],
    ['Line one\nline two', 'Dee <dee@example.com>', '', '', '', '', '0', '', 'deliverable'],
  ]);
});

test('the sheet with addresses is read, others are named, and --sheet reads them', async () => {
  w.write('book.xlsx', workbook('three-sheets.xlsx'));
  const found = await w.run('batch submit book.xlsx --dry-run --json');
  expect(found.stderr.split('\n')).toEqual([
    'book.xlsx: Using sheet "Contacts"',
    'book.xlsx: Sheet "Old" holds addresses, too: --sheet Old reads it',
    'book.xlsx: The header is line 4; the lines above it are kept as they are',
    'book.xlsx: Using column "E-mail"',
    '',
  ]);
  expect(JSON.parse(found.stdout)).toMatchObject({
    rows: 2,
    columns: ['E-mail'],
    sheet: 'Contacts',
    format: 'workbook',
    delimiter: null,
  });
  const old = await w.run('batch submit book.xlsx --dry-run --json --sheet old --no-header');
  expect(JSON.parse(old.stdout)).toMatchObject({ rows: 1, distinct: 1 });
  const wrong = await w.run('batch submit book.xlsx --dry-run --sheet Contcts');
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toContain('Did you mean "Contacts"?');
});

test('an .ods workbook comes back as .xlsx, with the title above its frozen header', async () => {
  w.write('book.ods', workbook('three-sheets.ods'));
  const done = await w.run('clean book.ods --columns verdict');
  expect(done.exitCode).toBe(0);
  const file = readFileSync(join(w.home, 'book.verified.xlsx'));
  const [results] = await sheetsOf(file);
  expect(results?.rows.map(([first, second, ...rest]) => [first, second, rest.at(-1)])).toEqual([
    ['Contacts of 2026', '', ''],
    ['', '', ''],
    ['', '', ''],
    ['Postcode', 'E-mail', 'verdict'],
    ['1067', 'ann@example.com', 'deliverable'],
    ['00123', 'bob@example.com', 'deliverable'],
  ]);
});

test('--sheet for a list that is no workbook is refused', async () => {
  w.write('list.csv', 'email\nann@example.com\n');
  const { exitCode, stderr } = await w.run('batch submit list.csv --sheet 2');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--sheet works with workbooks only, and list.csv is not one');
});

test('--skip-lines keeps the lines above the header', async () => {
  w.write('list.csv', 'a,b\nx@example.com,1\nemail,n\nann@example.com,2\n');
  const done = await w.run('batch submit list.csv --wait --skip-lines 2 --columns verdict');
  expect(done.stdout).toBe(
    'a,b\nx@example.com,1\nemail,n,verdict\nann@example.com,2,deliverable\n',
  );
  expect(w.standIn.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('the same results are CSV where -o, or a pipe, takes them as CSV', async () => {
  w.write('contacts.xlsx', workbook('contacts.xlsx'));
  const piped = await w.run('batch submit contacts.xlsx --wait --columns verdict');
  expect(piped.stdout).toContain('"Müller, Ann",ann@example.com,2025-01-31');
  await w.run('batch results batch_1 -o out.csv --columns verdict');
  expect(w.read('out.csv')).toBe(piped.stdout);
});

test('batch results and resume write workbooks, tabs and reports as their names say', async () => {
  w.write('list.csv', 'plz,email,note\n01067,ann@example.com,"a,b"\n');
  expect((await w.run('batch submit list.csv --wait -o one.xlsx')).exitCode).toBe(0);
  const again = await w.run(
    'batch results batch_1 -o two.tsv --columns verdict --report r.md --split parts',
  );
  expect(again.exitCode).toBe(0);
  expect(w.read('two.tsv')).toBe(
    'plz\temail\tnote\tverdict\n01067\tann@example.com\ta,b\tdeliverable\n',
  );
  expect(w.read('parts/deliverable.tsv')).toBe(w.read('two.tsv'));
  expect(w.read('r.md')).toContain('| deliverable | 1 | 100.0 % | Send. |');
  const [job] = JSON.parse((await w.run('jobs list --json')).stdout);
  await w.run(`batch resume ${job.id} -o three.xlsx --report r.json`);
  expect(JSON.parse(w.read('r.json')).summary.verdicts.deliverable).toBe(1);
  const [results] = await sheetsOf(readFileSync(join(w.home, 'three.xlsx')));
  expect(results?.rows[1]?.slice(0, 3)).toEqual(['01067', 'ann@example.com', 'a,b']);
  expect(readFileSync(join(w.home, 'one.xlsx')).subarray(0, 2).toString()).toBe('PK');
});

test('batches without a list become a workbook, too', async () => {
  w.write('list.csv', 'email\nann@example.com\n');
  await w.run('batch submit list.csv --wait -o one.csv');
  await w.run('jobs forget --all --yes');
  await w.run('batch results batch_1 -o loose.xlsx');
  const [results] = await sheetsOf(readFileSync(join(w.home, 'loose.xlsx')));
  expect(results?.rows[1]?.[0]).toBe('ann@example.com');
});

test.for([
  ['-o out.xls', "Results can't be written as .xls"],
  ['-o out.docx --wait', "Results can't be written as .docx"],
  ['--report r.pdf', "A report can't be written as .pdf"],
  ['--report -', "A report can't be written to stdout"],
  ['--reporter junit=-', "A report can't be written to stdout"],
] as const)('%s is refused before anything is sent', async ([flags, message]) => {
  w.write('list.csv', 'email\nann@example.com\n');
  const { exitCode, stderr } = await w.run(`batch submit list.csv ${flags}`);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(w.standIn.requests).toEqual([]);
});

test('a workbook is not written to a terminal', async () => {
  w.write('list.csv', 'email\nann@example.com\n');
  const { exitCode, stderr } = await w.run('batch submit list.csv --format xlsx -o -', {
    terminal: ['stdout'],
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('A workbook can not be shown on a terminal');
  expect(w.standIn.requests).toEqual([]);
});

test('a workbook comes through stdin too, and a second submission of it is recognised', async () => {
  const stdin = workbook('contacts.xlsx');
  expect((await w.run('batch submit -', { stdin })).stdout).toBe('batch_1\n');
  const again = await w.run('batch submit -', { stdin });
  expect(again.exitCode).toBe(2);
  expect(again.stderr).toContain('this list was submitted already');
});

test.for([
  ['damaged.xlsx', "damaged.xlsx is a workbook that can't be read"],
  ['protected.xlsx', 'protected.xlsx is a workbook with a password'],
  ['old-workbook.xls', 'old-workbook.xls is an old Excel workbook'],
] as const)('%s is refused before anything is sent', async ([name, message]) => {
  w.write(name, workbook(name));
  const { exitCode, stderr } = await w.run(`batch submit ${name}`);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(w.standIn.requests).toEqual([]);
});

test.for(['latin1', 'CP1252', 'windows-1252'])(
  '--encoding takes %s for Windows-1252',
  async (name) => {
    w.write('list.csv', Buffer.from('name,email\nJosé,jose@example.com\n', 'latin1'));
    const { stdout } = await w.run(`batch submit list.csv --dry-run --encoding ${name}`);
    expect(stdout).toMatch(/encoding +windows-1252/);
  },
);

test('a cell that a workbook can not hold is cut, and a line says so', async () => {
  w.write('list.csv', `email,note\nann@example.com,${'x'.repeat(40_000)}\n`);
  const done = await w.run('batch submit list.csv -o out.xlsx');
  expect(done.stderr).toContain('1 cell of the list was cut to the 32,767 characters');
  const whole = await w.run('batch results batch_1 -o out.csv');
  expect(whole.stderr).not.toContain('was cut');
});

test('a list with too many columns for a workbook is refused before anything is sent', async () => {
  const names = Array.from({ length: 16_379 }, (_, at) => `c${at}`);
  w.write('wide.csv', `email,${names.join(',')}\nann@example.com${','.repeat(16_379)}\n`);
  const refused = await w.run('batch submit wide.csv --wait -o wide.xlsx');
  expect(refused.stderr).toContain('a workbook has at most 16,384 columns, the results have 16,39');
  expect(refused.exitCode).toBe(2);
  expect((await w.run('jobs list')).stdout).toBe('');
  const fewer = await w.run('batch submit wide.csv --wait -o wide.xlsx --columns verdict,reason');
  expect(fewer.exitCode).toBe(0);
});
