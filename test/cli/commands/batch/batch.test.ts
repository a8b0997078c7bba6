import { readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { MailvetError } from '../../../../src/lib/errors.ts';
import { lockJob, openJob } from '../../../../src/lists/directory/job-directory.ts';
import { batchWorld as world } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';
import type { CliOptions } from '../../../support/run-cli.ts';
import { type Fault, startStandIn } from '../../../support/stand-in.ts';
import { TerminalScreen } from '../../../support/terminal-screen.ts';

const w = eachTest(world);

const LIST = `name,email
Ada,ada@example.com
Bob,undeliverable@example.com
Cy,support@example.com
Ada again,ada@EXAMPLE.com
Nobody,nobody at all
`;

const ROWS = `name,email,mailvet_email,valid,deliverable,acceptAll,role,temporary,mx,smtp,score,verdict,reason,error,suggestion,detail
Ada,ada@example.com,ada@example.com,true,true,false,false,false,true,true,95,deliverable,accepted,,,
Bob,undeliverable@example.com,undeliverable@example.com,true,false,false,false,false,true,true,5,undeliverable,mailbox,,,
Cy,support@example.com,support@example.com,true,true,false,true,false,true,true,75,risky,role,,,
Ada again,ada@EXAMPLE.com,ada@example.com,true,true,false,false,false,true,true,95,deliverable,accepted,,,
Nobody,nobody at all,nobody at all,false,false,false,false,false,false,false,0,undeliverable,syntax,,,
`;

/** The same with the columns of `clean`. */
const SHORT_ROWS = `name,email,verdict,reason,suggestion
Ada,ada@example.com,deliverable,accepted,
Bob,undeliverable@example.com,undeliverable,mailbox,
Cy,support@example.com,risky,role,
Ada again,ada@EXAMPLE.com,deliverable,accepted,
Nobody,nobody at all,undeliverable,syntax,
`;

function bigList(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `a${index + 1}@example.com`);
  return `email\n${rows.join('\n')}\n`;
}

const HOLD_FOREVER: Fault = { kind: 'hold', until: new Promise(() => {}) };

test('batch submit prints one batch id a line, and the watch command on stderr', async () => {
  w.write('list.csv', bigList(1500));
  const { stdout, stderr, exitCode } = await w.run('batch submit list.csv');
  expect({ stdout, exitCode }).toEqual({ stdout: 'batch_1\nbatch_2\n', exitCode: 0 });
  expect(stderr).toMatch(/mailvet batch watch job_\w+/);
});

test('batch submit --format json prints the job with its batches', async () => {
  w.write('list.csv', LIST);
  const { stdout } = await w.run('batch submit list.csv --format json');
  expect(JSON.parse(stdout)).toEqual({
    job: expect.stringMatching(/^job_/),
    batches: ['batch_1'],
  });
});

test('batch submit reads stdin', async () => {
  const { stdout } = await w.run('batch submit -', { stdin: 'ada@example.com\n' });
  expect(stdout).toBe('batch_1\n');
  expect(w.standIn.batches[0]?.emails).toEqual(['ada@example.com']);
});

test('a piped stdin is read without naming it', async () => {
  const { stdout } = await w.run('batch submit', { stdin: 'ada@example.com\n' });
  expect(stdout).toBe('batch_1\n');
});

test('each distinct address is sent once, and what can be none never', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  expect(w.standIn.batches.map((batch) => batch.emails)).toEqual([
    ['ada@example.com', 'undeliverable@example.com', 'support@example.com'],
  ]);
});

test('--wait writes the list with its results to a piped stdout', async () => {
  w.write('list.csv', LIST);
  const { stdout, exitCode } = await w.run('batch submit list.csv --wait');
  expect({ stdout, exitCode }).toEqual({ stdout: ROWS, exitCode: 0 });
});

test('-o writes the results to a file, says so, and prints the ids', async () => {
  w.write('list.csv', LIST);
  const { stdout, stderr } = await w.run('batch submit list.csv -o out.csv');
  expect(stdout).toBe('batch_1\n');
  expect(stderr).toContain('Written: out.csv');
  expect(w.read('out.csv')).toBe(ROWS);
});

