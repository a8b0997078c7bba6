import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  adoptListFolder,
  claimListFolder,
  ownListFolder,
  placeOf,
} from '../../src/composition/list-folder.ts';
import { startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eachTest } from '../support/each-test.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const temporary = eachTest(temporaryFolder);
let stores: Store[];

beforeEach(() => {
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
});

const path = (name: string) => temporary.path(name);
const folderOf = (database: string, name = 'lists') => ({
  database: path(database),
  listFolder: path(name),
});

const claim = async (store: Store, settings: ReturnType<typeof folderOf>) =>
  (await claimListFolder(store, settings)).owner;
const own = async (store: Store, settings: ReturnType<typeof folderOf>) =>
  (await ownListFolder(store, settings)).owner;

/** A database that has some lists, with their files. */
async function open(name: string, lists: readonly string[] = []): Promise<Store> {
  const store = await openStore(path(name));
  stores.push(store);
  return {
    ...store,
    listFolderIds: { ...store.listFolderIds, withFiles: async () => lists },
    listQueue: { ...store.listQueue, ids: async () => new Set(lists) },
  };
}

function fill(names: readonly string[], folder = 'lists'): void {
  mkdirSync(path(folder), { recursive: true });
  for (const name of names) writeFileSync(path(`${folder}/${name}`), name);
}

