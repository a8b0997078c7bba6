import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { runCli, type TemporaryHome, temporaryHome } from '../../support/run-cli.ts';

const home = eachTest(importHome);

const ZEROBOUNCE = `email,ZB Status,ZB Sub Status,ZB Processed At
ada@sandbox.test,invalid,mailbox_not_found,2026-03-10 08:15:00
bob@accept-all.sandbox.test,catch-all,,2026-03-10 08:15:00
new@sandbox.test,valid,,2026-03-10 08:15:00
`;

async function importHome(results = ZEROBOUNCE) {
  const home = await temporaryHome();
  writeFileSync(join(home.path, 'zb.csv'), results);
  const list = 'email\nada@sandbox.test\nbob@accept-all.sandbox.test\nfull@sandbox.test\n';
  writeFileSync(join(home.path, 'list.csv'), list);
  writeFileSync(join(home.path, 'more.csv'), `${list}new@sandbox.test\nfresh@sandbox.test\n`);
  return home;
}

const run = (home: TemporaryHome, line: string) => runCli(line.split(' '), { home: home.path });

/** `email` and the columns named, of each row of CSV. */
function cellsOf(csv: string, ...names: string[]): string[] {
  const [head = '', ...rows] = csv.trimEnd().split('\n');
  const at = ['email', ...names].map((name) => head.split(',').indexOf(name));
  return rows.map((row) => at.map((index) => row.split(',')[index]).join(' '));
}

describe('mailvet import', () => {
  it('prints what it reads, and how it agrees with what is known', async () => {
    await run(home, 'clean list.csv --quiet');
    const { stdout, stderr, exitCode } = await run(home, 'import zb.csv --json');
    const checkedAt = '2026-03-10T08:15:00.000Z';
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { email: 'ada@sandbox.test', verdict: 'undeliverable', source: 'zerobounce', checkedAt },
      { email: 'bob@accept-all.sandbox.test', verdict: 'risky', source: 'zerobounce', checkedAt },
      { email: 'new@sandbox.test', verdict: 'deliverable', source: 'zerobounce', checkedAt },
    ]);
    expect(stderr).toMatch(
      /^zerobounce \\ mailvet +deliverable +risky +undeliverable +unknown +not known$/m,
    );
    expect(stderr).toMatch(/^undeliverable +1 +0 +0 +0 +0$/m);
    expect(stderr).toMatch(/^deliverable +0 +0 +0 +0 +1$/m);
    expect(stderr).toContain('Same verdict: 1 of 2 addresses that both decided (50.0 %)');
    expect(stderr).toContain('New in the ledger: 3');
    expect(exitCode).toBe(0);
  });

  it('prints no rows where no form is asked for', async () => {
    const { stdout, stderr } = await run(home, 'import zb.csv');
    expect(stdout).toBe('');
    expect(stderr).toContain('Results of zerobounce: 3 rows');
    expect((await run(home, 'import zb.csv --format csv')).stdout).toContain('bob@accept-all');
  });

  it('compares other verifiers with each other, and with ours', async () => {
    const others = 'email,email_status\nada@sandbox.test,invalid\nnew@sandbox.test,invalid\n';
    writeFileSync(join(home.path, 'nb.csv'), others);
    await run(home, 'clean list.csv --quiet');
    expect((await run(home, 'import zb.csv')).stderr).not.toContain('same verdict');
    const { stderr } = await run(home, 'import nb.csv');
    expect(stderr).toMatch(/^same verdict +neverbounce +mailvet +zerobounce$/m);
    expect(stderr).toMatch(/^neverbounce +0 of 1 \(0\.0 %\) +1 of 2 \(50\.0 %\)$/m);
    expect(stderr).toMatch(/^mailvet +0 of 1 \(0\.0 %\) +0 of 1 \(0\.0 %\)$/m);
    expect(stderr).toMatch(/^zerobounce +1 of 2 \(50\.0 %\) +0 of 1 \(0\.0 %\)/m);
  });

  it('answers no verification', async () => {
    await run(home, 'import zb.csv');
    const { stdout } = await run(home, 'verify ada@sandbox.test --json');
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'deliverable', detail: 'accepted' });
  });

  it('names rows that can not be read, keeps the others, and ends with 6', async () => {
    await using home = await importHome(`${ZEROBOUNCE}x@sandbox.test,weird,,\n`);
    const { stderr, exitCode } = await run(home, 'import zb.csv');
    expect(stderr).toContain('zb.csv:5 can\'t be read: "weird" is no result of ZeroBounce');
    expect(stderr).toContain('New in the ledger: 3');
    expect(exitCode).toBe(6);
    expect((await run(home, 'import zb.csv --quiet')).stderr).toContain('zb.csv:5');
  });

  it('stores nothing with --dry-run', async () => {
    const dry = await run(home, 'import zb.csv --dry-run');
    expect(dry.stderr).not.toContain('New in the ledger');
    expect((await run(home, 'import zb.csv')).stderr).toContain('New in the ledger: 3');
    expect((await run(home, 'import zb.csv')).stderr).toContain('New in the ledger: 0');
  });

  it('takes the date of --date where the file has none', async () => {
    await using home = await importHome('email,email_status\nada@sandbox.test,valid\n');
    const { stdout } = await run(home, 'import zb.csv --date 2026-05-01 --json');
    expect(JSON.parse(stdout)).toMatchObject({
      source: 'neverbounce',
      checkedAt: '2026-05-01T00:00:00.000Z',
    });
    expect((await run(home, 'import zb.csv --date yesterday')).exitCode).toBe(2);
  });

  it('refuses a plain list', async () => {
    const { stderr, exitCode } = await run(home, 'import list.csv');
    expect(stderr).toContain('list.csv holds no results of a verification');
    expect(exitCode).toBe(2);
  });
});

describe('batch submit --only-disputed', () => {
  it('verifies unknown and disputed addresses; the others come back as they are known', async () => {
    await run(home, 'clean list.csv --quiet');
    await run(home, 'import zb.csv');
    const { stderr } = await run(home, 'batch submit more.csv --only-disputed --wait -o out.csv');
    expect(stderr).toContain('To be verified: 2 of 5 addresses; the others are known');
    const { stdout } = await run(home, 'batch submit more.csv --only-disputed --wait -o -');
    expect(cellsOf(stdout, 'verdict', 'detail')).toEqual([
      'ada@sandbox.test deliverable accepted',
      'bob@accept-all.sandbox.test risky accept_all',
      'full@sandbox.test undeliverable full',
      'new@sandbox.test deliverable imported',
      'fresh@sandbox.test deliverable accepted',
    ]);
    expect(cellsOf(stdout, 'checked_at')[3]).toBe('new@sandbox.test 2026-03-10T08:15:00.000Z');
  });
});
