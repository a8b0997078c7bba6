import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { problemsOf } from '../support/problems-of.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let store: Store;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openStore(folder.path('service.db'));
  await store.teams.create({ id: 'ours', name: 'ours', quota: 5, createdAt: 0 });
});
afterEach(async () => {
  await store.close();
  folder.dispose();
});

it('wrong counts of storage are found by a check', async () => {
  const file = new DatabaseSync(folder.path('service.db'));
  file.exec(`insert into team_storage values ('ours', 'batches', 9)`);
  file.close();
  expect(await problemsOf(folder.path('service.db'))).toEqual([
    'the sums of stored bytes do not match the rows',
  ]);
});