test('on a terminal results go beside the list', async () => {
  w.write('list.csv', LIST);
  const { exitCode } = await w.run('batch submit list.csv --wait', { terminal: ['stdout'] });
  expect(exitCode).toBe(0);
  expect(w.read('list.verified.csv')).toBe(ROWS);
});

test.for([
  { line: 'batch submit list.csv -o out.csv', file: 'out.csv' },
  { line: 'batch submit list.csv --wait --split .', file: 'risky.csv' },
  { line: 'clean list.csv', file: 'list.verified.csv' },
])('$line refuses an existing $file before anything is sent', async ({ line, file }) => {
  w.write('list.csv', LIST);
  w.write(file, 'mine');
  const { exitCode, stderr } = await w.run(line);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('exists already');
  expect(w.standIn.requests).toEqual([]);
  expect(w.read(file)).toBe('mine');
  expect((await w.run('jobs list')).stdout).toBe('');
});

test('--force replaces the output', async () => {
  w.write('list.csv', LIST);
  w.write('out.csv', 'old');
  await w.run('batch submit list.csv -o out.csv --force');
  expect(w.read('out.csv')).toBe(ROWS);
});

test('the format follows the extension of the output', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv -o out.jsonl');
  const [first] = w.read('out.jsonl').split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({
    email: 'ada@example.com',
    verdict: 'deliverable',
    input: { name: 'Ada', email: 'ada@example.com' },
  });
});

test('--only, --columns and --split choose what is written', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv -o out.csv --only risky --columns verdict --split parts');
  expect(w.read('out.csv')).toBe('name,email,verdict\nCy,support@example.com,risky\n');
  expect(w.read('parts/risky.csv')).toBe('name,email,verdict\nCy,support@example.com,risky\n');
  expect(w.read('parts/deliverable.csv')).toBe('name,email,verdict\n');
});

test.for([
  { flags: '--fail-on risky', exitCode: 1 },
  { flags: '--fail-on unknown', exitCode: 0 },
  { flags: '--max-undeliverable 40', exitCode: 0 },
  { flags: '--max-undeliverable 39.9', exitCode: 1 },
  { flags: '--min-score 1', exitCode: 1 },
  { flags: '--min-score 0', exitCode: 0 },
  { flags: '--risky-role=false --fail-on risky', exitCode: 0 },
])('$flags ends with $exitCode', async ({ flags, exitCode }) => {
  w.write('list.csv', LIST);
  const done = await w.run(`batch submit list.csv -o out.csv ${flags}`);
  expect(done.exitCode).toBe(exitCode);
  expect(w.read('out.csv')).not.toBe('');
});

test('a dry run needs no key and no network and leaves no job behind', async () => {
  w.write('list.csv', LIST);
  const { stdout, exitCode } = await w.run('batch submit list.csv --dry-run --json', { env: {} });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    list: 'list.csv',
    rows: 5,
    empty: 0,
    distinct: 3,
    duplicates: 1,
    unusable: 1,
    severalAddresses: 0,
    addresses: 3,
    batches: 1,
    format: 'csv',
    columns: ['email'],
    delimiter: ',',
    encoding: 'utf-8',
  });
  expect(readdirSync(w.home)).toEqual(['list.csv']);
  expect(w.standIn.requests).toEqual([]);
});

test('the figures of a dry run add up to its rows, empty ones among the unusable', async () => {
  w.write('list.csv', `${LIST}Empty,\nSpaces,"  "\n`);
  const { stdout } = await w.run('batch submit list.csv --dry-run');
  expect(stdout.split('\n').slice(1, 7)).toEqual([
    'rows                7',
    'distinct addresses  3',
    'duplicates          1',
    'unusable cells      3',
    '  of these empty    2',
    'addresses to send   3',
  ]);
  const { stdout: json } = await w.run('batch submit list.csv --dry-run --json');
  expect(JSON.parse(json)).toMatchObject({
    rows: 7,
    distinct: 3,
    duplicates: 1,
    unusable: 3,
    empty: 2,
  });
});

test('--max-addresses refuses a longer list', async () => {
  w.write('list.csv', LIST);
  const { exitCode, stderr } = await w.run('batch submit list.csv --max-addresses 2');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('3 distinct addresses, over 2');
  expect(w.standIn.requests).toEqual([]);
});

