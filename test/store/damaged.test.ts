import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMailvetError } from '../../src/lib/errors.ts';
import type { Store } from '../../src/service/ports.ts';
import { StoreError } from '../../src/service/store-error.ts';
import { openStore } from '../../src/store/open-store.ts';
import { foundResult } from '../support/found-result.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { writeDamagedCopy } from './damaged-file.ts';

const TRIALS = 150;
const PAGE = { limit: 50, skip: 0 };

let folder: TemporaryFolder;

beforeAll(async () => {
  folder = temporaryFolder();
  const store = await openStore(folder.path('whole.db'));
  await fill(store);
  await store.close();
});
afterAll(() => folder.dispose());

async function fill(store: Store): Promise<void> {
  await store.teams.create({ id: 'team_1', name: 'ours', quota: 5000, createdAt: 1 });
  await store.members('team_1').createKey(key('key_1', 'hash_1'), { actor: 'test', at: 1 });
  const addresses = Array.from({ length: 300 }, (_, n) => `address${n}@example.com`);
  const team = store.team('team_1');
  const history = addresses.map((email, at) => {
    return team.recordVerification({
      email,
      result: foundResult(),
      at,
      keep: { key: email, expiresAt: 9e12 },
    });
  });
  await Promise.all(history);
  await team.createBatch(batch('batch_1', addresses));
}

function key(id: string, hash: string) {
  return { id, teamId: 'team_1', label: null, hash, lastFour: 'abcd', createdAt: 1 };
}

function batch(id: string, addresses: readonly string[]) {
  const entries = addresses.map((email) => ({ email, cacheKey: email, cost: 1 }));
  return { id, createdAt: 1, month: '2026-11', entries };
}

function damagedCopy(trial: number): string {
  const path = folder.path(`damaged-${trial}.db`);
  writeDamagedCopy(folder.path('whole.db'), path, trial);
  return path;
}

/** All that a service asks of its store, each on its own. */
function uses(store: Store): (() => Promise<unknown>)[] {
  const team = store.team('team_1');
  const reports = store.reports('team_1');
  const { parts } = store;
  const email = 'address7@example.com';
  const keep = { key: email, expiresAt: 9e12 };
  return [
    () => store.keys.findByHash('hash_1'),
    () => store.cache.findOne('team_1', email, 1),
    () => store.cache.find('team_1', [email, 'address8@example.com'], 1),
    () => team.recordVerification({ email, result: foundResult(), at: 1, keep }),
    () => team.listVerifications(PAGE),
    () => team.listBatches(PAGE),
    () => team.findBatch('batch_1'),
    () => team.createBatch(batch('batch_2', [email])),
    () => team.cancelBatch('batch_1'),
    () => parts.claim({ owner: 'us', queue: parts.queueOf('team_1') }),
    () => parts.pending({ claim: 'batch_1', batchId: 'batch_1', owner: 'us' }),
    () => parts.depth(),
    () => reports.search({ text: 'address', page: PAGE }),
    () => reports.search({ text: 'nobody', page: PAGE }),
    async () => {
      for await (const slice of reports.searchAll('')) expect(slice.length).toBeGreaterThan(-1);
    },
    () => reports.days({ since: 0, until: 1 }),
    () => store.teams.list('2026-11'),
    () => store.cache.sweep(9e13),
    () => store.retention.sweepHistory(10),
    () => store.ping(),
  ];
}

async function useAll(path: string): Promise<unknown[]> {
  const store = await openStore(path, { waitMs: 100 });
  const errors: unknown[] = [];
  for (const use of uses(store)) {
    await use().catch((error) => errors.push(error));
    await nextTurn();
  }
  await store.close();
  return errors;
}

it(`${TRIALS} damaged files end in no uncaught error, and say that they are damaged`, async () => {
  const others: unknown[] = [];
  let damaged = 0;
  for (let trial = 1; trial <= TRIALS; trial++) {
    const path = damagedCopy(trial);
    const errors = await useAll(path).catch((error) => [error]);
    const isOurs = (error: unknown) =>
      error instanceof StoreError || isMailvetError(error, 'config', 'input');
    if (errors.length > 0) damaged++;
    others.push(...errors.filter((error) => !isOurs(error)));
  }
  expect(damaged).toBeGreaterThan(TRIALS / 2);
  expect(others).toEqual([]);
});

it('a file that is no database any more is refused with what to do', async () => {
  const path = folder.path('cut.db');
  writeFileSync(path, readFileSync(folder.path('whole.db')).subarray(0, 5000));
  await expect(openStore(path)).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining('damaged'),
    hint: hintSaying('admin check'),
  });
});
