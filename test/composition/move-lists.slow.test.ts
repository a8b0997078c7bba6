import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open-store.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { ListBrowser } from '../support/list-browser.ts';
import { migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';
import { LAUNCHER } from '../support/run-program.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

let database: TestDatabase;
let folder: TemporaryFolder;
let services: RunningService[];

beforeEach(async () => {
  database = await migratedDatabase();
  folder = temporaryFolder();
  services = [];
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()));
  await database.dispose();
  folder.dispose();
});

async function start(lists?: string): Promise<RunningService> {
  const place = { host: '127.0.0.1', port: 0, listFolder: folder.path('lists') };
  const service = await startService(
    { ...place, database: database.url, ...(lists && { lists }) },
    { clock: systemClock, random: Math.random, verifier: fakeVerifier() },
  );
  services.push(service);
  return service;
}

/** `mailvet admin lists move`; killed as soon as it says that a list is moved, where that is asked for. */
async function move(
  to: string,
  { killed = false, name = 'lists' } = {},
): Promise<{ code: number | null; text: string }> {
  const lists = ['--lists', folder.path(name), '--database', database.url];
  const args = ['admin', 'lists', 'move', '--to', to, ...lists, '--debug'];
  const env = { PATH: process.env.PATH, HOME: folder.path('home') };
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  for await (const line of createInterface({ input: child.stderr })) {
    text += `${line}\n`;
    if (killed && /moved list_/.test(line)) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode, text };
}

const listFiles = () =>
  readdirSync(folder.path('lists')).filter((name) => name.startsWith('list_'));

async function rowsOf(table: string): Promise<number> {
  const { rows } = await withClient(database.url, (client) =>
    client.query(`select count(*) as count from ${table}`),
  );
  return Number(rows[0]?.count);
}

it('lists move into the database and back, however often a move is killed', async () => {
  const first = await start(folder.path('lists'));
  const browser = await ListBrowser.setUp(first.setupUrl ?? '');
  const paths: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    const rows = Array.from({ length: 300 }, (_, at) => `${name}${at}@x.com\n`);
    paths.push(await browser.upload(first.url, `email\n${rows.join('')}`, `${name}.csv`));
  }
  const isSettled = "lists where settled = 1 and status = 'completed'";
  await expect.poll(() => rowsOf(isSettled)).toBe(4);
  const downloads = ({ url }: RunningService) =>
    Promise.all(paths.map((path) => browser.download(url, path)));
  const before = await downloads(first);

  const store = await openStore(database.url);
  await store.verifierMemory.fleet?.report('a process', '{}');
  const refused = await move('database');
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.text).toMatch(/A process of the service ran within the last 15 seconds/);
  await store.verifierMemory.fleet?.forget('a process');
  await store.close();
  await first.close();
  // A workbook that is kept for its other sheets, in several pieces.
  const workbook = folder.path(`lists/${paths[1]?.split('/').at(-1)}.original`);
  const kept = randomBytes(2_500_000);
  writeFileSync(workbook, kept);

  expect((await move('database', { killed: true })).code).toBeNull();
  await expect(start()).rejects.toMatchObject({
    code: 'config',
    message: /being moved to database/,
  });
  expect((await move('folder')).text).toMatch(/Another move of these lists is not finished/);
  expect(await move('database')).toMatchObject({ code: 0 });
  expect(listFiles()).toEqual([]);
  expect(await rowsOf('shared_lists')).toBe(4);
  await expect(start(folder.path('lists'))).rejects.toMatchObject({
    message: /lie in the database/,
  });

  const second = await start();
  expect(await downloads(second)).toEqual(before);
  await second.close();

  expect((await move('folder', { killed: true })).code).toBeNull();
  expect(await move('folder')).toMatchObject({ code: 0 });
  expect(await rowsOf('shared_lists')).toBe(0);
  expect(await rowsOf('shared_list_pieces')).toBe(0);
  expect(listFiles()).toHaveLength(9);
  expect(readFileSync(workbook).equals(kept)).toBe(true);
  expect(statSync(workbook).mode & 0o777).toBe(0o600);
  expect(existsSync(folder.path('lists/moving'))).toBe(false);
  const third = await start();
  expect(await downloads(third)).toEqual(before);
});

it('lists go to a folder that is not there yet, which its owner alone reads', async () => {
  const first = await start();
  const browser = await ListBrowser.setUp(first.setupUrl ?? '');
  const list = await browser.upload(first.url, 'email\na@x.com\n');
  await expect.poll(() => rowsOf("lists where status = 'completed'")).toBe(1);
  const before = await browser.download(first.url, list);
  await first.close();

  expect(await move('folder', { name: 'new/lists' })).toMatchObject({ code: 0 });
  expect(statSync(folder.path('new/lists')).mode & 0o777).toBe(0o700);
  const second = await start(folder.path('new/lists'));
  expect(await browser.download(second.url, list)).toBe(before);
});

it('lists of a folder that is not there are not moved, and stay where they are', async () => {
  const first = await start(folder.path('lists'));
  await first.close();
  const refused = await move('database', { name: 'misspelt' });
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.text).toContain(
    `The lists of this database are not in ${folder.path('misspelt')}`,
  );
  expect(existsSync(folder.path('misspelt'))).toBe(false);
  await start(folder.path('lists'));
});
