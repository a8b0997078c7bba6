import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { checkCopyPlace, copyLists } from '../../../src/lists/folder/copy-lists.ts';
import { openListFiles } from '../../../src/lists/thread/open-list-files.ts';
import { twoSheets } from '../../formats/workbook/made-workbook.ts';
import { eachTest } from '../../support/each-test.ts';
import { THREADS } from '../../support/list-world.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);

const openFiles = (name: string) =>
  openListFiles({ path: folder.path(name) }, new AbortController().signal, THREADS);

it('copies lists as they are, for their owner alone', async () => {
  const files = openFiles('lists');
  await writeFile(folder.path('given'), 'email\na@x.com\n');
  await using given = await open(folder.path('given'));
  await files.read('list_1', { fd: given.fd, name: 'list.csv', column: '' });
  await files.store('list_1', [{ email: 'a@x.com', result: null, error: 'failed' }]);
  expect(copyLists(folder.path('lists'), folder.path('copy'))).toBe(1);
  const modes = readdirSync(folder.path('copy')).map(
    (name) => statSync(folder.path(`copy/${name}`)).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o600]);
  const [entry] = await openFiles('copy').entries('list_1', { search: '', skip: 0, limit: 1 });
  expect(entry).toMatchObject({ text: 'a@x.com', verdict: 'unknown', reason: 'error' });
});

it('copies and counts the workbook of a list whose other sheets may be wanted', async () => {
  const files = openFiles('lists');
  await writeFile(folder.path('given'), twoSheets());
  await using given = await open(folder.path('given'));
  await files.read('list_1', { fd: given.fd, name: 'fair.xlsx', column: '' });
  const bytes = twoSheets().length;
  const whole = (await files.sizes(['list_1'])).get('list_1') ?? 0;
  expect(copyLists(folder.path('lists'), folder.path('copy'))).toBe(1);
  const copy = openFiles('copy');
  expect(await copy.hasOriginal('list_1')).toBe(true);
  const { mode, size } = statSync(folder.path('copy/list_1.original'));
  expect([mode & 0o777, size]).toEqual([0o600, bytes]);
  rmSync(folder.path('lists/list_1.original'));
  expect((await files.sizes(['list_1'])).get('list_1')).toBe(whole - bytes);
});

it('copies nothing where there are no lists', () => {
  expect(copyLists(folder.path('missing'), folder.path('copy'))).toBe(0);
  mkdirSync(folder.path('empty'));
  expect(copyLists(folder.path('empty'), folder.path('copy'))).toBe(0);
  expect(readdirSync(folder.path('.'))).toEqual(['empty']);
});

it('never meets other lists', () => {
  checkCopyPlace(folder.path('copy'));
  mkdirSync(folder.path('copy'));
  checkCopyPlace(folder.path('copy'));
  writeFileSync(folder.path('copy/list_1.rows'), '');
  expect(() => checkCopyPlace(folder.path('copy'))).toThrow('exists already');
});
