import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { eachTest } from '../support/each-test.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { ListBrowser } from '../support/list-browser.ts';
import { migratedDatabase } from '../support/postgres.ts';
import { freshUser } from '../support/run-program.ts';

const postgres = eachTest(migratedDatabase);
const user = eachTest(freshUser);
let services: RunningService[];

beforeEach(() => {
  services = [];
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()));
});

/** A node as the command line starts one: lists beside an SQLite file, or below its own data folder. */
async function start(database: string, lists?: string): Promise<RunningService> {
  const listFolder = database === postgres.url ? nodeFolder() : `${database}.lists`;
  const service = await startService(
    { host: '127.0.0.1', port: 0, database, listFolder, ...(lists && { lists }) },
    { clock: systemClock, random: Math.random, verifier: fakeVerifier() },
  );
  services.push(service);
  return service;
}

const path = (name: string) => join(user.home, name);
const nodeFolder = () => path('.local/share/mailvet/mailvet.db.lists');

const copy = (from: string, to: string, ...more: string[]) =>
  user.run(['admin', 'copy', '--from', from, '--to', to, ...more]);

const TEXTS = { 'a.csv': 'email\na@x.com\ngone@x.com\n', 'b.csv': 'name,email\nB,b@x.com\n' };

/** Two lists that are verified to their end; returns what each of their pages lets people download. */
async function fill(service: RunningService): Promise<{ browser: ListBrowser; lists: Downloads }> {
  const browser = await ListBrowser.setUp(service.setupUrl ?? '');
  const lists: Downloads = new Map();
  for (const [name, text] of Object.entries(TEXTS)) {
    const list = await browser.upload(service.url, text, name);
    await expect.poll(() => page(service, browser, list)).toContain('Completed');
    lists.set(list, await browser.download(service.url, list));
  }
  return { browser, lists };
}

type Downloads = Map<string, string>;

async function page({ url }: RunningService, browser: ListBrowser, list: string): Promise<string> {
  return (await browser.get(url, list)).text();
}

async function expectLists(service: RunningService, browser: ListBrowser, lists: Downloads) {
  for (const [list, text] of lists) expect(await browser.download(service.url, list)).toBe(text);
}

it('lists beside an SQLite file come into the folder of a node', async () => {
  const file = path('service.db');
  const first = await start(file);
  const { browser, lists } = await fill(first);
  await first.close();

  expect(await copy(file, postgres.url)).toMatchObject({ exitCode: 0 });
  const second = await start(postgres.url);
  await expectLists(second, browser, lists);
});

it('lists of an SQLite file come into a folder that is named, and into none with files of others', async () => {
  const file = path('service.db');
  const first = await start(file);
  const { browser, lists } = await fill(first);
  await first.close();

  const named = path('named');
  mkdirSync(named);
  writeFileSync(join(named, 'list_other.rows'), 'theirs');
  expect(await copy(file, postgres.url, '--lists', named)).toMatchObject({ exitCode: 3 });
  rmSync(join(named, 'list_other.rows'));
  expect(await copy(file, postgres.url, '--lists', named)).toMatchObject({ exitCode: 0 });
  await expect(start(postgres.url)).rejects.toMatchObject({ code: 'config' });
  const second = await start(postgres.url, named);
  await expectLists(second, browser, lists);
});
