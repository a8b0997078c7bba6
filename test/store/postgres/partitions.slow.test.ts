import { beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { eachTest } from '../../support/each-test.ts';
import { foundResult } from '../../support/found-result.ts';
import { migratedDatabase } from '../../support/postgres.ts';
import { withClient } from '../../support/postgres-template.ts';
import { problemsOf } from '../../support/problems-of.ts';

const AUGUST = Date.UTC(2026, 7, 15);
const SEPTEMBER = Date.UTC(2026, 8, 15);
const OCTOBER = Date.UTC(2026, 9, 15);

const database = eachTest(migratedDatabase);
const store = eachTest(() => openStore(database.url));

beforeEach(async () => {
  await store.teams.create({ id: 'team_1', name: 'ours', quota: null, createdAt: AUGUST });
  for (const at of [AUGUST, SEPTEMBER, OCTOBER]) await record(at);
});

const record = (at: number) =>
  store.team('team_1').recordVerification({ email: `${at}@x.test`, result: foundResult(), at });

async function sweepAll(before: number): Promise<number> {
  let swept = 0;
  for (;;) {
    const count = await store.retention.sweepHistory(before);
    if (count === 0) return swept;
    swept += count;
  }
}

/** The months of 2026 before November that have a table. */
function months(): Promise<string[]> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select relname as name from pg_class join pg_inherits on inhrelid = oid
      where inhparent = 'verifications'::regclass and relname < 'verifications_2026_11'
      order by 1`);
    return rows.map(({ name }) => name);
  });
}

it('retention drops the tables of whole months, and deletes rows of the month that stays', async () => {
  expect(await sweepAll(OCTOBER)).toBe(2);
  expect(await months()).toEqual(['verifications_2026_10']);
  expect(await problemsOf(database.url)).toEqual([]);
  expect(await sweepAll(OCTOBER + 1)).toBe(1);
  expect(await problemsOf(database.url)).toEqual([]);
  expect(await months()).toEqual(['verifications_2026_10']);
});

it('a month that was dropped is made again for what is written to it', async () => {
  await sweepAll(OCTOBER);
  await record(AUGUST);
  expect(await months()).toEqual(['verifications_2026_08', 'verifications_2026_10']);
  const rows = await store.team('team_1').listVerifications({ limit: 9, skip: 0 });
  expect(rows.map(({ email }) => email)).toEqual([`${OCTOBER}@x.test`, `${AUGUST}@x.test`]);
});
