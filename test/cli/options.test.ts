import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batchWorld } from '../support/batch-world.ts';
import { eachTest } from '../support/each-test.ts';
import { runCli } from '../support/run-cli.ts';

const w = eachTest(batchWorld);

test.for([
  [
    'batch submit x.csv --only delivrable',
    "Unknown verdict 'delivrable' for --only",
    'deliverable',
  ],
  ['batch submit x.csv --columns socre', "Unknown column 'socre' for --columns", 'score'],
  ['batch submit x.csv --progress line', "Unknown mode 'line' for --progress", 'lines'],
  ['batch submit x.csv --encoding utf-9', "Unknown encoding 'utf-9' for --encoding", 'utf-8'],
  ['verify a@b.example --fail-on rsiky', "Unknown verdict 'rsiky' for --fail-on", 'risky'],
  ['verify a@b.example --risky-role ture', "Unknown value 'ture' for --risky-role", 'true'],
  ['verify a@b.example --format jsno', "Unknown format 'jsno' for --format", 'json'],
  ['verify a@b.example --reporter junti', "Unknown reporter 'junti' for --reporter", 'junit'],
  ['admin invite a@b.example --team t --role onwer', "Unknown role 'onwer' for --role", 'owner'],
] as const)('%s names what is wrong and what was meant', async ([line, message, meant]) => {
  const { exitCode, stderr } = await runCli([...line.split(' '), '--no-input']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${message}\nDid you mean '${meant}'?`);
});

test('a word that is near none gets the list alone', async () => {
  const { stderr } = await runCli(['verify', 'a@b.example', '--fail-on', 'everything']);
  expect(stderr).toContain('\nVerdicts: deliverable, risky, undeliverable, unknown\n');
});

test('a share in --fail-on of a list is led to the flag that takes it', async () => {
  const { exitCode, stderr } = await runCli(['clean', 'x.csv', '--fail-on', 'undeliverable>5%']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    "Unknown verdict 'undeliverable>5%' for --fail-on\nFor a share of undeliverable rows: --max-undeliverable 5\n",
  );
});

const LIST = 'email\nada@example.com\nundeliverable@example.com\n';

test('a variable stands for its flag, and the flag goes before it', async () => {
  w.write('list.csv', LIST);
  const env = { ...w.env, MAILVET_FAIL_ON: 'undeliverable', MAILVET_COLUMNS: 'verdict' };
  const done = await w.run('batch submit list.csv -o out.csv', { env });
  expect(done.exitCode).toBe(1);
  expect(done.stderr).not.toContain('Unknown variable');
  expect(w.read('out.csv')).toBe(
    'email,verdict\nada@example.com,deliverable\nundeliverable@example.com,undeliverable\n',
  );
  const flag = 'batch submit list.csv -o two.csv --again --fail-on risky';
  expect((await w.run(flag, { env })).exitCode).toBe(0);
});

test('switches, their opposites and flags that may be repeated have variables, too', async () => {
  w.write('list.csv', 'a@example.com,b@example.com\n');
  const env = {
    ...w.env,
    ...{ MAILVET_JSON: '1', MAILVET_NO_HEADER: 'true', MAILVET_QUIET: 'yes', MAILVET_WAIT: 'true' },
    ...{ MAILVET_COLUMN: '1,2', MAILVET_NO_CACHE: 'false', MAILVET_FORCE: '' },
  };
  const done = await w.run('batch submit list.csv', { env });
  expect(done.stderr).toBe('');
  expect(JSON.parse(done.stdout)).toHaveLength(1);
});

test('the variable goes before the config file', async () => {
  await w.run('config set riskyRole false');
  const run = async (env: object) =>
    JSON.parse(
      (await w.run('verify support@example.com --json', { env: { ...w.env, ...env } })).stdout,
    ).verdict;
  expect(await run({})).toBe('deliverable');
  expect(await run({ MAILVET_RISKY_ROLE: 'true' })).toBe('risky');
});

test.each([
  [{ MAILVET_FAIL_ON: 'nope' }, 2, "Unknown verdict 'nope' for MAILVET_FAIL_ON"],
  [{ MAILVET_MIN_SCORE: 'x' }, 2, "MAILVET_MIN_SCORE needs a whole number 0 to 100, not 'x'"],
  [{ MAILVET_QUIET: 'maybe' }, 3, "MAILVET_QUIET is true or false, not 'maybe'"],
])('a wrong value is called by its variable: %j', async (more, code, message) => {
  const env = { ...w.env, ...more };
  const { exitCode, stderr } = await w.run('verify ada@example.com', { env });
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
});

test('what is done once has no variable: a list of jobs is not forgotten by one', async () => {
  const env = { MAILVET_ALL: 'true' };
  const { exitCode, stderr } = await runCli(['jobs', 'forget'], { env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Unknown variable MAILVET_ALL is ignored');
});

test('commands --json names the variable of each flag', async () => {
  const { commands, flags } = JSON.parse((await runCli(['commands', '--json'])).stdout);
  const find = (command: string, flag: string) =>
    commands
      .find((each: { command: string }) => each.command === command)
      .flags.find((each: { flag: string }) => each.flag === flag).variable;
  expect(find('batch submit', '--fail-on')).toBe('MAILVET_FAIL_ON');
  expect(find('jobs forget', '--all')).toBeUndefined();
  expect(find('batch retry', '--only')).toBeUndefined();
  const jq = flags.find(({ flag }: { flag: string }) => flag === '--jq');
  expect(jq.variable).toBe('MAILVET_JQ');
});

test.each([
  ['--max-retries 0', 1],
  ['--max-retries 2', 3],
])('%s: a service that is broken is asked %d times', async (flags, times) => {
  for (let at = 0; at < 9; at += 1) {
    w.standIn.fail('listBatches', { kind: 'answer', status: 503, body: { error: 'no' } });
  }
  expect((await w.run(`batch list ${flags}`)).exitCode).toBe(5);
  expect(w.standIn.requests).toHaveLength(times);
});

test('--debug-file has requests with their times, for the user alone, and no key; stderr has none', async () => {
  w.write('debug.log', '2026-11-01T10:00:00.000Z before\n');
  const plain = await w.run('verify ada@example.com');
  const done = await w.run('verify ada@example.com --debug-file debug.log');
  expect(done).toEqual(plain);
  const log = w.read('debug.log');
  expect(log).toMatch(
    /^2026-11-01T10:00:00\.000Z before\n\d{4}-\d\d-\d\dT[\d:.]+Z .*\/api\/v1\/verify/,
  );
  expect(log).not.toContain(w.standIn.apiKey);
  await w.run('verify ada@example.com --debug-file new.log --redact');
  expect(statSync(join(w.home, 'new.log')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(w.home, 'new.log'), 'utf8')).not.toContain('ada@');
});

test('a --debug-file that can not be written ends the run before it begins', async () => {
  const { exitCode, stderr } = await w.run('verify ada@example.com --debug-file no/where.log');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no/where.log')]);
  expect(w.standIn.requests).toEqual([]);
});
