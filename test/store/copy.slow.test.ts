import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { copyStore } from '../../src/store/copy-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { emptyTables, migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';
import { problemsOf } from '../support/problems-of.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { fillEverything, HISTORY_ROWS } from './filled-store.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
let file: string;

beforeAll(async () => {
  database = await migratedDatabase();
  folder = temporaryFolder();
  file = folder.path('service.db');
  await fillEverything(file);
});
afterAll(async () => {
  await database.dispose();
  folder.dispose();
});
beforeEach(() => emptyTables(database.url));
afterEach(() =>
  withClient(database.url, (client) =>
    client.query(
      'drop table if exists copy_progress; alter table verifications drop constraint if exists broken',
    ),
  ),
);

const toPostgres = () => copyStore({ from: file, to: database.url });

it('everything goes to PostgreSQL, and is the same', async () => {
  const copied = await toPostgres();
  expect(copied.find(({ table }) => table === 'verifications')?.rows).toBe(HISTORY_ROWS);
  expect(copied.find(({ table }) => table === 'team_storage')?.rows).toBeGreaterThan(0);
  for (const { table, rows } of copied) expect(await countOf(table)).toBe(rows);
  expect(await problemsOf(database.url)).toEqual(await problemsOf(file));
});

it('a source that is open elsewhere is reported', async () => {
  const reports: string[] = [];
  const onOpenElsewhere = () => void reports.push('open');
  const source = await openStore(file);
  await source.team('team_1').listBatches({ limit: 1, skip: 0 });
  await copyStore({ from: file, to: database.url, onOpenElsewhere });
  await source.close();
  expect(reports).toEqual(['open']);
  await emptyTables(database.url);
  await copyStore({ from: file, to: database.url, onOpenElsewhere });
  expect(reports).toEqual(['open']);
});

it('what comes after a copy comes after its rows', async () => {
  await toPostgres();
  const store = await openStore(database.url);
  try {
    const team = store.team('team_1');
    const entries = [{ email: 'z@x.test', cacheKey: 'z@x.test', cost: 1 }];
    await team.createBatch({ id: 'new', createdAt: 1, month: '2026-11', entries });
    const [newest] = await team.listBatches({ limit: 1, skip: 0 });
    expect(newest?.id).toBe('new');
  } finally {
    await store.close();
  }
});

it('a copy that was interrupted goes on, and no node starts before its end', async () => {
  await withClient(database.url, (client) =>
    client.query(`alter table verifications add constraint broken check (email <> 'a999@x.test')`),
  );
  await expect(toPostgres()).rejects.toThrow('broken');
  const before = await countOf('verifications');
  expect(before).toBe(4000);
  await expect(openStore(database.url)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining('a copy to it is not finished'),
  });
  await withClient(database.url, (client) =>
    client.query('alter table verifications drop constraint broken'),
  );
  await toPostgres();
  expect(await countOf('verifications')).toBe(HISTORY_ROWS);
  await (await openStore(database.url)).close();
});

it('a row that changes while it is copied is named by its table', async () => {
  const changing = copyStore({
    from: file,
    to: database.url,
    onTable({ table }) {
      if (table !== 'usage') return;
      const source = new DatabaseSync(file);
      source.exec('update usage set used = used + 1');
      source.close();
    },
  });
  await expect(changing).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining('usage differs: 1 rows in'),
  });
});

it('goes to an empty database of PostgreSQL alone', async () => {
  await toPostgres();
  await expect(toPostgres()).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(/has rows in \w+ already/),
  });
});

function countOf(table: string): Promise<number> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query(`select count(*) as count from ${table}`);
    return Number(rows[0].count);
  });
}
