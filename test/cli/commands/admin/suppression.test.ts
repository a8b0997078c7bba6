import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { eachTest } from '../../../support/each-test.ts';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';

const home = eachTest(temporaryHome);

beforeEach(async () => {
  await run('admin team create shop');
});

const run = (line: string) => runCli(line.split(' '), { home: home.path });
const admin = (line: string) => run(`admin suppression ${line} --team shop`);

it('adds, lists, exports and removes addresses and domains', async () => {
  const added = await admin('add Ann@Example.com @example.org');
  expect(added).toMatchObject({ stdout: '2 entries added\n', exitCode: 0 });
  expect((await admin('add ann@example.com')).stdout).toBe('0 entries added\n');
  expect((await admin('list')).stdout).toMatch(/^@example\.org\t.*\nann@example\.com\t.*\n$/);
  expect((await admin('list --search ann --json')).stdout).toContain('"email": "ann@example.com"');
  const limited = await admin('list --limit 1');
  expect(limited.stdout).toMatch(/^@example\.org\t[^\n]*\n$/);
  expect(limited.stderr).toContain('1 of 2 entries: export gives all');
  expect((await admin('export')).stdout).toBe('@example.org\nann@example.com\n');
  expect((await admin('export --format jsonl')).stdout).toMatch(/^\{"email":"@example\.org",/);
  expect((await admin('remove @example.org --yes')).stdout).toBe('1 entry removed\n');
  expect((await admin('export')).stdout).toBe('ann@example.com\n');
});

it('imports a file as lists are read, and says what it left out', async () => {
  const csv =
    'Name,E-mail\nAnn,ann@example.com\nBob,bob@example.com; eve@example.com\nTom,nobody\n';
  writeFileSync(join(home.path, 'out.csv'), csv);
  const imported = await admin('import out.csv');
  expect(imported.stdout).toBe('3 entries added, 0 there before, 1 cell left out\n');
  expect(imported.stderr).toContain("'nobody' has no @");
  expect((await admin('import out.csv --json')).stdout).toContain('"known": 3');
  writeFileSync(join(home.path, 'two.csv'), 'a,b\nann@x.com,bob@y.com\neve@x.com,tom@y.com\n');
  const ambiguous = await admin('import two.csv');
  expect(ambiguous).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ambiguous.stderr).toContain('Several columns hold addresses: name one of a, b');
  expect((await admin('import two.csv --column b')).stdout).toContain('2 entries added');
});

it('imports what stands on stdin', async () => {
  const stdin = 'Name,E-mail\nAnn,ann@example.com\nTom,nobody\n';
  const line = ['admin', 'suppression', 'import', '-', '--team', 'shop'];
  const imported = await runCli(line, { home: home.path, stdin });
  expect(imported.stdout).toBe('1 entry added, 0 there before, 1 cell left out\n');
  expect(imported.stderr).toContain("'nobody' has no @");
  const workbook = readFileSync(
    new URL('../../../../fixtures/lists/contacts.xlsx', import.meta.url),
  );
  const { stdout, exitCode } = await runCli(line, { home: home.path, stdin: workbook });
  expect(stdout).toMatch(/^[1-9]\d* entries added/);
  expect(exitCode).toBe(0);
});

it('imports a file of domains alone, such as its own export', async () => {
  for (const name of ['domains.csv', 'domains.txt']) {
    writeFileSync(join(home.path, name), '@example.org\n@example.net\n');
  }
  expect((await admin('import domains.csv')).stdout).toMatch(/^2 entries added/);
  expect((await admin('import domains.txt')).stdout).toMatch(/^0 entries added, 2 there before/);
});

it.each([
  ['add nobody', "'nobody' has no @"],
  ['import nowhere.csv', "can't be read: ENOENT"],
  ['list --limit 0', '--limit needs a whole number from 1'],
])('%s is refused', async (line, message) => {
  const refused = await admin(line);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain(message);
});

it('an unknown team is an error', async () => {
  const refused = await run('admin suppression export --team nobody');
  expect(refused.exitCode).toBe(2);
  expect(refused.stdout).toBe('');
});

it('the embedded service respects its list: the result says it in words', async () => {
  await run('verify tom@sandbox.test');
  await run('admin suppression add ann@sandbox.test @slow.sandbox.test --team default');
  const verified = await run('verify ann@sandbox.test');
  expect(verified.stdout).toBe('ann@sandbox.test\trisky\tsuppressed\t40\n');
  writeFileSync(
    join(home.path, 'list.csv'),
    'email\nANN@sandbox.test\neve@slow.sandbox.test\ntom@sandbox.test\n',
  );
  const batch = await run('batch submit list.csv --wait -o results.csv --report report.html');
  expect(batch.stderr).toMatch(/risky\s+2 +66\.7 % {2}\(2 addresses on the do-not-mail list\)/);
});

it('forget leaves a hash that goes on to suppress, and says so', async () => {
  await admin('add ann@example.com');
  const forgotten = await run('admin forget ann@example.com --yes');
  expect(forgotten.stderr).toContain('It stays in 1 do-not-mail list, as a hash');
  expect((await admin('export')).stdout).toBe('');
  expect((await admin('list')).stdout).toMatch(/^an erased address\t/);
});
