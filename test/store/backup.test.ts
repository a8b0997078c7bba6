import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { eachTest } from '../support/each-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
const store = eachTest(() => openStore(folder.path('service.db')));

beforeEach(async () => {
  await store.teams.create({ id: 'team_1', name: 'ours', quota: 7, createdAt: 1 });
});

it('a backup is a database of its own that only its owner reads', async () => {
  const path = folder.path('copy.db');
  await store.backup(path);
  await store.teams.setQuota('ours', 8);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const copy = await openStore(path);
  expect(await copy.teams.findByName('ours')).toMatchObject({ quota: 7 });
  await copy.close();
});

it.each(['copy.db', 'copy.db.partial'])('a backup replaces no file (%s)', async (taken) => {
  const path = folder.path('copy.db');
  writeFileSync(folder.path(taken), 'theirs');
  await expect(store.backup(path)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining('exists already'),
  });
  expect(statSync(folder.path(taken)).size).toBe(6);
});

it('a backup that fails leaves nothing', async () => {
  await expect(store.backup(folder.path('none/copy.db'))).rejects.toMatchObject({ code: 'input' });
  const files = readdirSync(dirname(folder.path('x')));
  expect(files.filter((name) => name.startsWith('copy'))).toEqual([]);
});
