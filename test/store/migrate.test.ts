import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Migration } from '../../src/store/migrations.ts';
import { checkDatabase } from '../../src/store/sqlite/check-database.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { nodeSqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { Writer } from '../../src/store/sqlite/writer.ts';
import type { Tables } from '../../src/store/tables.ts';
import { eachTest } from '../support/each-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const UNRELEASED = join(import.meta.dirname, '../cli/upgrade/unreleased');

const folder = eachTest(temporaryFolder);
let file: DatabaseSync;
let db: Kysely<Tables>;

beforeEach(() => {
  file = new DatabaseSync(folder.path('service.db'));
  db = new Kysely<Tables>({ dialect: nodeSqliteDialect({ writer: new Writer(file) }) });
});
afterEach(() => {
  file.close();
});

function tables(): unknown[] {
  const rows = file.prepare("select name from sqlite_schema where type = 'table'").all();
  return rows.map(({ name }) => name);
}

function version(): unknown {
  return file.prepare('PRAGMA user_version').get()?.user_version;
}

/** As a later release would have it. */
const ADDED: Migration = async (trx) => {
  await sql`alter table teams add column colour text default 'red' not null`.execute(trx);
};
const BROKEN: Migration = async (trx) => {
  await sql`create table made (id text)`.execute(trx);
  await sql`alter table nowhere add column colour text`.execute(trx);
};

describe('migrate', () => {
  it('creates the schema of version 1 in an empty file, and does nothing to a current one', async () => {
    await migrate(db);
    expect(version()).toBe(1);
    expect(tables()).toContain('verifications');
    const before = tables();
    await migrate(db);
    expect(tables()).toEqual(before);
  });

  it('runs a migration that was added since, once, and keeps the rows', async () => {
    await migrate(db);
    file.exec("insert into teams (id, name, created_at) values ('team_1', 'ours', 0)");
    const options = { migrations: [ADDED] };
    expect(await migrate(db, options)).toEqual({ from: 1, to: 2 });
    expect(await migrate(db, options)).toBeUndefined();
    expect(file.prepare('select name, colour from teams').all()).toEqual([
      { name: 'ours', colour: 'red' },
    ]);
  });

  it('runs the migrations in an empty file as well', async () => {
    await migrate(db, { migrations: [ADDED] });
    expect(version()).toBe(2);
    expect(file.prepare('select colour from teams').all()).toEqual([]);
  });

  it('leaves a file as it was when a migration breaks', async () => {
    await migrate(db);
    await expect(migrate(db, { migrations: [ADDED, BROKEN] })).rejects.toThrow('nowhere');
    expect(version()).toBe(1);
    expect(tables()).not.toContain('made');
  });
});

it.each([
  ['has another shape', "update mailvet_schema set shape = 'other'"],
  ['says no shape', 'drop table mailvet_schema'],
])('a database whose first version %s is refused as never released', async (_, change) => {
  const path = folder.path('shaped.db');
  await (await openSqlite(path, {})).close();
  new DatabaseSync(path).exec(change);
  const before = readFileSync(path);
  const refused = { code: 'config', message: expect.stringContaining('never released') };
  await expect(openSqlite(path, {})).rejects.toMatchObject(refused);
  await expect(checkDatabase(path, 0)).rejects.toMatchObject(refused);
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('a database of a build that was never released is refused, and not a byte of it changes', async () => {
  const files = readdirSync(UNRELEASED).filter((name) => name.startsWith('mailvet.db'));
  const before = files.map((name) => {
    const bytes = gunzipSync(readFileSync(join(UNRELEASED, name)));
    const path = folder.path(name.replace('.gz', ''));
    writeFileSync(path, bytes);
    return { path, bytes };
  });
  expect(before).toHaveLength(2);
  await expect(openSqlite(folder.path('mailvet.db'), {})).rejects.toMatchObject({
    code: 'config',
    message: expect.stringMatching(
      /mailvet\.db can't be used: it was written by a build that was never released, .*nothing of it was changed$/,
    ),
  });
  for (const { path, bytes } of before) expect(readFileSync(path).equals(bytes), path).toBe(true);
});