const TERMINAL: CliOptions = { terminal: ['stdin', 'stdout', 'stderr'] };

test('more than 10,000 addresses are confirmed on a terminal', async () => {
  w.write('list.csv', bigList(10_001));
  const no = await w.run('batch submit list.csv', { ...TERMINAL, typed: ['n'] });
  expect(no.exitCode).toBe(2);
  expect(w.standIn.requests).toEqual([]);
  const yes = await w.run('batch submit list.csv', { ...TERMINAL, typed: ['y'] });
  expect(yes.exitCode).toBe(0);
  expect(w.standIn.batches).toHaveLength(11);
});

test('--yes and a script are not asked', async () => {
  w.write('list.csv', bigList(10_001));
  expect((await w.run('batch submit list.csv --yes', TERMINAL)).exitCode).toBe(0);
  expect((await w.run('batch submit list.csv --again')).exitCode).toBe(0);
});

test('a list that was submitted already is refused, with what to do instead', async () => {
  w.write('list.csv', LIST);
  w.write('copy.csv', LIST);
  await w.run('batch submit list.csv');
  const before = w.standIn.requests.length;
  const { exitCode, stderr } = await w.run('batch submit copy.csv');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/batch resume job_\w+.*batch watch job_\w+.*--again/);
  expect(w.standIn.requests).toHaveLength(before);
  expect((await w.run('batch submit copy.csv --again')).stdout).toBe('batch_2\n');
});

test('a list whose submission sent nothing may be submitted anew', async () => {
  w.write('list.csv', LIST);
  const wrong = { MAILVET_API_KEY: 'mv_wrong', MAILVET_BASE_URL: w.standIn.url };
  expect((await w.run('batch submit list.csv', { env: wrong })).exitCode).toBe(3);
  expect((await w.run('batch submit list.csv')).exitCode).toBe(0);
  const jobs = JSON.parse((await w.run('jobs list --json')).stdout);
  expect(jobs).toMatchObject([{ state: 'running', batches: ['batch_1'] }]);
});

test('402 writes every row, exits 4, and resume goes on later', async () => {
  w.write('list.csv', bigList(2500));
  w.standIn.quota = 1000;
  const first = await w.run('batch submit list.csv -o out.csv');
  expect(first.exitCode).toBe(4);
  expect(first.stderr).toMatch(/1,500 addresses not sent.*\n.*batch resume job_\w+/);
  const rows = w.read('out.csv').trimEnd().split('\n');
  expect(rows).toHaveLength(2501);
  expect(rows.filter((row) => row.includes(',unknown,incomplete,'))).toHaveLength(1500);
  w.standIn.quota = undefined;
  const second = await w.run('batch resume');
  expect(second.exitCode).toBe(0);
  expect(w.read('out.csv')).not.toContain('incomplete');
  expect(w.standIn.batches.flatMap((batch) => batch.emails)).toHaveLength(2500);
});

test('a list over the plan limit is sent as far as it fits', async () => {
  w.write('list.csv', bigList(2500));
  w.standIn.quota = 1400;
  const { exitCode, stderr } = await w.run('batch submit list.csv -o out.csv');
  expect(exitCode).toBe(4);
  expect(stderr).toContain('1,100 addresses not sent');
  expect(w.standIn.batches.flatMap((batch) => batch.emails)).toHaveLength(1400);
});

test('a results file that somebody changed since is not replaced by resume', async () => {
  w.write('list.csv', bigList(1500));
  w.standIn.quota = 1000;
  await w.run('batch submit list.csv -o out.csv');
  w.write('out.csv', 'edited');
  expect((await w.run('batch resume')).exitCode).toBe(2);
  expect(w.read('out.csv')).toBe('edited');
  expect(w.standIn.batches).toHaveLength(1);
});

