import { gzipSync, zstdCompressSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { findTeam } from '../../src/service/teams/teams.ts';
import { twoSheets } from '../formats/workbook/made-workbook.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { type Seen, textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());

const TEXT = Buffer.from('name,email\nAnn,ann@x.com\nBen,ben@x.com\n');
const zip = (files: Record<string, string>) =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  );

async function upload(bytes: Uint8Array, name: string): Promise<Seen> {
  return owner.post('/lists', { list: new File([new Uint8Array(bytes)], name) });
}

it.each([
  ['contacts.csv.gz', gzipSync(TEXT)],
  ['contacts.csv.zst', zstdCompressSync(TEXT)],
  ['contacts.zip', zip({ 'a/contacts.csv': TEXT.toString(), '__MACOSX/._contacts.csv': 'x' })],
])('%s is read as what is in it', async (name, bytes) => {
  const answer = await upload(bytes, name);
  await world.lists.finish();
  const path = answer.headers.get('Location') ?? '';
  expect(textOf(await owner.get(path))).toContain('2 addresses in 2 rows, column “email”');
  const file = await owner.get(`${path}/download?format=csv&columns=verdict`);
  expect(file.body).toBe(
    'name,email,verdict\nAnn,ann@x.com,deliverable\nBen,ben@x.com,deliverable\n',
  );
  expect(file.headers.get('Content-Disposition')).toContain('contacts.verified.csv');
});

it('an archive of several lists is one of them, and the others are offered as sheets are', async () => {
  const files = {
    'README.txt': 'read me',
    'may.csv': 'email\nann@x.com\n',
    'june.csv': 'email\nben@x.com\n',
  };
  const answer = await upload(zip(files), 'spring.zip');
  await world.lists.finish();
  const path = answer.headers.get('Location') ?? '';
  const page = textOf(await owner.get(path));
  expect(page).toContain('“june.csv”');
  expect((await owner.get(`${path}/download?format=csv&columns=none`)).body).toBe(
    'email\nann@x.com\n',
  );
});

it('another list of an archive becomes a list of its own', async () => {
  const bytes = zip({ 'may.csv': 'email\nann@x.com\n', 'june.csv': 'email\nben@x.com\n' });
  const list = new File([new Uint8Array(bytes)], 'spring.zip');
  const answer = await owner.post('/lists', { list, review: 'yes' });
  const path = (answer.headers.get('Location') ?? '').replace(/\/start$/, '');
  expect(textOf(await owner.get(`${path}/start`))).toContain('“june.csv”');
  await owner.post(`${path}/start`, { sheet: 'june.csv' });
  await world.lists.finish();
  const team = await findTeam(world.context, 'default');
  const lists = await world.context.store.lists(team.id).list({ limit: 9, skip: 0 });
  expect(lists.map(({ name, counts }) => [name, counts?.distinct])).toEqual([
    ['spring (june.csv).zip', 1],
    ['spring.zip', 1],
  ]);
});

it('a file counts as storage as long as it is kept', async () => {
  const team = await findTeam(world.context, 'default');
  const lists = world.context.store.lists(team.id);
  const given = { 'contacts.csv': TEXT, 'fair.xlsx': twoSheets() };
  for (const [name, bytes] of Object.entries(given)) {
    await upload(bytes, name);
    const [found] = await lists.list({ limit: 1, skip: 0 });
    const { id = '', size } = found ?? {};
    expect([name, (await world.lists.files.sizes([id])).get(id)]).toEqual([name, size]);
    expect(await world.lists.files.hasOriginal(id)).toBe(name === 'fair.xlsx');
  }
});

it.each([
  [
    'bomb.csv.gz',
    gzipSync(Buffer.alloc(30_000_000, 'a')),
    'bomb.csv.gz unpacks to too much: unpack it, and upload the list inside',
  ],
  ['cut.csv.gz', gzipSync(TEXT).subarray(0, 30), 'cut.csv.gz can’t be unpacked'],
  ['none.zip', zip({}), 'none.zip'],
])('%s is refused, by its name', async (name, bytes, words) => {
  const answer = await upload(bytes, name);
  expect(answer.status).toBe(422);
  expect(textOf(answer).replaceAll("'", '’')).toContain(words);
});
