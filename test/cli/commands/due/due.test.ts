import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';

async function dueHome() {
  const home = await temporaryHome();
  const known = 'email\nada@sandbox.test\nfull@sandbox.test\n';
  writeFileSync(join(home.path, 'known.csv'), known);
  writeFileSync(join(home.path, 'list.csv'), `${known}fresh@sandbox.test\nADA@Sandbox.test\n`);
  const { exitCode } = await runCli(['clean', 'known.csv', '--quiet'], { home: home.path });
  expect(exitCode).toBe(0);
  return home;
}

const run = (home: TemporaryHome, line: string) => runCli(line.split(' '), { home: home.path });
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

describe('mailvet due', () => {
  it('says of each address whether it needs another look, and what is known', async () => {
    await using home = await dueHome();
    const { stdout, stderr, exitCode } = await run(home, 'due list.csv --json');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { email: 'ada@sandbox.test', due: false, verdict: 'deliverable', checkedAt: TIME },
      { email: 'full@sandbox.test', due: false, verdict: 'undeliverable', checkedAt: TIME },
      { email: 'fresh@sandbox.test', due: true, verdict: null, checkedAt: null },
      { email: 'ADA@sandbox.test', due: true, verdict: null, checkedAt: null },
    ]);
    expect(stderr).toContain('Due: 2 of 4 addresses');
    expect(stderr).toContain('mailvet batch submit list.csv --due --wait verifies these alone');
    expect(exitCode).toBe(0);
  });

  it('shows people a table under headings, and the answer last', async () => {
    await using home = await dueHome();
    const { stdout, stderr } = await runCli(['due', 'list.csv'], {
      home: home.path,
      terminal: ['stdout'],
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toMatch(/^EMAIL +DUE +VERDICT +CHECKED\nada@sandbox\.test +no +deliverable +\S/);
    expect(stdout).toMatch(/\nfresh@sandbox\.test +yes\n/);
    expect(stdout.match(/EMAIL/g)).toHaveLength(1);
    expect(stderr).toContain('Due: 2 of 4 addresses');
    const piped = await run(home, 'due list.csv');
    expect(piped.stdout).toMatch(/^ada@sandbox\.test\tfalse\tdeliverable\t/);
  });

  it('asks nobody', async () => {
    await using home = await dueHome();
    const before = await run(home, 'history --json');
    await run(home, 'due list.csv');
    expect((await run(home, 'history --json')).stdout).toBe(before.stdout);
  });
});

describe('batch submit --due', () => {
  it('verifies what is due alone; the others come back with their verdict and its date', async () => {
    await using home = await dueHome();
    const due = await run(home, 'due list.csv --json');
    const { checkedAt } = JSON.parse(due.stdout.split('\n')[0] ?? '');
    const { stdout, stderr } = await run(home, 'batch submit list.csv --due --wait -o -');
    expect(stderr).toContain('To be verified: 2 of 4 addresses; the others are known');
    const [head = '', first = '', ...others] = stdout.trimEnd().split('\n');
    expect(head.endsWith(',detail,checked_at')).toBe(true);
    expect(first).toContain(`,deliverable,accepted,,,accepted,${checkedAt}`);
    expect(others.map((row) => row.split(',')[10])).toEqual([
      'undeliverable',
      'deliverable',
      'deliverable',
    ]);
  });

  it('sends nothing where nothing is due, and writes all that is known', async () => {
    await using home = await dueHome();
    const { stdout, stderr, exitCode } = await run(
      home,
      'batch submit known.csv --due --wait -o -',
    );
    expect(stderr).toContain('To be verified: 0 of 2 addresses; the others are known');
    expect(stdout).toContain('full@sandbox.test,full@sandbox.test,true,false');
    expect(exitCode).toBe(0);
    const list = await run(home, 'batch list --json');
    expect(JSON.parse(list.stdout)).toHaveLength(1);
  });

  it('goes neither with --sample nor with --dry-run', async () => {
    await using home = await dueHome();
    expect((await run(home, 'batch submit list.csv --due --sample 1')).exitCode).toBe(2);
    expect((await run(home, 'batch submit list.csv --due --dry-run')).exitCode).toBe(2);
  });
});
