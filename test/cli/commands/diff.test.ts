import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { runCli, temporaryHome } from '../../support/run-cli.ts';

const home = eachTest(diffHome);

const BEFORE = `email,verdict,reason
ann@example.com,deliverable,accepted
bob@example.com,undeliverable,mailbox
cid@example.com,risky,role
dan@example.com,deliverable,accepted
`;
const AFTER = [
  { email: 'eve@example.com', verdict: 'risky', reason: 'role' },
  { email: 'cid@example.com', verdict: 'risky', reason: 'accept_all' },
  { email: 'bob@example.com', verdict: 'deliverable', reason: 'accepted' },
  { email: 'ann@example.com', verdict: 'undeliverable', reason: 'mailbox' },
];

async function diffHome() {
  const home = await temporaryHome();
  writeFileSync(join(home.path, 'before.csv'), BEFORE);
  writeFileSync(join(home.path, 'after.jsonl'), AFTER.map((row) => JSON.stringify(row)).join('\n'));
  writeFileSync(join(home.path, 'plain.csv'), 'email\nann@example.com\n');
  return home;
}

const LINES = [
  { email: 'eve@example.com', from: null, to: 'risky', change: 'added' },
  { email: 'cid@example.com', from: 'role', to: 'accept_all', change: 'other' },
  { email: 'bob@example.com', from: 'undeliverable', to: 'deliverable', change: 'better' },
  { email: 'ann@example.com', from: 'deliverable', to: 'undeliverable', change: 'worse' },
  { email: 'dan@example.com', from: 'deliverable', to: null, change: 'removed' },
];

describe('mailvet diff', () => {
  it('prints a line of JSON for each address that changed, in the order of the second list', async () => {
    const { stdout, stderr, exitCode } = await runCli(
      ['diff', 'before.csv', 'after.jsonl', '--json'],
      { home: home.path },
    );
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(LINES);
    expect(stderr).toContain('Worse: 1, better: 1, other: 1, added: 1, removed: 1, same: 0');
    expect(exitCode).toBe(0);
  });

  it('says which columns were compared where one list has more of them', async () => {
    const two = 'work,private,work_verdict,private_verdict,work_email,private_email\n';
    writeFileSync(
      join(home.path, 'two.csv'),
      `${two}ann@example.com,bob@example.com,risky,risky,ann@example.com,bob@example.com\n`,
    );
    const run = (...argv: string[]) => runCli(['diff', ...argv], { home: home.path });
    const { stderr } = await run('two.csv', 'before.csv');
    expect(stderr).toContain(
      'Compared: two.csv by work_email, private_email; before.csv by email.',
    );
    expect(stderr).toContain('verify both lists with its --column');
    expect((await run('before.csv', 'after.jsonl')).stderr).not.toContain('Compared');
  });

  it('ends with 1 where there is what --fail-on names', async () => {
    const run = (...argv: string[]) => runCli(['diff', ...argv], { home: home.path });
    const failed = await run('before.csv', 'after.jsonl', '--fail-on', 'worse');
    expect(failed.stderr).toContain('Check failed: 1 worse (--fail-on worse)');
    expect(failed.exitCode).toBe(1);
    expect((await run('before.csv', 'before.csv', '--fail-on', 'worse')).exitCode).toBe(0);
  });

  it('shows a terminal who became undeliverable first', async () => {
    const { stdout } = await runCli(['diff', 'before.csv', 'after.jsonl'], {
      home: home.path,
      terminal: ['stdout'],
      env: { NO_COLOR: '1' },
    });
    const [heading, first] = stdout.split('\n');
    expect(heading).toMatch(/^EMAIL +FROM +TO +CHANGE$/);
    expect(first).toMatch(/^ann@example\.com +deliverable +undeliverable +worse$/);
  });

  it('reads one of the lists from stdin, and masks addresses with --redact', async () => {
    const { stdout } = await runCli(['diff', '-', 'after.jsonl', '--redact'], {
      home: home.path,
      stdin: BEFORE,
    });
    expect(stdout).toContain('\tdeliverable\tundeliverable\tworse\n');
    expect(stdout).not.toContain('ann@');
  });

  it('compares a job with a file that was written earlier', async () => {
    await using home = await temporaryHome();
    writeFileSync(join(home.path, 'list.csv'), 'email\nada@sandbox.test\nfull@sandbox.test\n');
    const run = (...argv: string[]) => runCli(argv, { home: home.path });
    await run('clean', 'list.csv', '--quiet');
    const { stdout } = await run('jobs', 'list', '--json');
    const [{ id }] = JSON.parse(stdout);
    const early =
      'email,verdict\nada@sandbox.test,undeliverable\nfull@sandbox.test,undeliverable\n';
    writeFileSync(join(home.path, 'early.csv'), early);
    const compared = await run('diff', 'early.csv', id);
    expect(compared.stdout).toBe('ada@sandbox.test\tundeliverable\tdeliverable\tbetter\n');
  });

  it('says which file is none of results', async () => {
    const { stderr, exitCode } = await runCli(['diff', 'plain.csv', 'after.jsonl'], {
      home: home.path,
    });
    expect(stderr).toContain('plain.csv holds no results of a verification');
    expect(exitCode).toBe(2);
  });
});
