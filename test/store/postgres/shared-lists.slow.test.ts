import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SharedList, SharedLists } from '../../../src/service/lists/shared-lists.ts';
import type { Store } from '../../../src/service/ports.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { emptyTables, migratedDatabase, type TestDatabase } from '../../support/postgres.ts';
import { withClient } from '../../support/postgres-template.ts';

const BY = { actor: 'ada@example.com', at: 1000 };
const FILES = { rows: 'r1', addresses: 'a1' };
const LEASE = 60_000;

let database: TestDatabase;
let store: Store;
let shared: SharedLists;

afterAll(() => database?.dispose());
beforeEach(async () => {
  database ??= await migratedDatabase();
  store = await openStore(database.url);
  if (!store.sharedLists) throw new Error('PostgreSQL shares lists');
  shared = store.sharedLists;
  await store.teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: 0 });
  await newList('one');
});
afterEach(async () => {
  await store.close();
  await emptyTables(database.url);
});

async function newList(id: string): Promise<void> {
  await store.lists('ours').create({ id, name: 'contacts.csv', size: 1 }, 1e9, BY);
}

async function published(id = 'one'): Promise<SharedList> {
  for (const file of [FILES.rows, FILES.addresses]) await write(id, file, 0, `${file} of ${id}`);
  expect(await shared.publish(id, FILES, undefined)).toBe(true);
  return found(id);
}

async function found(id = 'one'): Promise<SharedList> {
  const list = await shared.find(id);
  if (!list) throw new Error('there is no such list');
  return list;
}

const write = (listId: string, file: string, number: number, text: string) =>
  shared.writePiece({ listId, file, number, bytes: Buffer.from(text) });

async function read(file: string, number = 0, listId = 'one'): Promise<string | undefined> {
  const bytes = await shared.readPiece({ listId, file, number });
  return bytes && Buffer.from(bytes).toString();
}

const run = (text: string, values: readonly unknown[] = []) =>
  withClient(database.url, (client) => client.query(text, [...values]));

describe('lists in PostgreSQL', () => {
  it('are there when their files are published, once', async () => {
    await write('one', 'r1', 0, 'a\0b');
    await write('one', 'r1', 1, 'c');
    expect(await shared.find('one')).toBeUndefined();
    expect(await shared.publish('one', FILES, undefined)).toBe(true);
    expect(await shared.publish('one', { rows: 'r2', addresses: 'a2' }, undefined)).toBe(false);
    expect(await shared.all()).toEqual([{ listId: 'one', ...FILES, changes: 0 }]);
    expect([await read('r1'), await read('r1', 1), await read('r1', 2)]).toEqual([
      'a\0b',
      'c',
      undefined,
    ]);
  });

  it('take a change from whom knows them as they are, and from nobody else', async () => {
    const first = await published();
    expect(await shared.change(first, { key: 'x', body: '1' })).toBe(true);
    expect(await shared.change(first, { key: 'y', body: '2' })).toBe(false);
    expect(await shared.change(await found(), { key: 'y', body: '2' })).toBe(true);
    expect(await shared.changesAfter(first, 10)).toEqual([
      { number: 1, body: '1' },
      { number: 2, body: '2' },
    ]);
  });

  it('have the last of the changes with one key, at its place in the order', async () => {
    const first = await published();
    await shared.change(first, { key: 'x', body: 'some' });
    await shared.change(await found(), { key: 'y', body: 'other' });
    await shared.change(await found(), { key: 'x', body: 'all' });
    expect(await shared.changesAfter(first, 10)).toEqual([
      { number: 2, body: 'other' },
      { number: 3, body: 'all' },
    ]);
    expect(await shared.changesAfter({ ...first, changes: 2 }, 10)).toHaveLength(1);
    expect(await shared.changesAfter(first, 1)).toHaveLength(1);
  });

  it('lose what they were when other files are published, and what came since', async () => {
    const first = await published();
    await shared.change(first, { key: 'x', body: '1' });
    await write('one', 'a2', 0, 'new');
    const files = { rows: FILES.rows, addresses: 'a2' };
    expect(await shared.publish('one', files, first)).toBe(false);
    expect(await read('a1')).toBe('a1 of one');
    expect(await shared.publish('one', files, await found())).toBe(true);
    expect(await found()).toEqual({ listId: 'one', ...files, changes: 2 });
    expect(await shared.changesAfter(first, 10)).toEqual([]);
    expect([await read('r1'), await read('a1'), await read('a2')]).toEqual([
      'r1 of one',
      undefined,
      'new',
    ]);
  });

  it('are deleted in steps, and with their row', async () => {
    await published();
    for (let number = 1; number <= 60; number++) await write('one', 'r1', number, 'x');
    expect(await shared.remove('one')).toBe(false);
    expect(await shared.find('one')).toBeDefined();
    expect(await shared.remove('one')).toBe(true);
    expect([await shared.find('one'), await read('r1')]).toEqual([undefined, undefined]);
    await newList('two');
    await shared.change(await published('two'), { key: 'x', body: '1' });
    await run("delete from lists where id = 'two'");
    expect(await shared.find('two')).toBeUndefined();
    await expect(write('two', 'r1', 0, 'late')).rejects.toThrow();
  });

  it('lose pieces that nobody has published', async () => {
    await published();
    await write('one', 'cut off', 0, 'x');
    await shared.sweep(LEASE);
    expect(await read('cut off')).toBe('x');
    await run('update shared_list_pieces set written_at = written_at - $1', [2 * LEASE]);
    await shared.sweep(LEASE);
    expect(await read('cut off')).toBeUndefined();
    expect(await read('r1')).toBe('r1 of one');
  });
});

