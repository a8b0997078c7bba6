import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { copyStore } from '../../src/store/copy/copy-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { emptyTables, migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';
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

it('everything goes to PostgreSQL and back, and is the same', async () => {
  const copied = await toPostgres();
  expect(copied.find(({ table }) => table === 'verifications')?.rows).toBe(HISTORY_ROWS);
  const back = folder.path('back.db');
  expect(await copyStore({ from: database.url, to: back })).toEqual(copied);
  expect(existsSync(`${back}.partial`)).toBe(false);
  expect(statSync(back).mode & 0o077).toBe(0);
  for (const { table } of copied) expect(rowsOf(back, table)).toEqual(rowsOf(file, table));
});

it('a source that is open elsewhere is reported, on both databases', async () => {
  const reports: string[] = [];
  const onOpenElsewhere = () => void reports.push('open');
  const source = await openStore(file);
  await source.team('team_1').listBatches({ limit: 1, skip: 0 });
  await copyStore({ from: file, to: database.url, onOpenElsewhere });
  await source.close();
  expect(reports).toEqual(['open']);
  await allClosed(database.url);
  await copyStore({ from: database.url, to: folder.path('quiet.db'), onOpenElsewhere });
  expect(reports).toEqual(['open']);
  const service = await openStore(database.url);
  await copyStore({ from: database.url, to: folder.path('busy.db'), onOpenElsewhere });
  await service.close();
  expect(reports).toEqual(['open', 'open']);
});

/** PostgreSQL lists a connection for a moment after it was closed. */
function allClosed(url: string): Promise<void> {
  const open = `
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'mailvet'`;
  return withClient(url, async (client) => {
    while ((await client.query(open)).rows.length > 0);
  });
}

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

it('goes to an empty database alone, and between two kinds', async () => {
  await toPostgres();
  await expect(toPostgres()).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(/has rows in \w+ already/),
  });
  await expect(copyStore({ from: file, to: folder.path('b.db') })).rejects.toMatchObject({
    code: 'usage',
  });
  await expect(copyStore({ from: database.url, to: file })).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining('exists already'),
  });
});

function rowsOf(path: string, table: string): unknown[] {
  using opened = new DatabaseSync(path, { readOnly: true });
  const rows = opened.prepare(`select * from ${table}`).all();
  return rows.map((row) => JSON.stringify(row)).sort();
}

function countOf(table: string): Promise<number> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query(`select count(*) as count from ${table}`);
    return Number(rows[0].count);
  });
}
