import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrationsOf } from '../../src/store/migrations.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import type { Tables } from '../../src/store/tables.ts';
import { singleConnection } from '../support/single-connection.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const MIGRATIONS = migrationsOf('sqlite');

let folder: TemporaryFolder;
let file: DatabaseSync;
let db: Kysely<Tables>;

beforeEach(() => {
  folder = temporaryFolder();
  file = new DatabaseSync(folder.path('service.db'));
  db = new Kysely<Tables>({ dialect: singleConnection(file) });
});
afterEach(() => {
  file.close();
  folder.dispose();
});

function tables(): unknown[] {
  const rows = file.prepare("select name from sqlite_schema where type = 'table'").all();
  return rows.map(({ name }) => name);
}

function version(): unknown {
  return file.prepare('PRAGMA user_version').get()?.user_version;
}

describe('migrate', () => {
  it('takes every step on an empty file, and none on a current one', async () => {
    await migrate(db);
    expect(version()).toBe(MIGRATIONS.length);
    expect(tables()).toContain('verifications');
    const before = tables();
    await migrate(db);
    expect(tables()).toEqual(before);
  });

  it('goes on where an older version stopped, and keeps its rows', async () => {
    for (const step of MIGRATIONS.slice(0, 2)) await step(db as unknown as Kysely<unknown>);
    file.exec(`insert into teams values ('team_1', 'ours', 5, 0);
      PRAGMA application_id = ${0x6d766574}; PRAGMA user_version = 2`);
    await migrate(db);
    expect(version()).toBe(MIGRATIONS.length);
    expect(tables()).toContain('cached_answers');
    expect(await db.selectFrom('teams').selectAll().execute()).toHaveLength(1);
  });

  it('makes one account of an address with one password in several teams', async () => {
    const before = MIGRATIONS.findIndex(({ name }) => name === 'accounts');
    for (const step of MIGRATIONS.slice(0, before)) await step(db as unknown as Kysely<unknown>);
    file.exec(`PRAGMA foreign_keys = off; PRAGMA application_id = ${0x6d766574};
      PRAGMA user_version = ${before};
      insert into people values ('a', 'team_1', 'x@x.com', 'owner', 'hash 1', 0),
        ('b', 'team_2', 'x@x.com', 'owner', 'hash 1', 0),
        ('c', 'team_3', 'x@x.com', 'owner', 'hash 2', 0),
        ('d', 'team_3', 'y@x.com', 'owner', 'hash 1', 0)`);
    await migrate(db);
    const people = await db.selectFrom('people').select('account_id').orderBy('id').execute();
    expect(people.map(({ account_id }) => account_id)).toEqual(['a', 'a', 'c', 'd']);
  });

  it('leaves a file as it was when a step breaks', async () => {
    await migrate(db);
    file.exec('drop table cached_answers; PRAGMA user_version = 2');
    await expect(migrate(db)).rejects.toThrow('verifications');
    expect(version()).toBe(2);
    expect(tables()).not.toContain('cached_answers');
  });
});