describe('the claim of a list', () => {
  const expire = () => run('update shared_lists set claimed_until = 1');

  it('is one node’s until it gives it back', async () => {
    await published();
    expect(await shared.claim(['one'], 'a', LEASE)).toEqual(new Map([['one', 1]]));
    expect(await shared.claim(['one'], 'b', LEASE)).toEqual(new Map());
    expect(await shared.claim(['one'], 'a', LEASE)).toEqual(new Map([['one', 1]]));
    await shared.release('a');
    expect(await shared.claim(['one'], 'b', LEASE)).toEqual(new Map([['one', 2]]));
  });

  it('ends with its lease, and has another number at another node', async () => {
    await published();
    await shared.claim(['one'], 'a', LEASE);
    await expire();
    expect(await shared.claim(['one'], 'a', LEASE)).toEqual(new Map([['one', 1]]));
    await expire();
    expect(await shared.claim(['one'], 'b', LEASE)).toEqual(new Map([['one', 2]]));
    await expire();
    expect(await shared.claim(['one'], 'a', LEASE)).toEqual(new Map([['one', 3]]));
  });

  it('is anybody’s where nothing of the list lies here', async () => {
    await newList('two');
    await published('two');
    for (const node of ['a', 'b']) {
      expect((await shared.claim(['one', 'two'], node, LEASE)).get('one')).toBe(0);
    }
    expect(await shared.claim([], 'a', LEASE)).toEqual(new Map());
  });

  it('goes to one of two nodes that ask at once', async () => {
    await published();
    const asked = ['a', 'b', 'c', 'd'].map((node) => shared.claim(['one'], node, LEASE));
    expect((await Promise.all(asked)).flatMap((map) => [...map])).toEqual([['one', 1]]);
  });

  it('lets its holder alone send a portion', async () => {
    const content = {
      form: {
        format: 'csv',
        encoding: 'utf-8',
        delimiter: ',',
        sheet: null,
        header: null,
        columns: [0],
      },
      counts: { rows: 2, distinct: 2, duplicates: 0, unusable: 0, empty: 0, suggestions: 0 },
      verdicts: { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 },
      portions: 2,
      size: 1,
    };
    await published();
    await store.lists('ours').start('one', { content, maxBytes: 1e9 }, BY);
    const send = (portion: number, claim: number) =>
      store.team('ours').createBatch({
        id: `batch_${portion}`,
        createdAt: 0,
        month: '2026-11',
        entries: [{ email: 'a@x.com', cacheKey: 'a@x.com', cost: 1 }],
        list: { listId: 'one', portion, claim },
      });
    await shared.claim(['one'], 'a', LEASE);
    expect(await send(1, 1)).toMatchObject({ id: 'batch_1' });
    await expire();
    await shared.claim(['one'], 'b', LEASE);
    expect(await send(2, 1)).toBe('not_due');
    expect(await send(2, 2)).toMatchObject({ id: 'batch_2' });
  });
});

describe('the place of the lists', () => {
  it('is the first that was settled, until it is changed', async () => {
    expect(await shared.place()).toBeUndefined();
    expect(await shared.settlePlace('database')).toBe('database');
    expect(await shared.settlePlace('a folder')).toBe('database');
    expect(await shared.changePlace('a folder', 'another')).toBe(false);
    expect(await shared.changePlace('database', 'a folder')).toBe(true);
    expect(await shared.place()).toBe('a folder');
  });
});
