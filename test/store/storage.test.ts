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
  await store.suppressions('ours').add(['a@x.test'], 0);
});
afterEach(async () => {
  await store.close();
  folder.dispose();
});

it('wrong counts of storage are found by a check, and corrected by the sweep', async () => {
  const file = new DatabaseSync(folder.path('service.db'));
  file.exec(
    `update team_storage set bytes = 5; insert into team_storage values ('ours', 'batches', 9)`,
  );
  file.close();
  expect(await problemsOf(folder.path('service.db'))).toEqual([
    'the sums of stored bytes do not match the rows',
  ]);
  expect(await store.retention.recountStorage()).toBe(2);
  const { stored } = await store.storage('ours').find();
  expect(stored).toMatchObject({ suppressions: 116, batches: 0 });
  expect(await problemsOf(folder.path('service.db'))).toEqual([]);
});
