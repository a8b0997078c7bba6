/** What goes back into the tool that a list comes from: NAME.import.csv and NAME.archive.csv. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';

const w = eachTest(batchWorld);

const LIST = `\ufeff"Name";E-Mail;Stadt\r
"Ada";Ada <ada@example.com>;"Köln"\r
Bob; undeliverable@example.com ;Bonn\r
Cy;support@example.com;Ulm\r
Di;nobody at all;Hof\r
\r
Ed;\r
"Fa;Fe";fa@example.com;"say ""hi"""\r
`;

test('clean writes safe rows as they were, and the addresses to remove', async () => {
  w.write('list.csv', LIST);
  const { stderr, exitCode } = await w.run('clean list.csv');
  expect(exitCode).toBe(0);
  expect(w.read('list.import.csv')).toBe(
    '\ufeff"Name";E-Mail;Stadt\r\n"Ada";ada@example.com;"Köln"\r\n"Fa;Fe";fa@example.com;"say ""hi"""\r\n',
  );
  expect(w.read('list.archive.csv')).toBe(
    '\ufeffE-Mail\r\nundeliverable@example.com\r\nnobody at all\r\n',
  );
  expect(w.read('list.verified.csv')).toContain(
    '"Ada";Ada <ada@example.com>;"Köln";deliverable;accepted;\r\n',
  );
  expect(stderr).toContain(
    'Import list.import.csv (2 rows, safe) · archive list.archive.csv (2 rows)\n' +
      '1 risky row is in neither: it stays in your tool as it is\n',
  );
  expect(existsSync(join(w.home, 'list.verified'))).toBe(false);
});

test('the list that is written back is imported as it is: it verifies to the same rows', async () => {
  w.write('list.csv', LIST);
  await w.run('clean list.csv');
  const { stderr } = await w.run('clean list.import.csv');
  expect(stderr).toContain('list.import.import.csv (2 rows, safe)');
  expect(w.read('list.import.import.csv')).toBe(w.read('list.import.csv'));
});

test('--only says what is imported, but for undeliverable rows; --exclude what is in no file', async () => {
  w.write('list.csv', LIST);
  const { stderr } = await w.run('clean list.csv --only risky,undeliverable');
  expect(w.read('list.import.csv')).toBe(
    '\ufeff"Name";E-Mail;Stadt\r\nCy;support@example.com;Ulm\r\n',
  );
  expect(w.read('list.archive.csv')).toContain('undeliverable@');
  expect(stderr).toContain('Import list.import.csv (1 row) ·');
  expect(stderr).toContain('2 rows are in neither: they stay in your tool as they are');
  await w.run('clean list.csv --exclude syntax --smtp -o other.csv');
  expect(w.read('other.archive.csv')).toBe('\ufeffE-Mail\r\nundeliverable@example.com\r\n');
});

test('--dedupe imports one row of each mailbox', async () => {
  w.write('list.csv', 'n,email\n1,ada@example.com\n2,Ada <ada@example.com>\n');
  await w.run('clean list.csv --dedupe last');
  expect(w.read('list.import.csv')).toBe('n,email\n2,ada@example.com\n');
});

test('both lie beside the results of -o, and get their name', async () => {
  w.write('list.csv', LIST);
  await w.run('clean list.csv -o out/');
  expect(w.read('out/list.import.csv')).toContain('fa@example.com');
  await w.run('clean list.csv -o new.verified.csv');
  expect(w.read('new.archive.csv')).toContain('undeliverable@');
  expect(existsSync(join(w.home, 'list.import.csv'))).toBe(false);
});

test('one that exists is refused before anything is sent', async () => {
  w.write('list.csv', LIST);
  w.write('list.archive.csv', 'mine');
  const { stderr, exitCode } = await w.run('clean list.csv');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('list.archive.csv exists already');
  expect(w.standIn.requests).toEqual([]);
  expect((await w.run('clean list.csv --force')).exitCode).toBe(0);
});

test.each([
  ['list.txt', 'Ada <ada@example.com>\nundeliverable@example.com\n', 'ada@example.com\n'],
  ['list.json', '[{"n":1,"email":"Ada <ada@example.com>"}]', 'n,email\n1,ada@example.com\n'],
  ['list.json', '["Ada <ada@example.com>"]', 'address\nada@example.com\n'],
  ['list.csv', 'Titel\n\nn,email\n1,ada@example.com', 'n,email\n1,ada@example.com'],
])('%s has its rows in CSV (%#)', async (name, list, imported) => {
  w.write(name, list);
  expect((await w.run(`clean ${name}`)).exitCode).toBe(0);
  expect(w.read('list.import.csv')).toBe(imported);
});

test('a workbook has its rows in CSV', async () => {
  w.write('book.ods', readFileSync('fixtures/lists/three-sheets.ods'));
  expect((await w.run('clean book.ods')).exitCode).toBe(0);
  expect(w.read('book.import.csv')).toBe(
    'Postcode,E-mail,Since,Points,Active\n1067,ann@example.com,45688,1234.5,1\n' +
      '00123,bob@example.com,,"two  blanks\nand lines",\n',
  );
});

test('a policy or --columns say which columns the results have', async () => {
  w.write('list.csv', 'email\nada@example.com\n');
  w.write('mailvet.json', '{"columns": ["score"]}');
  await w.run('clean list.csv');
  expect(w.read('list.verified.csv')).toBe('email,score\nada@example.com,95\n');
  await w.run('clean list.csv --columns reason -o out.csv');
  expect(w.read('out.csv')).toBe('email,reason\nada@example.com,accepted\n');
});
