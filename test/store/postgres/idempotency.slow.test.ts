import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IdempotentRequest } from '../../../src/service/batches/idempotency.ts';
import { foundResult } from '../../support/found-result.ts';
import { blocked, type OpenedDatabase, openDatabase } from './opened-database.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const RESULT = foundResult();

let opened: OpenedDatabase;

beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened.close());

const request = (hash: string): IdempotentRequest => ({
  key: 'retry-1',
  hash,
  at: NOW,
  expiresAt: NOW + 1,
});

it('a batch whose key becomes a verification while it is created is refused', async () => {
  const { store, db } = opened;
  await store.teams.create({ id: 'ours', name: 'ours', quota: 9, createdAt: NOW });
  const team = store.team('ours');
  const created = await db.transaction().execute(async (trx) => {
    await sql`lock table batches in share mode`.execute(trx);
    const batch = team.createBatch({
      id: 'b1',
      createdAt: NOW,
      month: '2026-11',
      entries: [{ email: 'a@x.test', cacheKey: 'a@x.test', cost: 1 }],
      request: request('batch'),
    });
    await blocked(db);
    const verified = { email: 'a@x.test', result: RESULT, at: NOW, request: request('verified') };
    expect(await team.recordVerification(verified)).toBe(true);
    return { batch };
  });
  expect(await created.batch).toBe('key_reused');
  expect(await team.listBatches({ limit: 9, skip: 0 })).toEqual([]);
  expect(await team.findRequest(request('verified'))).toMatchObject({ hash: 'verified' });
  expect(await store.teams.list('2026-11')).toMatchObject([{ used: 0 }]);
});
