import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { problemsOf } from '../support/problems-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeDamagedCopy } from './damaged-file.ts';

const folder = eachTest(temporaryFolder);
let path: string;

beforeEach(async () => {
  path = folder.path('service.db');
  const store = await openStore(path);
  await store.teams.create({ id: 'team_1', name: 'ours', quota: null, createdAt: 1 });
  const team = store.team('team_1');
  const emails = Array.from({ length: 50 }, (_, n) => `n${n}@x.test`);
  await Promise.all(
    emails.map((email, at) =>
      team.recordVerification({
        email,
        result: foundResult(),
        at,
        keep: { key: email, expiresAt: 9 },
      }),
    ),
  );
  await store.close();
});

function change(sql: string): void {
  const file = new DatabaseSync(path);
  file.exec(sql);
  file.close();
}

it('a sound database has no problem, also while it is open', async () => {
  expect(await problemsOf(path)).toEqual([]);
  const store = await openStore(path);
  expect(await problemsOf(path)).toEqual([]);
  await store.close();
});

// Most of the file is room for more rows, where a byte means nothing.
it('flipped bytes are found', async () => {
  for (let trial = 1; trial <= 10; trial++) {
    const damaged = folder.path(`damaged-${trial}.db`);
    writeDamagedCopy(path, damaged, trial, 200);
    expect(await problemsOf(damaged)).not.toEqual([]);
  }
});

it('results that do not fit their schema, and rows without their team, are counted', async () => {
  change(`PRAGMA foreign_keys = OFF;
    insert into results (id, text, created_at) values (70, '[]', 0), (71, 'no JSON', 0);
    update verifications set result_id = 70 where at < 3;
    update cached_answers set result_id = 72 where key = 'x.test@n7';
    delete from teams`);
  expect(await problemsOf(path)).toEqual([
    '50 rows of cached_answers have no row of teams',
    '50 rows of verifications have no row of teams',
    '2 results are damaged',
    '1 rows of cached_answers have lost their result',
  ]);
});

it.each([
  ['missing', 'no database', () => folder.path('missing.db')],
  [
    "another program's",
    "another program's",
    () => {
      const file = new DatabaseSync(folder.path('other.db'));
      file.exec('create table t (x)');
      file.close();
      return folder.path('other.db');
    },
  ],
])('a file that is %s is refused', async (_, message, make) => {
  await expect(problemsOf(make())).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining(message),
  });
});

it('a file that is no database is said to be none', async () => {
  writeFileSync(path, 'not a database at all, but long enough to be looked at'.repeat(100));
  expect(await problemsOf(path)).toEqual([expect.stringContaining('not a database')]);
});

it.each([60_000, 86_400_000])(
  'counts in blocks of %i that do not match the rows are found',
  async (size) => {
    change(`update block_counts set count = count + 1 where size >= ${size}`);
    expect(await problemsOf(path)).toContain(
      `the counts of verifications in blocks of ${size} (history) do not match the rows`,
    );
  },
);

it('a sound outcome is no problem; a time to come, another proof, a bare address and a lost key are', async () => {
  const store = await openStore(path);
  await store.outcomes('team_1').add([OUTCOME], NOW);
  await store.close();
  expect(await problemsOf(path)).toEqual([]);
  const damages: readonly (readonly [string, string])[] = [
    ['at = 4e12', 'time that can'],
    ['learned_at = -1', 'time that can'],
    ["proof = 'there'", 'something else'],
    ["outcome = 'lost'", 'something else'],
    ["address = 'ada@x.test'", 'no hash'],
    ["domain = ''", 'no hash'],
  ];
  for (const [damage, problem] of damages) {
    const sound = readFileSync(path);
    change(`update outcomes set ${damage}`);
    expect(await problemsOf(path)).toContainEqual(expect.stringContaining(problem));
    writeFileSync(path, sound);
  }
  change('delete from verifier_secrets');
  expect(await problemsOf(path)).toContainEqual(expect.stringContaining('is missing'));
});

const NOW = Date.UTC(2026, 10, 20);
const OUTCOME = {
  entry: 'ada@x.test',
  domain: 'x.test',
  outcome: 'no_mailbox',
  proof: 'gone',
  wasAccepted: false,
  ...{ code: 550, status: '5.1.1', host: null, reply: null, at: NOW, source: null },
  form: 'word',
  provider: undefined,
} as const;