test('Ctrl-C keeps what is done and names the resume command', async () => {
  await using w = await world({ pollsToFinish: 1000 });
  w.write('list.csv', bigList(1500));
  const controller = new AbortController();
  w.standIn.fail('listBatches', { kind: 'hold', until: Promise.resolve() }, HOLD_FOREVER);
  const running = w.run('batch submit list.csv -o out.csv', { signal: controller.signal });
  await w.standIn.arrived('listBatches', 2);
  controller.abort(new MailvetError('interrupted', 'Interrupted'));
  const { exitCode, stderr, stdout } = await running;
  expect(exitCode).toBe(130);
  expect(stdout).toBe('batch_1\nbatch_2\n');
  expect(stderr).toContain('Interrupted: 0 of 1,500 addresses done; nothing is lost');
  const command = /mailvet (batch resume job_\w+)/.exec(stderr)?.[1] ?? '';
  for (const batch of w.standIn.batches) batch.status = 'completed';
  for (const batch of w.standIn.batches) batch.processed = batch.emails.length;
  expect((await w.run(command)).exitCode).toBe(0);
  expect(w.standIn.batches).toHaveLength(2);
  expect(w.read('out.csv').split('\n')).toHaveLength(1502);
});

test('--timeout exits 7 with the resume command while the batches run on', async () => {
  await using w = await world({ pollsToFinish: 1_000_000 });
  w.write('list.csv', LIST);
  const line = 'batch submit list.csv --wait --timeout 700ms';
  const { exitCode, stderr } = await w.run(line, { clock: systemClock });
  expect(exitCode).toBe(7);
  expect(stderr).toMatch(/mailvet batch resume job_\w+/);
});

test('batch watch follows the newest unfinished job', async () => {
  await using w = await world({ pollsToFinish: 3 });
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  const { stdout, stderr, exitCode } = await w.run('batch watch');
  expect({ stdout, exitCode }).toEqual({ stdout: ROWS, exitCode: 0 });
  expect(stderr).toContain('100 %: 3 of 3 addresses');
  expect((await w.run('batch watch')).exitCode).toBe(2);
});

test('the batch ids that submit printed stand for the list', async () => {
  w.write('list.csv', LIST);
  const { stdout: id } = await w.run('batch submit list.csv');
  expect((await w.run(`batch watch ${id.trim()}`)).stdout).toBe(ROWS);
});

test('batches without a job here give their entries as rows', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  await w.run('jobs forget --all --yes');
  const { stdout } = await w.run('batch watch batch_1 --format jsonl');
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ email, verdict }) => [email, verdict])).toEqual([
    ['ada@example.com', 'deliverable'],
    ['undeliverable@example.com', 'undeliverable'],
    ['support@example.com', 'risky'],
  ]);
});

test('batch watch refuses a workbook on a terminal before it waits', async () => {
  await using w = await world({ pollsToFinish: 1_000_000 });
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  await w.run('jobs forget --all --yes');
  const options = { terminal: ['stdout'] as const };
  const { exitCode, stderr } = await w.run('batch watch batch_1 --format xlsx', options);
  expect(stderr).toContain('A workbook can not be shown on a terminal');
  expect(exitCode).toBe(2);
  expect(w.standIn.requestsOf('getBatch')).toHaveLength(0);
});

test('an unknown batch is refused with 8', async () => {
  for (const command of ['watch', 'results', 'cancel']) {
    const { stderr, exitCode } = await w.run(`batch ${command} nothing`);
    expect(exitCode).toBe(8);
    expect(stderr).toMatch(/^mailvet: nothing .*: Batch not found/m);
  }
});

test('batch results writes what exists now', async () => {
  await using w = await world({ pollsToFinish: 3 });
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  const [job] = JSON.parse((await w.run('jobs list --json')).stdout);
  const { stdout, exitCode } = await w.run(`batch results ${job.id}`);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Ada,ada@example.com,ada@example.com,true');
  expect(stdout).toContain('Cy,support@example.com,support@example.com,,,,,,,,,unknown,incomplete');
});

test('batch cancel cancels the batches of a job, and watch then exits 6 with the rows', async () => {
  await using w = await world({ pollsToFinish: 5 });
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  const [job] = JSON.parse((await w.run('jobs list --json')).stdout);
  const cancelled = await w.run(`batch cancel ${job.id} --json`);
  expect(JSON.parse(cancelled.stdout)).toMatchObject([{ id: 'batch_1', status: 'cancelled' }]);
  expect(cancelled.stderr).toContain(`Verify the rest with: mailvet batch retry ${job.id}`);
  const state = async () => JSON.parse((await w.run('jobs list --json')).stdout)[0].state;
  expect(await state()).toBe('cancelled');
  const watched = await w.run('batch watch');
  expect(watched.exitCode).toBe(6);
  expect(watched.stdout.split('\n')).toHaveLength(7);
  expect(watched.stderr).toContain(`Verify the rest with: mailvet batch retry ${job.id}`);
  expect(watched.stderr).not.toContain('--again');
  expect(await state()).toBe('cancelled');
  expect((await w.run('batch submit list.csv -o list.out.csv')).exitCode).toBe(6);
  const retry = w.run(`batch retry ${job.id} -o list.out.csv`, { random: () => 0.6 });
  expect((await retry).exitCode).toBe(0);
  expect(await state()).toBe('finished');
  expect((await w.run('batch cancel batch_1')).exitCode).toBe(8);
});

