import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';

const w = eachTest(batchWorld);

const LIST = `name,email
Ada,ada@example.com
"Bob
of two lines",undeliverable@example.com
Cy,support@example.com
Nobody,"100%, nobody: at all"
`;

test('--report writes one page that loads nothing, says what the list came to, and implies --wait', async () => {
  w.write('list.csv', LIST);
  const done = await w.run('batch submit list.csv --report r.html');
  expect(done.exitCode).toBe(0);
  expect(done.stdout).toContain('verdict');
  expect(done.stderr).toContain('Written: r.html');
  const page = w.read('r.html');
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain('<h1>list.csv</h1>');
  expect(page).toContain(`verified by ${w.standIn.url}`);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|<link|<img|(?<!href=")https:\/\/(?!.*verified)/);
  expect(page).not.toContain('ada@');
});

test('a report that exists is refused before anything is sent, and replaced with --force', async () => {
  w.write('list.csv', LIST);
  w.write('r.html', 'mine');
  const refused = await w.run('batch submit list.csv --report r.html');
  expect(refused.exitCode).toBe(2);
  expect(w.standIn.requests).toEqual([]);
  expect(w.read('r.html')).toBe('mine');
  expect((await w.run('batch submit list.csv --report r.html --force')).exitCode).toBe(0);
  expect(w.read('r.html')).toContain('<h1>list.csv</h1>');
});

test('one file is not written twice', async () => {
  w.write('list.csv', LIST);
  const { exitCode, stderr } = await w.run('batch submit list.csv -o same --report same');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('is named for two files');
});

test('batch watch of a job writes the report, too', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  expect((await w.run('batch watch --report r.html')).exitCode).toBe(0);
  expect(w.read('r.html')).toContain('<h1>list.csv</h1>');
});

test('a resumed submit writes the report and the reporters of the interrupted run', async () => {
  w.write('list.csv', LIST);
  w.standIn.fail('createBatch', { kind: 'answer', status: 402, body: { error: 'no more' } });
  const flags = '--report r.html --reporter junit=t.xml';
  expect((await w.run(`batch submit list.csv ${flags}`)).exitCode).toBe(4);
  expect((await w.run('batch resume')).exitCode).toBe(0);
  expect(w.read('r.html')).toContain('undeliverable');
  expect(w.read('t.xml')).toContain('<testsuites');
});

test('the report of a sample says so, with an interval for each rate', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => `a${index}@example.com`);
  w.write('list.csv', `email\n${rows.join('\n')}\n`);
  const { stderr } = await w.run('batch submit list.csv --sample 10 --report r.html');
  expect(stderr).toMatch(
    /deliverable +100\.0 %, likely 7\d\.\d % to 100\.0 % \(\d+ to 50 addresses\)/,
  );
  expect(stderr.match(/, likely /g)).toHaveLength(4);
  expect(w.read('r.html')).toMatch(/Only 10 addresses of 50, drawn at random/);
  const [projected = ''] =
    w.read('r.html').match(/<table class="chart projected">.*?<\/table>/s) ?? [];
  expect(projected.match(/% to /g)).toHaveLength(4);
});

test('the report of a sample that is the whole list has nothing to project', async () => {
  w.write('list.csv', 'email\nada@example.com\nbob@example.com\n');
  await w.run('batch submit list.csv --sample 10 --report r.html');
  const report = w.read('r.html');
  expect(report).toContain('All 2 distinct addresses were verified: nothing is projected.');
  expect(report).not.toMatch(/interval|drawn at random/);
});

test('clean writes a report beside the list', async () => {
  w.write('list.csv', LIST);
  const { exitCode, stderr } = await w.run('clean list.csv');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('report in list.verified.html');
  expect(existsSync(join(w.home, 'list.verified.html'))).toBe(true);
});

