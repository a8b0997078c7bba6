/** Lists that an earlier service left, made by its build: see make-fixture.ts. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyLists } from '../../../../src/lists/folder/copy-lists.ts';
import { openListFiles } from '../../../../src/lists/thread/open-list-files.ts';
import { ACCEPTED_FACTS } from '../../../support/accepted-facts.ts';
import { THREADS } from '../../../support/list-world.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ID = 'list_earlier';
const VERSIONS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const ALL = { search: '', skip: 0, limit: 100 };
const HEAD = { name: 'contacts.csv', at: 0, service: 'here' };

function open(version: string) {
  const folder = temporaryFolder();
  onTestFinished(() => folder.dispose());
  const path = folder.path('lists');
  mkdirSync(path);
  for (const ending of ['rows', 'sqlite']) {
    const bytes = readFileSync(join(import.meta.dirname, version, `${ID}.${ending}.gz`));
    writeFileSync(join(path, `${ID}.${ending}`), gunzipSync(bytes));
  }
  const said = JSON.parse(readFileSync(join(import.meta.dirname, version, 'said.json'), 'utf8'));
  const { signal } = new AbortController();
  return { files: openListFiles({ path }, signal, THREADS), said, folder, signal };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function readVersion(path: string): unknown {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare('PRAGMA user_version').get()?.user_version;
}

describe.each(VERSIONS)('a list of %s', (version) => {
  test('says what it said', async () => {
    const { files, said, signal } = open(version);
    expect(await files.entries(ID, ALL)).toMatchObject(said.entries);
    expect(await Promise.all([1, 2, 3].map((number) => files.portion(ID, number)))).toEqual(
      said.portions,
    );
    expect(await files.texts(ID, ['', ''])).toEqual(said.texts);
    const download = files.download(ID, { format: 'csv', bom: false, head: HEAD }, signal);
    expect(Buffer.concat(await all(download)).toString()).toBe(said.download);
    const searched = await files.entries(ID, { ...ALL, only: 'undeliverable', search: 'full' });
    expect(searched.map(({ text }) => text)).toEqual(['full@y.com']);
  });

  test('is opened by several at once, and copied as it is', async () => {
    const { files, said, folder, signal } = open(version);
    const before = readVersion(folder.path(`lists/${ID}.sqlite`));
    expect(copyLists(folder.path('lists'), folder.path('copy'))).toBe(1);
    expect(readVersion(folder.path(`lists/${ID}.sqlite`))).toBe(before);
    const both = await Promise.all([files.entries(ID, ALL), files.portion(ID, 3)]);
    expect(both).toMatchObject([said.entries, said.portions[2]]);
    const copy = openListFiles({ path: folder.path('copy') }, signal, THREADS);
    expect(await copy.entries(ID, ALL)).toEqual(both[0]);
  });

  test('goes on: what is open is sent, what is unknown is asked again, an address is forgotten', async () => {
    const { files, folder } = open(version);
    await files.dividePortion(ID, 3, 1);
    const accepted = (email: string) => ({ email, facts: ACCEPTED_FACTS, error: null });
    for (const number of [2, 3, 4]) {
      const { emails } = await files.portion(ID, number);
      await files.store(ID, emails.map(accepted), { portion: number });
    }
    expect((await files.portion(ID, 3)).emails).toEqual(['late@w.com']);
    const { totalCount, portions } = await files.retryUnknown(ID, 4);
    expect({ totalCount, portions }).toEqual({ totalCount: 1, portions: 5 });
    const { emails } = await files.portion(ID, 5);
    expect(emails).toEqual(['grey@y.com']);
    const { verdicts } = await files.store(ID, emails.map(accepted), { portion: 5 });
    expect(verdicts).toEqual({ deliverable: 7, risky: 0, undeliverable: 4, unknown: 1 });
    expect(await all(files.forget('full@y.com'))).toMatchObject([{ rows: 1 }]);
    const bytes = readdirSync(folder.path('lists')).map((name) =>
      readFileSync(folder.path(`lists/${name}`)).toString('latin1'),
    );
    expect(bytes.join('')).not.toContain('full@y.com');
    expect((await files.entries(ID, ALL)).map(({ text }) => text)).not.toContain('');
  });
});