test('batch list gives the interface’s fields under their own names', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  const { stdout } = await w.run('batch list --json');
  expect(JSON.parse(stdout)).toEqual([
    {
      id: 'batch_1',
      status: expect.any(String),
      totalCount: 3,
      processedCount: expect.any(Number),
      createdAt: expect.any(String),
    },
  ]);
});

test('jobs are readable by the user alone, and forgotten ones leave nothing behind', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  const directory = join(w.home, '.local/state/mailvet/jobs');
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(directory)) {
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  }
  expect((await w.run('jobs forget --all --yes')).exitCode).toBe(0);
  // An empty file that says nothing.
  expect(readdirSync(directory)).toEqual(['.lock']);
  expect(statSync(join(directory, '.lock')).size).toBe(0);
});

test('clean writes the list and, with --split, a file for each verdict', async () => {
  w.write('list.csv', LIST);
  const { exitCode, stdout, stderr } = await w.run('clean list.csv --columns all --split parts');
  expect(exitCode).toBe(0);
  expect(stdout).toBe('');
  expect(w.read('list.verified.csv')).toBe(ROWS);
  expect(w.read('parts/risky.csv').split('\n')).toHaveLength(3);
  expect(
    stderr,
  ).toContain(`list.csv: 5 rows with 3 addresses, now in list.verified.csv, by verdict in parts, report in list.verified.html
Do not send to this list as it is: 40 % would bounce (Amazon SES may pause an account at 10 %). Its 2 safe rows: at most 0.5 %.
  deliverable   2   40.0 %
  risky         1   20.0 %  (1 role address)
  undeliverable 2   40.0 %  (1 invalid address, 1 mailbox rejects mail)
  unknown       0    0.0 %
`);
  expect(stderr).not.toContain('Written');
});

test('a sample is sent and projected on the whole list', async () => {
  w.write('list.csv', bigList(500));
  const { stderr, exitCode } = await w.run('batch submit list.csv -o out.csv --sample 50 --seed 7');
  expect(exitCode).toBe(0);
  expect(w.standIn.batches.map((batch) => batch.emails.length)).toEqual([50]);
  expect(stderr).toContain('Projected from a sample of 50 to all 500 distinct addresses');
  const again = await w.run('batch submit list.csv --sample 50 --seed 7');
  expect(again.exitCode).toBe(2);
  expect((await w.run('batch submit list.csv --sample 50 --seed 8')).exitCode).toBe(0);
  expect(w.standIn.batches[1]?.emails).not.toEqual(w.standIn.batches[0]?.emails);
});

test('--progress json speaks to machines, --quiet not at all', async () => {
  await using w = await world({ pollsToFinish: 2 });
  w.write('list.csv', LIST);
  const { stderr } = await w.run('batch submit list.csv -o out.csv --progress json');
  const moments = stderr.split('\n').filter((line) => line.startsWith('{"progress"'));
  expect(JSON.parse(moments.at(-1) ?? '').progress).toMatchObject({ done: 3, total: 3 });
  const quiet = await w.run('batch submit list.csv -o two.csv --again --quiet');
  expect(quiet.stderr).toBe('');
});

test('the last line of the progress has every verdict, as the summary has', async () => {
  await using w = await world({ pollsToFinish: 2, completesLate: true });
  w.write('list.csv', bigList(1500));
  const lines = await w.run('batch submit list.csv -o out.csv');
  const ends = lines.stderr.split('\n').filter((line) => line.startsWith('100 %'));
  expect(ends).toEqual([expect.stringMatching(/^100 %: 1,500 of .*\(deliverable 1,500\)$/)]);
  const json = await w.run('batch submit list.csv -o two.csv --again --progress json');
  const moments = json.stderr.split('\n').filter((line) => line.startsWith('{"progress"'));
  const whole = moments
    .map((line) => JSON.parse(line).progress)
    .filter(({ done }) => done === 1500);
  expect(whole).toMatchObject([{ total: 1500, verdicts: { deliverable: 1500 } }]);
});

