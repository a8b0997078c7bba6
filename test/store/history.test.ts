import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeResult } from '../../src/result/codec.ts';
import type { HistorySearch, SearchResult } from '../../src/service/people/records.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { HistoryRow } from '../../src/store/rows.ts';
import { historyRows } from '../../src/store/sqlite/address-rows.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROWS = 200;

const folder = eachTest(temporaryFolder);
let store: Store;
let ours: ReturnType<Store['reports']>;

beforeEach(async () => {
  const bounds = { scanned: 20, searched: 100, searchedOlder: 60, slice: 7, beginnings: 12 };
  store = await openStore(folder.path('service.db'), { bounds });
  await store.teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: 1 });
  await store.teams.create({ id: 'theirs', name: 'theirs', quota: null, createdAt: 1 });
  ours = store.reports('ours');
  fill();
});
afterEach(async () => {
  await store.close();
});

/** Three rows at each moment; every tenth address is one of `Rare.test`. */
function fill(): void {
  const file = new DatabaseSync(folder.path('service.db'));
  const { text } = encodeResult(foundResult(), '');
  file.prepare('insert into results (id, text, created_at) values (1, ?, 0)').run(text);
  const columns = { decided: true, resultId: 1, checkedAt: 0 };
  const rows: HistoryRow[] = [];
  for (let n = 0; n < ROWS; n++) {
    const email = n % 10 === 0 ? `n${n}@Rare.test` : `n${n}@x.test`;
    rows.push({ teamId: 'ours', batch: null, email, columns, at: Math.floor(n / 3) });
    rows.push({ teamId: 'theirs', batch: null, email: `their${n}@rare.test`, columns, at: n });
  }
  historyRows(file)(rows);
  file.close();
}

function numbers(found: readonly { readonly email: string }[]): number[] {
  return found.map(({ email }) => Number(/^n(\d+)@/.exec(email)?.[1]));
}

function newestFirst(count: number, from = ROWS - 1, step = 1): number[] {
  return Array.from({ length: count }, (_, n) => from - n * step);
}

const page = (limit: number, skip = 0) => ({ limit, skip });

it.each([0, 1, 29, 30, 31, 150, 195])('a page after %i others begins right there', async (skip) => {
  const found = await store.team('ours').listVerifications(page(5, skip));
  expect(numbers(found)).toEqual(newestFirst(5, ROWS - 1 - skip));
});

it.each([ROWS, ROWS + 1, 1_000_000])('a page after %i others is empty', async (skip) => {
  expect(await store.team('ours').listVerifications(page(5, skip))).toEqual([]);
});

it('a search finds part of an address in any case, newest first, page by page', async () => {
  const text = 'RARE.t';
  const first = await ours.search({ text, page: page(4) });
  expect(numbers(first.verifications)).toEqual([190, 180, 170, 160]);
  const second = await ours.search({ text, page: page(3, 4) });
  expect(numbers(second.verifications)).toEqual([150, 140, 130]);
});

it('a search that finds too little stops at its bound, and goes on from there', async () => {
  const search = { text: 'are.', page: page(50) };
  const first = await ours.search(search);
  expect(numbers(first.verifications)).toEqual(newestFirst(10, 190, 10));
  const rest = await ours.search({ ...search, before: first.next });
  expect(numbers(rest.verifications)).toEqual(newestFirst(6, 90, 10));
  const end: SearchResult = await ours.search({ ...search, before: rest.next });
  expect(numbers(end.verifications)).toEqual(newestFirst(4, 30, 10));
  expect(end.next).toBeUndefined();
});

const found = async (text: string, more: Partial<HistorySearch> = {}) => {
  const { verifications, hasOlderBeginnings } = await ours.search({
    text,
    page: page(50),
    ...more,
  });
  return [hasOlderBeginnings, ...numbers(verifications).filter((n) => n < 100)];
};

it('beyond its bound a search has an address, and domains that begin with it', async () => {
  expect(await found('N30@rare.Test')).toEqual([true, 30]);
  expect(await found('n3')).toEqual([true]);
  expect(await found('are.test')).toEqual([true]);
  expect(await found('rare.t')).toEqual([true, ...newestFirst(10, 90, 10)]);
  expect(await found('@rare.t', { page: page(3, 12) })).toEqual([true, 70, 60, 50]);
});

it('a search without an index yet has none of these, and later has them, unless they are too many', async () => {
  await store.close();
  const bounds = { scanned: 20, searched: 100, searchedOlder: 60, slice: 7, beginnings: 12 };
  const indexBounds = { recent: 0, entered: 90 };
  store = await openStore(folder.path('service.db'), { bounds, indexBounds });
  ours = store.reports('ours');
  expect(await found('n31@x.test')).toEqual([false]);
  await store.ledger('ours').last(['n31@x.test']);
  expect(await found('n31@x.test')).toEqual([true, 31]);
  expect(await found('n30@rare.test')).toEqual([true, 30]);
  // Rare ones of both teams are more than 12.
  expect(await found('rare.t')).toEqual([false]);
});

it('a search with many matches reads no further than its page', async () => {
  const found = await ours.search({ text: 'x.test', page: page(3, 20) });
  const expected = newestFirst(ROWS).filter((n) => n % 10 > 0);
  expect(numbers(found.verifications)).toEqual(expected.slice(20, 23));
  expect(found.next).toBeUndefined();
});

it.each([
  ['all', '', newestFirst(ROWS)],
  ['what matches', 'rare', newestFirst(20, 190, 10)],
  ['nothing', 'nobody', []],
])('a download brings %s in slices', async (_, text, expected) => {
  const found: number[] = [];
  for await (const slice of ours.searchAll(text)) {
    expect(slice.length).toBeLessThanOrEqual(7);
    found.push(...numbers(slice));
  }
  expect(found).toEqual(expected);
});

it('a read ends when its caller has gone', async () => {
  const gone = new AbortController();
  const found: number[] = [];
  const download = async () => {
    for await (const slice of ours.searchAll('', gone.signal)) {
      found.push(...numbers(slice));
      gone.abort();
    }
  };
  await expect(download()).rejects.toMatchObject({ name: 'AbortError' });
  expect(found).toHaveLength(7);
  await expect(ours.search({ text: 'rare', page: page(5) }, gone.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

it('a row whose result does not fit its schema is left out and reported', async () => {
  const reported: string[] = [];
  store.onDamage((what) => reported.push(what));
  const file = new DatabaseSync(folder.path('service.db'));
  file.exec(`insert into results (id, text, created_at) values (2, 'accepted [1,101]', 0);
    update verifications set result_id = 2 where email = 'n199@x.test';
    update verifications set result_id = 3 where email = 'n198@x.test';
    update verifications set email = x'00' where email = 'n197@x.test'`);
  file.close();
  expect(numbers(await store.team('ours').listVerifications(page(5)))).toEqual([196, 195]);
  expect(reported).toEqual(['verification', 'verification', 'verification']);
});

it('reads that are under way when the store is closed end with an error', async () => {
  const read = store.team('ours').listVerifications(page(5));
  const late = expect(read).rejects.toMatchObject({ name: 'StoreError' });
  await store.close();
  await late;
  store = await openStore(folder.path('service.db'));
});
