import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MigratedSchema, Migration } from '../../src/store/migrations.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { eachTest } from '../support/each-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** As a later release would have it. */
const ADDED: Migration = async (db) => {
  await sql`alter table teams add column colour text`.execute(db);
};
const CURRENT = 2;
const EARLIER = 1;
const folder = eachTest(temporaryFolder);
let path: string;

beforeEach(() => {
  path = folder.path('service.db');
});

/** Opens the database, and returns what was said of its migration. */
async function open(): Promise<MigratedSchema | undefined> {
  let migrated: MigratedSchema | undefined;
  const onMigrated = (done: MigratedSchema) => {
    migrated = done;
  };
  const store = await openSqlite(path, { onMigrated, migrations: [ADDED] });
  await store.close();
  return migrated;
}

/** A database as an earlier version left it. */
async function makeEarlier(): Promise<void> {
  await (await openSqlite(path, { migrations: [] })).close();
}

function versionOf(file: string): unknown {
  using database = new DatabaseSync(file, { readOnly: true });
  return database.prepare('PRAGMA user_version').get()?.user_version;
}

describe('a database of an earlier version', () => {
  it('is copied beside before it is migrated, for its owner alone', async () => {
    await makeEarlier();
    const copy = `${path}.v${EARLIER}`;
    expect(await open()).toEqual({ from: EARLIER, to: CURRENT, copy });
    expect([versionOf(copy), versionOf(path)]).toEqual([EARLIER, CURRENT]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path('')).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('that was put back is copied again, under another name', async () => {
    await makeEarlier();
    writeFileSync(`${path}.v${EARLIER}`, 'an earlier copy');
    expect(await open()).toMatchObject({ copy: `${path}.v${EARLIER}.2` });
  });

  it('is copied and migrated once by several who open it at once', async () => {
    await makeEarlier();
    const done = await Promise.all([open(), open(), open()]);
    expect(done.filter((migrated) => migrated !== undefined)).toHaveLength(1);
    expect(readdirSync(folder.path('')).filter((name) => name.includes('.v'))).toHaveLength(1);
  });

  it('is migrated without a copy where none can be made, which is said', async () => {
    await makeEarlier();
    // A folder where the copy would be written first.
    mkdirSync(`${path}.v${EARLIER}.partial/x`, { recursive: true });
    const migrated = await open();
    expect(migrated?.copyProblem).toMatch(/EISDIR|directory|EEXIST/);
    expect(versionOf(path)).toBe(CURRENT);
  });
});

it('a new database is not copied, nor is a current one', async () => {
  expect(await open()).toBeUndefined();
  expect(await open()).toBeUndefined();
  expect(existsSync(`${path}.v0`)).toBe(false);
});

it('a database of a newer mailvet is refused with the name of that one', async () => {
  await open();
  {
    using file = new DatabaseSync(path);
    file.exec("PRAGMA user_version = 999; UPDATE mailvet_schema SET program = '9.9.9+abc'");
  }
  await expect(open()).rejects.toThrow(
    /written by mailvet 9\.9\.9\+abc \(schema 999; this is mailvet /,
  );
});