test('on a terminal one bar shows the job', async () => {
  await using w = await world({ pollsToFinish: 3 });
  w.write('list.csv', LIST);
  const { stderr } = await w.run('batch submit list.csv --wait', { terminal: ['stderr'] });
  expect(stderr).toContain('█');
  expect(stderr).toContain('3/3');
});

test.each([60, 80, 120])('the bar of %d columns never blinks and never wraps', async (columns) => {
  await using w = await world({ pollsToFinish: 3 });
  w.write('list.csv', `email\n${Array.from({ length: 2500 }, (_, n) => `n${n}@b.de\n`).join('')}`);
  const screen = new TerminalScreen(columns);
  const terminal = ['stdout', 'stderr'] as const;
  // What is logged stands above the bar.
  await w.run('batch submit list.csv --wait --debug', { terminal, columns, screen });
  await screen.settled();
  const lastLines = screen.frames.map((frame) => frame.split('\n').at(-1) ?? '');
  const isBar = (line: string) => / %/.test(line) && line.includes('/2,500');
  const shown = lastLines.slice(lastLines.findIndex(isBar), lastLines.findLastIndex(isBar) + 1);
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.filter((line) => !isBar(line))).toEqual([]);
  expect(screen.frames.at(-1)).not.toContain('/2,500');
});

test('where a bar is shown, no batch ids stand above it, on a resume neither', async () => {
  await using w = await world({ pollsToFinish: 3 });
  w.write('list.csv', LIST);
  const terminal = ['stdout', 'stderr'] as const;
  const { stdout } = await w.run('batch submit list.csv --wait', { terminal });
  expect(stdout).not.toContain('batch_1');
  const again = await w.run('batch resume --wait', { terminal });
  expect(again.stdout).not.toContain('batch_1');
});

test('a job of another service is not mixed up with this one', async () => {
  await using other = await startStandIn();
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  const [job] = JSON.parse((await w.run('jobs list --json')).stdout);
  const env = { MAILVET_API_KEY: other.apiKey, MAILVET_BASE_URL: other.url };
  const { exitCode, stderr } = await w.run(`batch watch ${job.id}`, { env });
  expect(exitCode).toBe(3);
  expect(stderr).toContain(w.standIn.url);
  expect((await w.run('batch submit list.csv', { env })).exitCode).toBe(0);
});

test('an output whose directory is missing is refused before anything is sent', async () => {
  w.write('list.csv', LIST);
  expect((await w.run('batch submit list.csv -o nowhere/out.csv')).exitCode).toBe(2);
  expect(w.standIn.requests).toEqual([]);
});

test('results that could not be written are still due', async () => {
  w.write('list.csv', LIST);
  w.standIn.fail('getBatch', { kind: 'hold', until: Promise.resolve() });
  const running = w.run('batch submit list.csv -o out.csv');
  await w.standIn.arrived('createBatch');
  w.write('out.csv', 'somebody was faster');
  expect((await running).exitCode).toBe(2);
  expect((await w.run('batch resume -o other.csv')).exitCode).toBe(0);
  expect(w.read('other.csv')).toBe(ROWS);
  expect(w.standIn.batches).toHaveLength(1);
});

test('an interrupted clean writes its files beside the list when it is resumed', async () => {
  w.write('list.csv', LIST);
  w.standIn.quota = 0;
  expect((await w.run('clean list.csv')).exitCode).toBe(4);
  w.standIn.quota = undefined;
  const { exitCode, stdout } = await w.run('batch resume');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'batch_1\n' });
  expect(w.read('list.verified.csv')).toBe(SHORT_ROWS);
  expect(w.read('list.import.csv')).toContain('Ada,ada@example.com\n');
});

