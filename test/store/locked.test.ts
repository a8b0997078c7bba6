import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
let store: Store;

beforeEach(async () => {
  store = await openStore(folder.path('service.db'), { waitMs: 50 });
  await store.teams.create({ id: 'team_1', name: 'ours', quota: null, createdAt: 1 });
  await record('ada@x.test');
});
afterEach(async () => {
  await store.close();
});

function record(email: string): Promise<boolean> {
  return store.team('team_1').recordVerification({ email, result: foundResult(), at: 1 });
}

describe('while another program holds the write lock', () => {
  let other: DatabaseSync;

  beforeEach(() => {
    other = new DatabaseSync(folder.path('service.db'));
    other.exec('begin immediate');
  });
  afterEach(() => other.close());

  it('reads are answered, also those that come behind writes', async () => {
    const writes = [1, 2, 3].map((n) => store.teams.setQuota('ours', n).catch(() => 'busy'));
    expect(await store.teams.findByName('ours')).toMatchObject({ id: 'team_1' });
    expect(await store.team('team_1').listBatches({ limit: 1, skip: 0 })).toEqual([]);
    expect(await store.team('team_1').listVerifications({ limit: 1, skip: 0 })).toHaveLength(1);
    expect(await Promise.all(writes)).toEqual(['busy', 'busy', 'busy']);
  });

  it('writes that wait together fail together, and not one after the other', async () => {
    await store.close();
    store = await openStore(folder.path('service.db'), { waitMs: 1000 });
    const began = performance.now();
    const writes = Array.from({ length: 300 }, (_, n) =>
      n % 2 ? record(`n${n}@x.test`) : store.teams.setQuota('ours', n),
    );
    for (const { reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ name: 'StoreError', kind: 'busy' });
    }
    // One after the other they would take 300 times the wait.
    expect(performance.now() - began).toBeLessThan(150_000);
  });

  it('a write goes on as soon as the lock is given back', async () => {
    const written = record('late@x.test');
    other.exec('rollback');
    await written;
    expect(await store.team('team_1').listVerifications({ limit: 9, skip: 0 })).toHaveLength(2);
  });
});

it('nothing is written to a database file that was moved away', async () => {
  await store.ping();
  renameSync(folder.path('service.db'), folder.path('elsewhere.db'));
  const away = { name: 'StoreError', kind: 'away', message: expect.stringContaining('moved') };
  await expect(store.ping()).rejects.toMatchObject(away);
  await expect(record('lost@x.test')).rejects.toMatchObject(away);
  await expect(store.teams.setQuota('ours', 5)).rejects.toMatchObject(away);
  renameSync(folder.path('elsewhere.db'), folder.path('service.db'));
  await record('kept@x.test');
});
