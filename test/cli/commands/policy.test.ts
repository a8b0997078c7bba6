import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { runCli, type TemporaryHome, temporaryHome } from '../../support/run-cli.ts';

const home = eachTest(homeWithPolicy);

const POLICY = `{
  "lists": { "disposable": ["accept-all.sandbox.test"], "allow": [{ "file": "ours.txt" }] },
  "rules": [
    { "if": { "reason": "role" }, "verdict": "deliverable" },
    { "if": { "detail": "full" }, "verdict": "risky" }
  ],
  "failOn": ["risky"],
  "columns": ["verdict", "reason"]
}
`;

const LIST = [
  'email,verdict,reason',
  'ada@sandbox.test,deliverable,accepted',
  'support@sandbox.test,deliverable,role',
  'full@sandbox.test,risky,mailbox',
  'x@disposable.sandbox.test,deliverable,disposable',
  'x@accept-all.sandbox.test,risky,accept_all',
  '',
].join('\n');

function write(home: TemporaryHome, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home.path, name), text);
}

async function homeWithPolicy(policy = POLICY): Promise<TemporaryHome> {
  const home = await temporaryHome();
  const emails = LIST.split('\n').map((line) => line.split(',')[0]);
  write(home, {
    'mailvet.json': policy,
    'ours.txt': 'disposable.sandbox.test\n',
    'list.csv': emails.join('\n'),
  });
  return home;
}

const run = (home: TemporaryHome, line: string) => runCli(line.split(' '), { home: home.path });

describe('a policy in the working directory', () => {
  it('judges lists, names the columns and makes them fall short', async () => {
    const done = await run(home, 'batch submit list.csv --wait -o out.csv');
    expect(readFileSync(join(home.path, 'out.csv'), 'utf8')).toBe(LIST);
    expect(done.exitCode).toBe(1);
    expect(done.stderr).toContain('Judging by mailvet.json');
    expect(done.stderr).toContain('Check failed: 2 risky addresses (--fail-on risky)');
  });

  it('judges results anew that were got without it, and asks nobody', async () => {
    await run(home, 'batch submit list.csv --wait -o plain.csv --no-policy');
    const job = (await run(home, 'jobs list')).stdout.split('\t')[0];
    writeFileSync(join(home.path, 'plain.csv'), '');
    const again = await runCli(['batch', 'results', job ?? '', '--policy', 'mailvet.json'], {
      home: home.path,
      env: { MAILVET_DNS: '127.0.0.1:9' },
    });
    expect(again.stdout).toBe(LIST);
    const without = await run(home, `batch results ${job} --columns verdict,reason --no-policy`);
    expect(without.stdout).toContain('support@sandbox.test,risky,role');
  });

  it('gives single addresses, history and explanations the verdicts of the list', async () => {
    const rows = LIST.trim().split('\n').slice(1);
    const emails = rows.map((row) => row.split(',')[0] ?? '');
    const columns = '--columns email,verdict,reason --format csv';
    const verified = await run(home, `verify ${emails.join(' ')} ${columns}`);
    expect(verified.stdout).toBe(LIST);
    const history = await run(home, 'history --json');
    for (const { email, verdict, reason } of JSON.parse(history.stdout))
      expect(rows).toContain(`${email},${verdict},${reason}`);
    for (const [index, email] of emails.entries()) {
      const { stdout } = await run(home, `policy explain ${email} --json`);
      const { verdict, reason } = JSON.parse(stdout);
      expect(`${email},${verdict},${reason}`).toBe(rows[index]);
      const story = await run(home, `verify --explain ${email} --json`);
      expect(JSON.parse(story.stdout)).toMatchObject({ verdict, reason });
    }
  });

  it('yields to flags', async () => {
    const line = 'batch submit list.csv --wait --columns verdict --fail-on unknown -o out.csv';
    expect((await run(home, line)).exitCode).toBe(0);
    expect(readFileSync(join(home.path, 'out.csv'), 'utf8')).toMatch(/^email,verdict\n/);
  });

  it('is found above the working directory', async () => {
    mkdirSync(join(home.path, 'a/b'), { recursive: true });
    const at = { home: join(home.path, 'a/b') };
    const found = await runCli(['policy', 'show', '--json'], at);
    expect(JSON.parse(found.stdout)).toMatchObject({
      file: join(home.path, 'mailvet.json'),
      rules: [{ line: 4, verdict: 'deliverable' }, { line: 5 }],
      lists: { allow: ['disposable.sandbox.test'] },
      failOn: ['risky'],
    });
  });
});

describe('mailvet policy', () => {
  it('explains which rule decides', async () => {
    const { stdout } = await run(home, 'policy explain support@sandbox.test');
    expect(stdout).toBe(
      [
        'support@sandbox.test  deliverable  role',
        '  without the policy risky; the rule of line 4 decides',
        '  mailvet.json:4  met  reason role: deliverable',
        '  mailvet.json:5  not met (detail)  detail full: risky',
        '',
      ].join('\n'),
    );
    const listed = await run(home, 'policy explain x@disposable.sandbox.test --json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ decidedBy: 'allow', withoutPolicy: 'risky' });
  });

  it('checks a file, and names every fault with its place', async () => {
    expect(await run(home, 'policy check')).toMatchObject({
      stdout: 'mailvet.json: 2 rules, no fault\n',
      exitCode: 0,
    });
    write(home, { 'bad.json': '{\n "rules": [],\n "minscore": 1,\n "failOn": ["riski"]\n}' });
    expect(await run(home, 'policy check --policy bad.json')).toMatchObject({
      stdout:
        "bad.json:3:2: Unknown key 'minscore'. Did you mean 'minScore'?\n" +
        "bad.json:4:13: Unknown failOn 'riski'. Did you mean 'risky'?\n",
      exitCode: 3,
    });
    const json = await run(home, 'policy check --policy bad.json --json');
    expect(JSON.parse(json.stdout).faults).toHaveLength(2);
  });

  it('refuses to judge by a file with a fault', async () => {
    await using home = await homeWithPolicy('{"rules": [{"if": {"role": 1}, "verdict": "risky"}]}');
    const { exitCode, stderr, stdout } = await run(home, 'verify ada@sandbox.test');
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toContain('mailvet.json:1:28: role needs true or false\n');
    expect(stderr).toContain('--no-policy judges without it');
  });

  it('says where there is none', async () => {
    expect(await runCli(['policy', 'show'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('There is no mailvet.json here or in a folder above'),
    });
    expect(await runCli(['policy', 'check', '--policy', 'none.json'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("none.json can't be read"),
    });
  });
});