test('--reporter github annotates the physical lines on stderr and fills the step summary', async () => {
  w.write('list.csv', LIST);
  const summary = join(w.home, 'summary.md');
  appendFileSync(summary, 'before\n');
  const env = { ...w.env, GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: join(w.home, '..') };
  const done = await w.run('batch submit list.csv --wait --reporter github', { env });
  expect(done.stdout).not.toContain('::');
  const folder = w.home.split('/').at(-1);
  expect(done.stderr.split('\n').filter((line) => line.startsWith('::'))).toEqual([
    `::error file=${folder}/list.csv,line=3,title=undeliverable (mailbox)::undeliverable@example.com: undeliverable (mailbox), score 5`,
    `::error file=${folder}/list.csv,line=6,title=undeliverable (syntax)::100%25, nobody: at all: undeliverable (syntax), score 0`,
    `::warning file=${folder}/list.csv,line=5,title=risky (role)::support@example.com: risky (role), score 75`,
  ]);
  expect(w.read('summary.md')).toMatch(/^before\n## list\.csv: 4 results/);
  expect(w.read('summary.md')).toContain('| undeliverable | 2 | 50.0 % |');
  expect(w.read('summary.md')).toContain('| 3 | undeliverable&#64;example.com |');
});

test('--redact masks local parts in annotations, summaries and JUnit, not in the results', async () => {
  w.write('list.csv', LIST);
  const summary = join(w.home, 'summary.md');
  const env = { ...w.env, GITHUB_STEP_SUMMARY: summary };
  const flags = '--reporter github --reporter junit=t.xml --report r.html --redact';
  const done = await w.run(`batch submit list.csv -o out.csv ${flags}`, { env });
  expect(done.stderr).toContain('::u***@example.com: undeliverable (mailbox)');
  for (const text of [done.stderr, w.read('summary.md'), w.read('t.xml'), w.read('r.html')]) {
    expect(text).not.toMatch(/undeliverable(?:@|&#64;)|support(?:@|&#64;)/);
  }
  expect(w.read('out.csv')).toContain('undeliverable@example.com');
});

test('--reporter junit has a test case for each row, those that fail first, by default in a file of its own', async () => {
  w.write('list.csv', LIST);
  const done = await w.run('batch submit list.csv -o out.csv --reporter junit --fail-on risky');
  expect(done.exitCode).toBe(1);
  const xml = w.read('mailvet-junit.xml');
  expect(xml).toContain('<testsuites name="mailvet" tests="5" failures="2" errors="0">');
  expect(xml).toContain(
    '<testcase classname="list.csv" name="line 5: support@example.com" file="list.csv" line="5">',
  );
  expect(xml).toContain('<failure type="risky" message="risky (role), score 75">');
  expect(xml).toContain('1 risky address (--fail-on risky)');
});

test('batches without a job have reporters, but no lines and no page', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv');
  await w.run('jobs forget --all --yes');
  const done = await w.run('batch watch batch_1 --reporter github --format jsonl');
  expect(done.stderr).toContain(
    '::error title=undeliverable (mailbox)::undeliverable@example.com:',
  );
  const refused = await w.run('batch watch batch_1 --report r.html');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('--report needs a job');
});

test('an unknown reporter costs nothing', async () => {
  w.write('list.csv', LIST);
  const { exitCode, stderr } = await w.run('batch submit list.csv --reporter gitlab');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Reporters: github, junit, junit=<file>, sarif, sarif=<file>');
  expect(w.standIn.requests).toEqual([]);
});

test('a step summary that cannot be written is a warning: the results are there', async () => {
  w.write('list.csv', LIST);
  const env = { ...w.env, GITHUB_STEP_SUMMARY: join(w.home, 'nowhere', 'summary.md') };
  const done = await w.run('batch submit list.csv -o out.csv --reporter github', { env });
  expect(done.exitCode).toBe(0);
  expect(done.stderr).toContain("::warning title=mailvet::the step summary can't be written");
});

const GAPS = `email
ada@example.com

jane.doe(at)corp.example
""
max. muster@corp.example
undeliverable@example.com
`;

test('empty cells are counted apart: no weight on thresholds, and a file of their own', async () => {
  w.write(
    'list.csv',
    'name,email\nAda,ada@example.com\nBob,undeliverable@example.com\nE,\nF," "\n',
  );
  const done = await w.run(
    'batch submit list.csv -o out.csv --columns verdict,reason --split parts --max-undeliverable 50 --min-score 0 --fail-on unknown --reporter github --reporter junit=j.xml --report r.html',
  );
  expect(done.exitCode).toBe(0);
  expect(w.read('out.csv')).toContain('\nE,,,empty\nF," ",,empty\n');
  expect(w.read('parts/empty.csv')).toBe('name,email,verdict,reason\nE,,,empty\nF," ",,empty\n');
  expect(w.read('parts/undeliverable.csv').trimEnd().split('\n')).toHaveLength(2);
  expect(done.stderr).toContain('list.csv: 4 rows with 2 addresses, 2 without an address');
  expect(done.stderr).toContain('undeliverable 1   50.0 %  (1 mailbox rejects mail)');
  expect(w.read('j.xml')).toContain('<property name="results" value="2"/>');
  expect(w.read('r.html')).toContain('Empty cells');
});

test('--redact masks whatever stands in the e-mail cell', async () => {
  w.write('list.csv', GAPS);
  const env = { ...w.env, GITHUB_STEP_SUMMARY: join(w.home, 'summary.md') };
  const flags = '--redact --reporter github --reporter junit=j.xml';
  const done = await w.run(`batch submit list.csv -o out.csv ${flags}`, { env });
  for (const text of [done.stderr, w.read('j.xml'), w.read('summary.md')]) {
    expect(text).toMatch(/\(syntax|\\\(syntax/);
    expect(text).not.toMatch(/jane|doe|max|muster|undeliverable(?:@|&#64;)/);
  }
});

test('every --report is written, each in its own format, and a resumed submit remembers all of them', async () => {
  w.write('list.csv', LIST);
  w.standIn.fail('createBatch', { kind: 'answer', status: 402, body: { error: 'no more' } });
  const flags = '--report r.html --report r.md --report r.json --report ./r.md';
  expect((await w.run(`batch submit list.csv ${flags}`)).exitCode).toBe(4);
  const done = await w.run('batch resume --force');
  expect(done.exitCode).toBe(0);
  expect(w.read('r.html')).toContain('<h1>list.csv</h1>');
  expect(w.read('r.md')).toContain('# list.csv');
  expect(JSON.parse(w.read('r.json'))).toMatchObject({
    summary: { verdicts: { undeliverable: 2 } },
  });
  expect(done.stderr.match(/Written: r\.(html|md|json)/g)).toHaveLength(3);
});

test('--reporter sarif has a result at the physical line of each row with a problem, beside other reporters', async () => {
  w.write('list.csv', LIST);
  const flags = '--reporter sarif=s.sarif --reporter junit=j.xml --reporter github';
  const env = { ...w.env, GITHUB_WORKSPACE: join(w.home, '..') };
  const done = await w.run(`batch submit list.csv -o out.csv ${flags} --fail-on risky`, { env });
  expect(done.exitCode).toBe(1);
  const [run] = JSON.parse(w.read('s.sarif')).runs;
  const lines = run.results.map(({ level, ruleId, locations: [{ physicalLocation }] }: Located) => {
    const { region, artifactLocation } = physicalLocation;
    return [level, ruleId, artifactLocation.uri.split('/').at(-1), region.startLine];
  });
  expect(lines).toEqual([
    ['error', 'role', 'list.csv', 5],
    ['warning', 'mailbox', 'list.csv', 3],
    ['warning', 'syntax', 'list.csv', 6],
  ]);
  expect(run.invocations[0].toolExecutionNotifications[0].message.text).toBe(
    'Check failed: 1 risky address (--fail-on risky)',
  );
  expect(w.read('j.xml')).toContain('<testsuites');
  expect(done.stderr).toContain('::error file=');
});

interface Located {
  readonly level: string;
  readonly ruleId: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number };
      };
    },
  ];
}
