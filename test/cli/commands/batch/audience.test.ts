/** `mailvet clean audience.zip`: the export of an audience of Mailchimp, as it is given. */
import { expect, test } from 'vitest';
import { storedZip } from '../../../formats/workbook/made-workbook.ts';
import { batchWorld } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';

const w = eachTest(batchWorld);

const HEADER = '"Email Address","First Name",MEMBER_RATING,OPTIN_TIME,LEID,EUID';
const row = (address: string) => `${address},"A, B.",2,"2026-01-02 10:00:00",1,a1`;

function audience(parts: Readonly<Record<string, readonly string[]>> = {}) {
  const files = {
    subscribed: [
      'ada@example.com',
      'undeliverable@example.com',
      'cy@example.com',
      'di@example.com',
    ],
    nonsubscribed: ['support@example.com'],
    unsubscribed: ['cy@example.com', 'gone@example.com'],
    cleaned: ['di@example.com', 'bounced@example.com'],
    ...parts,
  };
  const extra: Record<string, string> = {
    unsubscribed: ',UNSUB_TIME',
    cleaned: ',CLEAN_TIME,CLEAN_CAMPAIGN_TITLE',
  };
  const filled: Record<string, string> = {
    unsubscribed: ',"2026-02-01 10:00:00"',
    cleaned: ',"2026-02-01 10:00:00",Spring',
  };
  return storedZip(
    Object.fromEntries(
      Object.entries(files).map(([state, addresses]) => [
        `${state}_email_audience_export_0a1b2c.csv`,
        `${HEADER}${extra[state] ?? ''}\n${addresses
          .map((address) => `${row(address)}${filled[state] ?? ''}\n`)
          .join('')}`,
      ]),
    ),
  );
}

test('its subscribed and non-subscribed contacts are the list; the others are not imported', async () => {
  w.write('audience.zip', audience());
  const { stderr, exitCode } = await w.run('clean audience.zip');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('2 unsubscribed and 2 cleaned (bounced) contacts are not');
  expect(w.standIn.batches.flatMap(({ emails }) => emails)).not.toContain('gone@example.com');
  expect(w.read('audience.verified.csv').trim().split('\n')).toHaveLength(6);
  expect(w.read('audience.import.csv')).toBe(`${HEADER}\n${row('ada@example.com')}\n`);
  expect(w.read('audience.archive.csv')).toBe('Email Address\nundeliverable@example.com\n');
  expect(stderr).toContain(
    '1 risky and 2 unsubscribed rows are in neither: they stay in Mailchimp',
  );
  expect(stderr).toContain('unsubscribed and cleaned contacts are only left out of the import');
});

test('what it says of the others is remembered by the job', async () => {
  w.write('audience.zip', audience());
  w.standIn.quota = 0;
  expect((await w.run('clean audience.zip')).exitCode).toBe(4);
  w.standIn.quota = undefined;
  expect((await w.run('batch resume')).exitCode).toBe(0);
  expect(w.read('audience.import.csv')).toBe(`${HEADER}\n${row('ada@example.com')}\n`);
});

test('the embedded service learns the bounces, and adds to its do-not-mail list', async () => {
  await using home = await temporaryHome();
  const { writeFile, readFile } = await import('node:fs/promises');
  const { join } = await import('node:path');
  await writeFile(
    join(home.path, 'audience.zip'),
    audience({
      subscribed: ['ann@sandbox.test', 'gone@sandbox.test'],
      nonsubscribed: [],
      unsubscribed: ['gone@sandbox.test', 'other@sandbox.test'],
      cleaned: ['bounced@sandbox.test'],
    }),
  );
  const { stderr, exitCode } = await runCli(['clean', 'audience.zip'], { home: home.path });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('Do-not-mail list: 2 new entries. Bounces: 1 new');
  const verified = await readFile(join(home.path, 'audience.verified.csv'), 'utf8');
  expect(verified).toContain(`${row('gone@sandbox.test')},risky,suppressed,`);
  const imported = await readFile(join(home.path, 'audience.import.csv'), 'utf8');
  expect(imported).toBe(`${HEADER}\n${row('ann@sandbox.test')}\n`);
});

test('other archives are read as before', async () => {
  w.write('one.zip', storedZip({ 'list.csv': 'email\nada@example.com\n' }));
  expect((await w.run('clean one.zip')).exitCode).toBe(0);
  expect(w.read('one.import.csv')).toBe('email\nada@example.com\n');
  w.write('two.zip', storedZip({ 'a.csv': 'email\na@example.com\n', 'b.csv': 'email\nb@b.de\n' }));
  expect((await w.run('clean two.zip')).stderr).toContain('two.zip holds 2 files: a.csv, b.csv');
});
