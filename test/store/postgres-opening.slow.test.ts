import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hintText } from '../../src/cli/render/hint-text.ts';
import { backUp, openAdmin } from '../../src/composition/admin.ts';
import { createTeam, listTeams } from '../../src/service/teams/teams.ts';
import type { Migration } from '../../src/store/migrations.ts';
import { migrateStore, openStore } from '../../src/store/open-store.ts';
import {
  checkVersion,
  migrate,
  NEEDED_VERSION,
  readVersion,
} from '../../src/store/postgres/migrate.ts';
import { withDirect } from '../../src/store/postgres/open-postgres.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { manualClock } from '../support/manual-clock.ts';
import { emptyDatabase, migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';
import { problemsOf } from '../support/problems-of.ts';

const run = (url: string, sql: string) => withClient(url, (client) => client.query(sql));

describe('an empty PostgreSQL database', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.dispose());

  it('gets its tables from the first of several nodes that start at once', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => openStore(database.url)));
    await Promise.all(stores.map((store) => store.ping()));
    await Promise.all(stores.map((store) => store.close()));
    expect(await problemsOf(database.url)).toEqual([]);
  });

  it('gets them from admin migrate, which does nothing the second time', async () => {
    expect(await migrateStore(database.url)).toEqual({ from: 0, to: NEEDED_VERSION });
    const again = await Promise.all([1, 2].map(() => migrateStore(database.url)));
    expect(again).toEqual(Array(2).fill({ from: NEEDED_VERSION, to: NEEDED_VERSION }));
  });

  it('is not one with tables of another program', async () => {
    await run(database.url, 'create table customers (id int)');
    await expect(openStore(database.url)).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining("another program's tables"),
    });
  });
});

describe('a PostgreSQL database of a build that was never released', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.dispose());

  it('is refused by every door, and keeps its tables', async () => {
    await run(
      database.url,
      'create table mailvet_schema (version bigint, oldest bigint); create table teams (id text)',
    );
    const refused = { code: 'config', message: expect.stringContaining('never released') };
    await expect(openStore(database.url)).rejects.toMatchObject(refused);
    await expect(migrateStore(database.url)).rejects.toMatchObject(refused);
    const { rows } = await run(database.url, "select 1 from pg_tables where schemaname = 'public'");
    expect(rows).toHaveLength(2);
  });
});

describe('a server that does not answer in time', () => {
  const server = createServer((socket) => socket.resume().on('error', () => {}));
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => server.close());

  it('is said to do so, in one line and with what to do', async () => {
    const { port } = server.address() as AddressInfo;
    await expect(openStore(`postgres://u:p@127.0.0.1:${port}/db`)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/can't be opened: the server did not answer within 5 s$/),
      hint: hintSaying('less busy'),
    });
  });
});

describe('a PostgreSQL database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.dispose());
  afterEach(() =>
    run(database.url, `update mailvet_version set version = ${NEEDED_VERSION}, oldest = 1`),
  );

  it('with an older schema waits for admin migrate', async () => {
    const found = await withDirect(database.url, readVersion);
    expect(() => checkVersion(found, NEEDED_VERSION + 1)).toThrow(
      expect.objectContaining({
        code: 'input',
        message: expect.stringContaining(`of version ${NEEDED_VERSION}, not ${NEEDED_VERSION + 1}`),
        hint: hintSaying('mailvet admin migrate'),
      }),
    );
  });

  it('of another shape was made by a build that was never released', async () => {
    const [{ shape }] = (await run(database.url, 'select shape from mailvet_version')).rows;
    const refused = { code: 'config', message: expect.stringContaining('never released') };
    await run(database.url, "update mailvet_version set shape = 'other'");
    await expect(openStore(database.url)).rejects.toMatchObject(refused);
    await expect(migrateStore(database.url)).rejects.toMatchObject(refused);
    await run(database.url, `update mailvet_version set shape = '${shape}'`);
  });

  it('runs a migration that was added since, once, and keeps the rows', async () => {
    const added: Migration = async (db) => {
      await sql`alter table teams add column colour text`.execute(db);
    };
    const migrated = () => withDirect(database.url, (db) => migrate(db, [added]));
    expect(await migrated()).toMatchObject({ version: NEEDED_VERSION });
    expect(await migrated()).toMatchObject({ version: NEEDED_VERSION + 1 });
    await run(database.url, 'alter table teams drop column colour');
  });

  it('with a newer schema is used while that only added to this one', async () => {
    await run(database.url, `update mailvet_version set version = ${NEEDED_VERSION + 1}`);
    await (await openStore(database.url)).close();
    expect(await migrateStore(database.url)).toMatchObject({ to: NEEDED_VERSION + 1 });

    await run(database.url, `update mailvet_version set oldest = ${NEEDED_VERSION + 1}`);
    const refused = { code: 'input', message: expect.stringContaining('which knows') };
    await expect(openStore(database.url)).rejects.toMatchObject(refused);
    await expect(migrateStore(database.url)).rejects.toMatchObject(refused);
  });

  it.each([
    ['a wrong password', (url: URL) => (url.password = 'secret'), 'user or password is wrong'],
    ['another database', (url: URL) => (url.pathname = '/none'), 'there is no such database'],
    ['a closed port', (url: URL) => (url.port = '1'), 'nothing listens there'],
  ])('is not opened by %s: one line says so, without the password', async (_, change, message) => {
    const url = new URL(database.url);
    const { password } = url;
    change(url);
    const error = await openStore(url.href).catch((refused) => refused);
    expect(error).toMatchObject({ code: 'config', message: expect.stringContaining(message) });
    expect(`${error.message} ${hintText(error.hint ?? '')}`).not.toMatch(
      new RegExp(`secret|${password}|\n`),
    );
  });

  it('is not opened where its server has no connection left', async () => {
    const role = `few_${randomUUID().replaceAll('-', '')}`;
    await run(database.url, `create role ${role} login password 'few' connection limit 0`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'few' });
    await expect(openStore(url.href)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('the server has no connection left'),
      hint: hintSaying('max_connections'),
    });
    await run(database.url, `drop role ${role}`);
  });

  it('is administered like a file, but backed up with tools of its own', async () => {
    const admin = await openAdmin(database.url, { clock: manualClock() });
    try {
      await createTeam(admin, 'ours', 5);
      expect(await listTeams(admin)).toMatchObject([{ name: 'ours', quota: 5 }]);
      await expect(backUp(admin, '/tmp/never')).rejects.toMatchObject({
        code: 'input',
        hint: expect.stringContaining('pg_dump'),
      });
    } finally {
      await admin.store.close();
    }
  });

  it('is checked for rows that fit nothing', async () => {
    const at = Date.UTC(2026, 10, 21);
    await run(
      database.url,
      `insert into teams values ('t', 't', null, 0);
       insert into entries (batch_id, position, email, cache_key, cost, status)
       values ('none', 0, 'a@x.test', 'a@x.test', 0, 'pending');
       insert into results (id, text, created_at) values (1, '{"valid":1}', 0);
       insert into verifications (team_id, email, at, result_id, checked_at)
       values ('t', 'a@x.test', ${at}, 1, 0), ('t', 'a@x.test', ${at}, 2, 0),
         ('other', 'a@x.test', ${at}, 1, 0)`,
    );
    expect(await problemsOf(database.url)).toEqual([
      '1 rows of entries have no row of batches',
      '1 rows of verifications have no row of teams',
      '1 results are damaged',
      '1 rows of verifications have lost their result',
    ]);
  });
});
