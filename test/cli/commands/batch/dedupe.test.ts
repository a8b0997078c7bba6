import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';
import { type StandIn, startStandIn } from '../../../support/stand-in.ts';

const LIST = [
  'name,email,phone',
  'Ann,ann.smith@gmail.com,',
  'Bob,bob@company.example,1',
  'Ann S.,AnnSmith+news@googlemail.com,2',
  ',annsmith@gmail.com,',
  'BOB,BOB@company.example,3',
  'nobody,,',
  'slip,no address,4',
  'nobody,,',
].join('\n');

describe('one mailbox', () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn.close());

  const run = (home: TemporaryHome, line: string) =>
    runCli(line.split(' '), {
      home: home.path,
      env: { MAILVET_BASE_URL: standIn.url, MAILVET_API_KEY: standIn.apiKey },
    });

  async function homeWithList(): Promise<TemporaryHome> {
    const home = await temporaryHome();
    writeFileSync(join(home.path, 'list.csv'), LIST);
    return home;
  }

  it('is asked about once, and its answer goes to every row', async () => {
    await using home = await homeWithList();
    const done = await run(
      home,
      'batch submit list.csv --wait --columns email,verdict,mailbox -o out.csv',
    );
    const rows = readFileSync(join(home.path, 'out.csv'), 'utf8').split('\n');
    expect(rows.slice(1, 6).map((row) => row.split(',').slice(3).join(','))).toEqual([
      'ann.smith@gmail.com,deliverable,annsmith@gmail.com',
      'bob@company.example,deliverable,bob@company.example',
      'AnnSmith+news@googlemail.com,deliverable,annsmith@gmail.com',
      'annsmith@gmail.com,deliverable,annsmith@gmail.com',
      'BOB@company.example,deliverable,BOB@company.example',
    ]);
    expect(done.stderr).toContain('2 addresses have the same mailbox as another');
    const dry = await run(home, 'batch submit list.csv --dry-run --json');
    expect(JSON.parse(dry.stdout)).toMatchObject({
      distinct: 5,
      duplicates: 0,
      sameMailbox: 2,
      addresses: 3,
    });
  });

  it.each([
    ['first', ['Ann', 'Bob', 'BOB', 'nobody', 'slip', 'nobody']],
    ['last', ['Bob', '', 'BOB', 'nobody', 'slip', 'nobody']],
    ['fullest', ['Bob', 'Ann S.', 'BOB', 'nobody', 'slip', 'nobody']],
  ])('has one row with --dedupe %s', async (mode, names) => {
    await using home = await homeWithList();
    const done = await run(home, `batch submit list.csv --wait --dedupe ${mode} -o out.csv`);
    const [, ...rows] = readFileSync(join(home.path, 'out.csv'), 'utf8').split('\n');
    expect(rows.filter((row) => row !== '').map((row) => row.split(',')[0])).toEqual(names);
    expect(done.stderr).toContain('2 rows with the mailbox of another were left out (--dedupe)');
  });

  it('loses no mailbox to a row that --only leaves out', async () => {
    await using home = await temporaryHome();
    writeFileSync(
      join(home.path, 'list.csv'),
      'n,email\n1,ann@company.example\n2,ann@company.example\n',
    );
    const line =
      'batch submit list.csv --wait --dedupe last --only deliverable --columns none -o out.csv';
    await run(home, line);
    expect(readFileSync(join(home.path, 'out.csv'), 'utf8')).toBe(
      'n,email\n2,ann@company.example\n',
    );
  });

  it('names the modes', async () => {
    await using home = await homeWithList();
    expect(await run(home, 'batch submit list.csv --wait --dedupe frist')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Did you mean 'first'? Modes: first, last, fullest"),
    });
  });
});