test('jobs list says of a job that nothing goes on with that it was interrupted', async () => {
  w.write('list.csv', LIST);
  w.standIn.quota = 0;
  await w.run('clean list.csv');
  expect((await w.run('jobs list')).stdout).toMatch(/^job_\w+\tinterrupted\tlist.csv\t/);
  const [job] = JSON.parse((await w.run('jobs list --json')).stdout);
  expect(job).toMatchObject({ state: 'waiting', interrupted: true });
  using _ = lockJob(openJob(join(w.home, '.local/state/mailvet/jobs'), job.id), process.pid);
  expect((await w.run('jobs list')).stdout).toMatch(/^job_\w+\twaiting\t/);
  const { stderr } = await w.run('clean list.csv');
  expect(stderr).toContain(`${job.id} is being worked on by process ${process.pid} (list.csv`);
  expect(stderr).not.toContain('Resuming');
});

test('the same content under another name is named as what it was', async () => {
  w.write('list.csv', LIST);
  w.write('copy.csv', LIST);
  w.standIn.quota = 0;
  await w.run('clean list.csv');
  const { stderr } = await w.run('clean copy.csv');
  expect(stderr).toMatch(
    /Resuming job_\w+, which was interrupted: list.csv of .* UTC, with the same content as copy.csv/,
  );
});

test('clean called again with the same list goes on where it was interrupted', async () => {
  w.write('list.csv', LIST);
  w.standIn.quota = 0;
  expect((await w.run('clean list.csv')).exitCode).toBe(4);
  w.standIn.quota = undefined;
  const { exitCode, stderr } = await w.run('clean list.csv');
  expect(stderr).toMatch(/Resuming job_\w+, which was interrupted/);
  expect(exitCode).toBe(0);
  expect(w.read('list.verified.csv')).toBe(SHORT_ROWS);
  expect(w.standIn.batches).toHaveLength(1);
  expect((await w.run('clean list.csv')).stderr).toContain('This list was verified already');
});

test('clean that goes on replaces no file that is not its own', async () => {
  w.write('list.csv', LIST);
  w.standIn.quota = 0;
  await w.run('clean list.csv');
  w.write('list.verified.csv', 'mine');
  const { exitCode, stderr } = await w.run('clean list.csv');
  expect({ exitCode, mine: w.read('list.verified.csv') }).toEqual({ exitCode: 2, mine: 'mine' });
  expect(stderr).toContain('list.verified.csv');
  expect(w.standIn.batches).toHaveLength(0);
});

test.for([
  '--only nice',
  '--columns colour',
  '--concurrency 0',
  '--progress fast',
  '--encoding ebcdic',
  '--delimiter ;;',
  '--max-undeliverable many',
  '--seed 3',
  '--timeout 30',
])('%s is a usage error that costs nothing', async (flags) => {
  w.write('list.csv', LIST);
  expect((await w.run(`batch submit list.csv ${flags}`)).exitCode).toBe(2);
  expect(w.standIn.requests).toEqual([]);
});

test('a list that is not there is named', async () => {
  const { exitCode, stderr } = await w.run('batch submit nothing.csv');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('nothing.csv does not exist');
});

test('the resume command carries the flags that lead to the service, but no key', async () => {
  w.write('list.csv', LIST);
  w.standIn.quota = 0;
  const flags = `--base-url ${w.standIn.url} --api-key ${w.standIn.apiKey}`;
  const { stderr } = await w.run(`batch submit list.csv ${flags}`, { env: {} });
  expect(stderr).toMatch(new RegExp(`batch resume job_\\w+ --base-url ${w.standIn.url}`));
  expect(stderr).not.toContain(w.standIn.apiKey);
});

test('a list that another program submitted while we asked is refused', async () => {
  w.write('list.csv', bigList(10_001));
  await w.run('batch submit list.csv');
  const [job] = JSON.parse((await w.run('jobs list --json')).stdout);
  const there = join(w.home, '.local/state/mailvet/jobs', `${job.id}.sqlite`);
  const elsewhere = join(w.home, 'elsewhere');
  renameSync(there, elsewhere);
  const onStderr = (text: string) => {
    if (text.endsWith('[y/N] ')) renameSync(elsewhere, there);
  };
  const done = await w.run('batch submit list.csv', {
    ...TERMINAL,
    typed: ['y'],
    random: () => 0.9,
    onStderr,
  });
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain(job.id);
  expect(w.standIn.batches).toHaveLength(11);
  expect(JSON.parse((await w.run('jobs list --json')).stdout)).toHaveLength(1);
});