describe('a folder of lists', () => {
  it('belongs to the database that made it, at each start and in each process', async () => {
    const store = await open('a.db');
    const id = await claim(store, folderOf('a.db'));
    expect(readFileSync(path('lists/owner'), 'utf8')).toBe(`${id}\n${path('a.db')}\n`);
    const beside = await open('a.db', ['list_a']);
    expect(await claim(beside, folderOf('a.db'))).toBe(id);
    expect(await own(beside, folderOf('a.db'))).toBe(id);
  });

  it('is refused to another database, which names both and how to adopt it', async () => {
    await claim(await open('a.db'), folderOf('a.db'));
    fill(['list_a.rows']);
    const refusal = {
      code: 'config',
      message: `The folder ${path('lists')} belongs to the database ${path('a.db')}, not to ${path('b.db')}`,
      hint: expect.arrayContaining([
        {
          code: 'admin',
          command: `lists adopt --database ${path('b.db')} --lists ${path('lists')}`,
        },
      ]),
    };
    const other = await open('b.db');
    await expect(claim(other, folderOf('b.db'))).rejects.toMatchObject(refusal);
    await expect(own(other, folderOf('b.db'))).rejects.toMatchObject(refusal);
    // Nor has it left its mark in the database: its own folder is a new one.
    await claim(other, folderOf('b.db', 'b.lists'));
    expect(readdirSync(path('lists'))).toEqual(['list_a.rows', 'owner']);
  });

  it('is refused to a copy of its database, while both are there', async () => {
    const store = await open('a.db');
    await claim(store, folderOf('a.db'));
    await store.backup(path('copy.db'));
    const copy = await open('copy.db');
    await expect(claim(copy, folderOf('copy.db'))).rejects.toMatchObject({
      message: expect.stringContaining(`belongs to the database ${path('a.db')}`),
    });
    await claim(store, folderOf('a.db'));
  });

  it('follows its database to another place, and takes an earlier one in its place', async () => {
    const store = await open('a.db');
    const id = await claim(store, folderOf('a.db'));
    await store.backup(path('earlier.db'));
    await store.close();
    renameSync(path('a.db'), path('moved.db'));
    const moved = await open('moved.db');
    expect(await claim(moved, folderOf('moved.db'))).toBe(id);
    await moved.close();
    copyFileSync(path('earlier.db'), path('moved.db'));
    for (const ending of ['-wal', '-shm']) rmSync(path(`moved.db${ending}`), { force: true });
    expect(await claim(await open('moved.db'), folderOf('moved.db'))).toBe(id);
  });

  it.each([
    ['missing', () => {}],
    ['empty, as a place where no disk is mounted', () => fill([])],
    ['a new disk', () => fill(['lost+found', '.DS_Store'])],
  ])('is refused where the database has lists and the folder is %s', async (_, make) => {
    const store = await open('a.db', ['list_a', 'list_b']);
    make();
    const refusal = {
      code: 'config',
      message: `The 2 lists of this database, ${path('a.db')}, are not in ${path('lists')}`,
    };
    await expect(claim(store, folderOf('a.db'))).rejects.toMatchObject(refusal);
    await expect(own(store, folderOf('a.db'))).rejects.toMatchObject(refusal);
  });

  it.each([['list_b.rows'], ['list_a.rows.bak'], ['upload.csv']])(
    'without an owner is refused for a file that the database does not know: %s',
    async (name) => {
      const store = await open('a.db', ['list_a']);
      fill(['list_a.rows', 'list_a.sqlite', name]);
      await expect(claim(store, folderOf('a.db'))).rejects.toMatchObject({
        code: 'config',
        message: expect.stringContaining(`does not know its file ${name}`),
      });
      expect(readdirSync(path('lists'))).not.toContain('owner');
    },
  );

  it('without an owner is taken where it has lists of the database alone', async () => {
    const store = await open('a.db', ['list_a', 'list_b']);
    fill(['list_a.rows', 'list_a.sqlite', 'list_a.sqlite-wal']);
    const id = await claim(store, folderOf('a.db'));
    expect(await store.listFolderIds.find()).toBe(id);
  });

  it('is made again where the database has no list', async () => {
    const store = await open('a.db');
    const id = await claim(store, folderOf('a.db'));
    rmSync(path('lists'), { recursive: true });
    expect(await own(store, folderOf('a.db'))).toBeUndefined();
    expect(await claim(store, folderOf('a.db'))).toBe(id);
  });

  it('belongs to one of two databases that begin with it at once', async () => {
    const both = [await open('a.db'), await open('b.db')];
    const names = ['a.db', 'b.db'];
    const claims = await Promise.allSettled(
      both.map((store, at) => claim(store, folderOf(names[at] ?? ''))),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is adopted on purpose: from then on it is refused to the other one', async () => {
    const [first, second] = [await open('a.db'), await open('b.db')];
    await claim(first, folderOf('a.db'));
    const id = await adoptListFolder(second.listFolderIds, placeOf(folderOf('b.db')));
    expect(await claim(second, folderOf('b.db'))).toBe(id);
    await expect(claim(first, folderOf('a.db'))).rejects.toMatchObject({
      message: expect.stringContaining(`belongs to the database ${path('b.db')}`),
    });
  });
});

it('a service with a mistyped database deletes no list, and ends with 3', async () => {
  const deps = { clock: systemClock, random: () => 0.5, verifier: fakeVerifier() };
  const settings = { host: '127.0.0.1', port: 0, lists: path('lists') };
  const service = await startService({ ...settings, database: path('mail.db') }, deps);
  await service.close();
  fill(['list_a.rows', 'list_a.sqlite', 'list_a.original']);
  const before = readdirSync(path('lists'));
  await expect(
    startService({ ...settings, database: path('mial.db') }, deps),
  ).rejects.toMatchObject({ code: 'config' });
  const named = ['--database', path('mial.db'), '--lists', path('lists')];
  const { exitCode, stderr } = await runCli(['serve', '--port', '0', ...named]);
  expect(exitCode).toBe(3);
  expect(stderr).toContain(`${path('mail.db')}, not to ${path('mial.db')}`);
  expect(stderr).toContain(`mailvet admin lists adopt ${named.join(' ')}`);
  for (const command of [['forget', 'a@x.com', '--yes'], ['check'], ['backup', path('copy.db')]])
    expect((await runCli(['admin', ...command, ...named])).exitCode).toBe(3);
  expect(readdirSync(path('lists'))).toEqual(before);
  const adopted = await runCli(['admin', 'lists', 'adopt', ...named, '--json']);
  expect(JSON.parse(adopted.stdout)).toMatchObject({ lists: 0, missing: 0, unknown: 1 });
});
