/** What `admin check` finds of processes that were killed, and that the sweeps leave nothing of it. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkListFolder } from '../../src/lists/folder/check-folder.ts';
import type { NewBatch, Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { manualClock } from '../support/manual-clock.ts';
import { migratedDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';
import { problemsOf } from '../support/problems-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = Date.UTC(2026, 10, 21);
const MINUTE = 60_000;

interface Place {
  readonly database: string;
  run(sql: string): Promise<void>;
  dispose(): Promise<void>;
}

async function onSqlite(): Promise<Place> {
  const folder = temporaryFolder();
  const database = folder.path('service.db');
  return {
    database,
    async run(text) {
      using file = new DatabaseSync(database);
      file.exec(text);
    },
    dispose: async () => folder.dispose(),
  };
}

async function onPostgres(): Promise<Place> {
  const { url, dispose } = await migratedDatabase();
  const run = async (text: string) => void (await withClient(url, (client) => client.query(text)));
  return { database: url, run, dispose };
}

// On PostgreSQL parts are jobs of their own; on SQLite they are the entries that are open.
const PARTS_LEFT = ['1 batches that have ended have parts'];

describe.each([
  { name: 'SQLite', open: onSqlite, partsLeft: [] },
  { name: 'PostgreSQL', open: onPostgres, partsLeft: PARTS_LEFT },
])('a check on $name', ({ open, partsLeft }) => {
  let place: Place;
  let store: Store;

  beforeEach(async () => {
    place = await open();
    store = await openStore(place.database, { clock: manualClock(NOW) });
    await store.teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: NOW });
    await store.team('ours').createBatch(batch());
  });
  afterEach(async () => {
    await store.close();
    await place.dispose();
  });

  const batch = (): NewBatch => ({
    id: 'b1',
    createdAt: NOW,
    month: '2026-11',
    entries: ['a@x.test', 'b@x.test'].map((email) => ({ email, cacheKey: email, cost: 1 })),
  });
  const check = (after = 0) => problemsOf(place.database, NOW + after);

  it('finds nothing in a sound database', async () => {
    expect(await check()).toEqual([]);
    await store.team('ours').cancelBatch('b1');
    expect(await check()).toEqual([]);
  });

  it('finds reservations that nobody gives back, until the sweep has', async () => {
    const reservation = { id: 'r', month: '2026-11', count: 1, expiresAt: NOW + 5 * MINUTE };
    await store.team('ours').reserve(reservation);
    expect(await check(5 * MINUTE)).toEqual([]);
    expect(await check(21 * MINUTE)).toEqual([
      '1 reservations of verifications that have ended are not given back',
    ]);
    await store.retention.giveBackExpired(NOW + 21 * MINUTE);
    expect(await check(21 * MINUTE)).toEqual([]);
  });

  it('finds uploads that a crash cut off, until they are dropped', async () => {
    await place.run(`insert into lists
      (id, team_id, name, created_by, created_at, state, size, verdicts, total_count, places,
        sent, first_place, started_at)
      values ('list_1', 'ours', 'a.csv', 'ada', ${NOW}, 'uploading', 0, '{}', 0, 0, 0, 1, 0)`);
    expect(await check(MINUTE)).toEqual([]);
    expect(await check(16 * MINUTE)).toEqual(['1 uploads were cut off']);
    await store.listQueue.endAbandoned(NOW + MINUTE);
    expect(await check(16 * MINUTE)).toEqual([]);
  });

  it.each([
    [
      `delete from entries where position = 1`,
      ['1 batches have more or fewer entries than they count'],
    ],
    [
      `update entries set status = 'failed' where position = 1`,
      ['1 batches have other results than they count'],
    ],
    [
      `update batches set status = 'failed', processed_count = 2`,
      ['1 batches have ended with pending entries', ...partsLeft],
    ],
  ])('finds batches that do not match their entries: %s', async (damage, problems) => {
    await place.run(damage);
    expect(await check()).toEqual(problems);
  });
});

it('a check of the lists finds lost files, files of no list, and what uploads left', () => {
  const { path, dispose } = temporaryFolder();
  const folder = path('service.db.lists');
  mkdirSync(folder);
  const at = NOW / 1000;
  for (const name of [
    'list_1.rows',
    'list_2.rows',
    'list_2.sqlite',
    'upload-01234567-89ab-cdef-0123-456789abcdef',
  ]) {
    writeFileSync(path(`service.db.lists/${name}`), '');
    utimesSync(path(`service.db.lists/${name}`), at, at);
  }
  const lists = new Set(['list_1', 'list_3']);
  const texts = (now: number) => checkListFolder(folder, lists, now).map(({ text }) => text);
  const lost = `list list_3 has no file in ${folder}`;
  expect(texts(NOW + MINUTE)).toEqual([lost]);
  expect(texts(NOW + 16 * MINUTE)).toEqual([
    lost,
    '1 files are of no list that the database knows',
    '1 uploads were cut off and left a file',
  ]);
  dispose();
});
