import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { batchWorld } from '../support/batch-world.ts';
import { eachTest } from '../support/each-test.ts';

const w = eachTest(batchWorld);

const LIST = 'email\nada@example.com\nundeliverable@example.com\nsupport@EXAMPLE.com\n';
const FLAGS = '--fail-on undeliverable,risky --again --force';

test.each(['csv', 'tsv', 'json', 'jsonl', 'csv.gz'])(
  'results of the same list as --baseline let nothing fail: %s',
  async (extension) => {
    w.write('list.csv', LIST);
    const file = `last.${extension}`;
    expect((await w.run(`batch submit list.csv -o ${file} ${FLAGS}`)).exitCode).toBe(1);
    const same = await w.run(`batch submit list.csv -o ${file} --baseline ${file} ${FLAGS}`);
    expect([same.exitCode, same.stderr.includes('Check failed')]).toEqual([0, false]);
  },
);

test('what got worse fails, as does what is new; what was as bad does not', async () => {
  w.write('list.csv', LIST);
  w.write(
    'last.csv',
    'email;mailvet_email;verdict\nx;undeliverable@Example.com;risky\ny;support@example.com;unknown\n',
  );
  const flags = `--reporter sarif=s.sarif -o out.csv --baseline last.csv ${FLAGS}`;
  const done = await w.run(`batch submit list.csv ${flags}`);
  expect(done.exitCode).toBe(1);
  expect(done.stderr).toContain('Check failed: 1 undeliverable address (--fail-on undeliverable)');
  expect(done.stderr).not.toContain('--fail-on risky');
  const { results } = JSON.parse(w.read('s.sarif')).runs[0];
  expect(
    results.map(({ level, baselineState, ruleId }: Record<string, string>) => [
      ruleId,
      level,
      baselineState,
    ]),
  ).toEqual([
    ['mailbox', 'error', 'new'],
    ['role', 'warning', 'unchanged'],
  ]);
  w.write(
    'last.json',
    JSON.stringify([{ email: 'undeliverable@example.com', verdict: 'undeliverable' }]),
  );
  const fresh = await w.run(`batch submit list.csv -o out.csv --baseline last.json ${FLAGS}`);
  expect(fresh.stderr).toContain('Check failed: 1 risky address (--fail-on risky)');
  expect(fresh.stderr).not.toContain('--fail-on undeliverable');
});

test('--min-score and --max-undeliverable look at what got worse alone', async () => {
  w.write('list.csv', LIST);
  const last = (score: number) =>
    w.write(
      'last.csv',
      `email,verdict,score\nundeliverable@example.com,undeliverable,${score}\nsupport@example.com,risky,10\n`,
    );
  last(5);
  const run =
    'batch submit list.csv -o o.csv --force --again --min-score 50 --max-undeliverable 0 --baseline last.csv';
  expect((await w.run(run)).exitCode).toBe(0);
  last(6);
  const lower = await w.run(run);
  expect(lower.exitCode).toBe(1);
  expect(lower.stderr).toContain('the lowest score is 5, under 50');
  expect(lower.stderr).not.toContain('--max-undeliverable');
});

test('verify, batches without a job, and a resumed submit have it, too', async () => {
  w.write('last.csv', 'email,verdict\nundeliverable@example.com,undeliverable\n');
  const flags = '--fail-on undeliverable --baseline last.csv';
  expect((await w.run(`verify undeliverable@example.com ${flags}`)).exitCode).toBe(0);
  w.write('list.csv', LIST);
  w.standIn.fail('createBatch', { kind: 'answer', status: 402, body: { error: 'no more' } });
  expect((await w.run(`batch submit list.csv -o o.csv ${flags}`)).exitCode).toBe(4);
  expect((await w.run('batch resume')).exitCode).toBe(0);
  await w.run('jobs forget --all --yes');
  expect((await w.run(`batch results batch_1 ${flags}`)).exitCode).toBe(0);
});

test.each([
  ['--baseline last.csv', 'last.csv', 'x', '--baseline says what does not count for --fail-on'],
  ['--fail-on risky --baseline no.csv', 'last.csv', 'x', 'no.csv does not exist'],
  [
    '--fail-on risky --baseline last.csv',
    'last.csv',
    'a,b\n1,2\n',
    'last.csv holds no results of mailvet (--baseline)',
  ],
  [
    '--fail-on risky --baseline last.json',
    'last.json',
    '[{',
    "last.json can't be read as --baseline: it is damaged",
  ],
  [
    '--fail-on risky --baseline l.gz',
    'l.gz',
    gzipSync('email').subarray(0, 12),
    "l.gz can't be unpacked",
  ],
])('%s: an error before anything is sent', async (flags, name, content, message) => {
  w.write('list.csv', LIST);
  w.write(name, content);
  const { exitCode, stderr } = await w.run(`batch submit list.csv -o out.csv ${flags}`);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(w.standIn.requests).toEqual([]);
});
