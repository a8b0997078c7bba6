import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';

function workbook(name: string): Buffer {
  return readFileSync(new URL(`../../../../fixtures/lists/${name}`, import.meta.url));
}

test('a workbook is verified by its first sheet and written back as CSV', async () => {
  await using w = await batchWorld();
  w.write('contacts.xlsx', workbook('contacts.xlsx'));
  const done = await w.run('batch submit contacts.xlsx --wait --columns verdict', {
    terminal: ['stdout'],
  });
  expect(done.exitCode).toBe(0);
  expect(done.stderr).toContain('contacts.xlsx: the first sheet, "Contacts & leads", is read');
  expect(w.read('contacts.verified.csv')).toBe(
    [
      'Name,E-Mail,Since,Last seen,Phone,Active,Points,At,verdict',
      '"Müller, Ann",ann@example.com,2025-01-31,2025-01-31T09:30:00,4915112345678,TRUE,0.0000001,09:30:00,deliverable',
      '"Bob ""the"" Builder",bob@example.com,,,,FALSE,0.3,,deliverable',
      '',
      ' Cy & Co ,cy@example.com,#DIV/0!,,0151 123,,-12.5,,deliverable',
      '"Line one',
      'line two",Dee <dee@example.com>,,,,,0,,deliverable',
      '',
    ].join('\n'),
  );
});

test('a workbook comes through stdin too, and is told again when it is submitted again', async () => {
  await using w = await batchWorld();
  const stdin = workbook('contacts.xlsx');
  expect((await w.run('batch submit -', { stdin })).stdout).toBe('batch_1\n');
  const again = await w.run('batch submit -', { stdin });
  expect(again.exitCode).toBe(2);
  expect(again.stderr).toContain('this list was submitted already');
});

test.for([
  ['damaged.xlsx', "damaged.xlsx is an Excel workbook that can't be read"],
  ['protected.xlsx', 'protected.xlsx is a workbook with a password'],
  ['old-workbook.xls', 'old-workbook.xls is an old Excel workbook'],
] as const)('%s is refused before anything is sent', async ([name, message]) => {
  await using w = await batchWorld();
  w.write(name, workbook(name));
  const { exitCode, stderr } = await w.run(`batch submit ${name}`);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(w.standIn.requests).toEqual([]);
});

test.for(['latin1', 'CP1252', 'windows-1252'])(
  '--encoding takes %s for Windows-1252',
  async (name) => {
    await using w = await batchWorld();
    w.write('list.csv', Buffer.from('name,email\nJosé,jose@example.com\n', 'latin1'));
    const { stdout } = await w.run(`batch submit list.csv --dry-run --encoding ${name}`);
    expect(stdout).toMatch(/encoding +windows-1252/);
  },
);
