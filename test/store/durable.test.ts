import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = Date.UTC(2026, 10, 21);
const MONTH = '2026-11';
const BY = { actor: 'ada@x.test', at: NOW };
const NORMAL = 1;
const FULL = 2;
/** Tables, each of which is written by one of the operations below. */
const WATCHED = ['batches', 'verifications', 'api_keys', 'reservations'];

const folder = eachTest(temporaryFolder);
let store: Store;
let file: DatabaseSync;

beforeEach(async () => {
  const path = folder.path('service.db');
  store = await openStore(path);
  await store.teams.create({ id: 'team_1', name: 'ours', quota: null, createdAt: NOW });
  file = new DatabaseSync(path);
  file.exec('create table levels (watched text, level integer)');
  // Each transaction notes how SQLite will commit it.
  for (const table of WATCHED) {
    file.exec(`
      create trigger watch_${table} after insert on ${table}
      begin insert into levels select '${table}', synchronous from pragma_synchronous; end`);
  }
});
afterEach(async () => {
  await store.close();
  file.close();
});

function levels(): [unknown, unknown][] {
  return file
    .prepare('select watched, level from levels')
    .all()
    .map(({ watched, level }) => [watched, level]);
}

const createBatch = (id: string) =>
  store.team('team_1').createBatch({
    id,
    createdAt: NOW,
    month: MONTH,
    entries: [{ email: 'a@x.test', cacheKey: 'a@x.test', cost: 1 }],
  });
const verification = { email: 'a@x.test', result: foundResult(), at: NOW };

it('a batch that was created survives a power cut; what is verified can be verified again', async () => {
  await createBatch('b1');
  await store.team('team_1').recordVerification(verification);
  await createBatch('b2');
  await store.team('team_1').reserve({ id: 'r', month: MONTH, count: 1, expiresAt: NOW });
  expect(levels()).toEqual([
    ['batches', FULL],
    ['verifications', NORMAL],
    ['batches', FULL],
    ['reservations', NORMAL],
  ]);
});

it('a verification whose request has a name survives as well', async () => {
  const request = { key: 'idem', hash: 'hash', at: NOW, expiresAt: NOW + 9 };
  await store.team('team_1').recordVerification({ ...verification, request });
  await store.team('team_1').recordVerification(verification);
  expect(levels()).toEqual([
    ['verifications', FULL],
    ['verifications', NORMAL],
  ]);
});

it('so does a key, which is shown once', async () => {
  const key = { id: 'key_1', teamId: 'team_1', label: null, hash: 'k', lastFour: 'abcd' };
  await store.members('team_1').createKey({ ...key, createdAt: NOW }, BY);
  expect(levels()).toEqual([['api_keys', FULL]]);
});

it('after a batch that is refused, commits are as before', async () => {
  await store.teams.setQuota('ours', 0);
  expect(await createBatch('b1')).toBe('over_quota');
  await store.team('team_1').recordVerification(verification);
  expect(levels()).toEqual([['verifications', NORMAL]]);
});
