import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoreError } from '../../src/service/store-error.ts';
import { GroupCommit } from '../../src/store/sqlite/address-writers.ts';
import { Writer } from '../../src/store/sqlite/writer.ts';

let file: DatabaseSync;
let writer: Writer;
let groups: (readonly number[])[];

beforeEach(() => {
  file = new DatabaseSync(':memory:');
  file.exec('create table numbers (number integer not null check (number >= 0))');
  writer = new Writer(file);
  groups = [];
});
afterEach(() => file.close());

function open(weight?: (item: number) => number) {
  const insert = file.prepare('insert into numbers values (?)');
  return new GroupCommit<number, number>(writer, {
    write: (items) =>
      items.map((item) => {
        insert.run(item);
        return item * 2;
      }),
    onCommit: (items) => groups.push(items),
    ...(weight && { weight }),
  });
}

function stored(): unknown[] {
  return file
    .prepare('select number from numbers')
    .all()
    .map(({ number }) => number);
}

it('what comes in one turn is one transaction, and each gets its own result', async () => {
  const commits = open();
  expect(await Promise.all([1, 2, 3].map((item) => commits.add(item)))).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2, 3]]);
  expect(stored()).toEqual([1, 2, 3]);
});

it('a transaction ends with the item that brings it to 2000 rows', async () => {
  const commits = open((item) => item);
  await Promise.all([500, 1000, 700, 3000, 1].map((item) => commits.add(item)));
  expect(groups).toEqual([[500, 1000, 700], [3000], [1]]);
});

it('others have a turn of the event loop after 500 rows', async () => {
  const commits = open((item) => item);
  const all = Promise.all([200, 200, 200, 700, 1].map((item) => commits.add(item)));
  const seen = [];
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn();
    seen.push(stored());
  }
  expect(seen).toEqual([
    [200, 200, 200],
    [200, 200, 200, 700],
    [200, 200, 200, 700, 1],
    [200, 200, 200, 700, 1],
  ]);
  await all;
  expect(groups).toEqual([[200, 200, 200, 700, 1]]);
});

it('a transaction ends early where somebody waits for the connection', async () => {
  const commits = open((item) => item);
  const all = Promise.all([600, 600, 600].map((item) => commits.add(item)));
  await nextTurn();
  await writer.run(() => file.exec('insert into numbers values (1)'));
  expect(groups).toEqual([[600]]);
  await all;
  expect(groups).toEqual([[600], [600, 600]]);
  expect(stored()).toEqual([600, 1, 600, 600]);
});

it('nothing of a transaction is left where a later slice fails', async () => {
  const commits = new GroupCommit<number, number>(writer, {
    write: (items) =>
      items.map((item) => {
        if (item === 2) throw new StoreError('full', 'no room');
        file.exec('insert into numbers values (1)');
        return item;
      }),
    weight: () => 500,
  });
  const added = await Promise.allSettled([1, 2].map((item) => commits.add(item)));
  expect(added.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(stored()).toEqual([]);
});

it('an item that can not be written takes no other with it', async () => {
  const commits = open();
  const added = await Promise.allSettled([1, -1, 2].map((item) => commits.add(item)));
  expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored()).toEqual([1, 2]);
});

it('a database that can not be written fails all that wait', async () => {
  const commits = new GroupCommit<number, void>(writer, {
    write: () => {
      throw new StoreError('full', 'no room');
    },
  });
  const added = await Promise.allSettled([1, 2].map((item) => commits.add(item)));
  expect(added.map((each) => each.status === 'rejected' && each.reason)).toEqual([
    expect.any(StoreError),
    expect.any(StoreError),
  ]);
});
