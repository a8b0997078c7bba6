import { copyFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { writeDamagedCopy } from '../store/damaged-file.ts';
import { foundResult } from '../support/found-result.ts';
import { runCli, type TemporaryHome, temporaryHome } from '../support/run-cli.ts';

const TRIALS = 12;
/** Far more than the schema: most of what is damaged is data. */
const ADDRESSES = 12_000;

let home: TemporaryHome;
let database: string;
let whole: string;

beforeAll(async () => {
  home = await temporaryHome();
  database = join(home.path, '.local/share/mailvet/mailvet.db');
  whole = join(home.path, 'whole.db');
  await mkdir(join(database, '..'), { recursive: true, mode: 0o700 });
  await runCli(['verify', 'first@sandbox.test'], { home: home.path });
  const store = await openStore(database);
  const team = await store.teams.findByName('default');
  await Promise.all(
    Array.from({ length: ADDRESSES }, (_, at) =>
      store.team(team?.id ?? '').recordVerification({
        email: `n${at}@x.test`,
        result: foundResult(),
        at,
        keep: { key: `n${at}@x.test`, expiresAt: 9e12 },
      }),
    ),
  );
  await store.close();
  copyFileSync(database, whole);
});
afterAll(() => home[Symbol.asyncDispose]());

function run(line: string) {
  return runCli(line.split(' '), { home: home.path });
}

describe('a database in which bytes were flipped', () => {
  it('ends each command with what is wrong, what to do and exit code 3', async () => {
    const codes = new Set<number>();
    for (let trial = 1; trial <= TRIALS; trial++) {
      for (const line of ['verify second@sandbox.test', 'history', 'admin key list']) {
        writeDamagedCopy(whole, database, trial);
        const { exitCode, stderr } = await run(line);
        codes.add(exitCode);
        if (exitCode === 0) continue;
        expect(stderr).toMatch(/^mailvet: .*database/m);
        expect(stderr).toContain('mailvet admin check');
      }
    }
    expect([...codes].sort()).toEqual([0, 3]);
  });

  it('is found by admin check: exit code 1, a problem a line', async () => {
    writeDamagedCopy(whole, database, 1);
    const { exitCode, stdout, stderr } = await run('admin check');
    expect(exitCode).toBe(1);
    expect(stdout.trim().split('\n').length).toBeGreaterThan(0);
    expect(stderr).toContain('Restore a backup');
    const json = await run('admin check --json');
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, problems: expect.any(Array) });
  });
});

it('admin check says ok about a sound database, and 2 where there is none', async () => {
  copyFileSync(whole, database);
  expect(await run('admin check')).toMatchObject({ exitCode: 0, stdout: 'ok\n' });
  expect(await run('admin check --database missing.db')).toMatchObject({ exitCode: 2 });
});