test('a timeout while following batches without a job names the watch command', async () => {
  await using w = await world({ pollsToFinish: 1_000_000 });
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  await w.run('jobs forget --all --yes');
  const options = { clock: systemClock };
  const { exitCode, stderr } = await w.run('batch watch batch_1 --timeout 400ms', options);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('Go on with: mailvet batch watch batch_1');
});

test.each(['', ' --quiet', ' --debug'])(
  '--progress json leaves objects alone on stderr, one a line, whatever happens:%s',
  async (more) => {
    w.write('list.csv', 'email\nada@example.com\nundeliverable@example.com\nno address\n');
    w.write('none.csv', 'a,b\n1,2\n');
    const env = { ...w.env, MAILVET_NOPE: '1' };
    const flags = `--fail-on undeliverable --progress json${more}`;
    const keys: string[] = [];
    for (const line of ['clean list.csv none.csv', 'clean missing.csv', 'batch submit list.csv']) {
      const { stderr } = await w.run(`${line} ${flags}`, { env, terminal: ['stdin', 'stdout'] });
      for (const one of stderr.trimEnd().split('\n')) keys.push(...Object.keys(JSON.parse(one)));
    }
    const kinds = new Set(keys);
    expect(kinds.has('progress') && kinds.has('error')).toBe(true);
    expect(kinds.has('notice') && kinds.has('summary')).toBe(more !== ' --quiet');
    expect(kinds.has('debug')).toBe(more === ' --debug');
  },
);

test('--reporter github and --progress json do not go together', async () => {
  w.write('list.csv', 'email\nada@example.com\n');
  const done = await w.run('batch submit list.csv --wait --reporter github --progress json');
  expect(done.exitCode).toBe(2);
  expect(JSON.parse(done.stderr).error.message).toContain('both write to stderr');
});

test('--cancel-on-interrupt cancels what is open, and a resume sends the rest', async () => {
  await using w = await world({ pollsToFinish: 1000 });
  w.write('list.csv', bigList(1500));
  const controller = new AbortController();
  w.standIn.fail('listBatches', { kind: 'hold', until: Promise.resolve() }, HOLD_FOREVER);
  const line = 'batch submit list.csv -o out.csv --cancel-on-interrupt';
  const running = w.run(line, { signal: controller.signal, clock: systemClock });
  await w.standIn.arrived('listBatches', 2);
  controller.abort(new MailvetError('interrupted', 'Interrupted'));
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(130);
  expect(stderr).toContain('Cancelled 2 batches');
  expect(stderr).toMatch(/mailvet batch resume job_\w+/);
  expect(w.standIn.batches.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

test('a service that can not cancel keeps nobody from leaving', async () => {
  await using w = await world({ pollsToFinish: 1000 });
  w.write('list.csv', bigList(1500));
  const controller = new AbortController();
  w.standIn.fail('listBatches', { kind: 'hold', until: Promise.resolve() }, HOLD_FOREVER);
  for (let at = 0; at < 9; at += 1) {
    w.standIn.fail('cancelBatch', { kind: 'answer', status: 500, body: { error: 'no' } });
  }
  const line = 'batch submit list.csv --wait --cancel-on-interrupt';
  const running = w.run(line, { signal: controller.signal });
  await w.standIn.arrived('listBatches', 2);
  controller.abort(new MailvetError('terminated', 'Terminated'));
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(143);
  expect(stderr).toMatch(/could not be cancelled/);
});

test('a pipe of more than 10,000 addresses needs --yes where the service charges', async () => {
  const stdin = bigList(10_001);
  const refused = await w.run('batch submit -', { stdin });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('stdin has 10,001 distinct addresses');
  expect(refused.stderr).toContain('mailvet batch submit - --yes');
  expect(w.standIn.requests).toEqual([]);
  expect((await w.run('batch submit - --yes', { stdin })).exitCode).toBe(0);
  expect((await w.run('batch submit -', { stdin: bigList(10_000) })).exitCode).toBe(0);
  w.write('list.csv', bigList(10_002));
  expect((await w.run('batch submit list.csv')).exitCode).toBe(0);
});
