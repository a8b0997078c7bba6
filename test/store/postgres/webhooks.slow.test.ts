import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { message } from '../../../src/i18n/message.ts';
import { emptyTables } from '../../support/postgres.ts';
import { blocked, type OpenedDatabase, openDatabase } from './opened-database.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const BY = { actor: 'ada@example.com', at: NOW };

let opened: OpenedDatabase;

beforeAll(async () => {
  opened = await openDatabase({ clock: { now: () => NOW } });
});
afterAll(() => opened.close());
beforeEach(async () => {
  await emptyTables(opened.url);
  const { store } = opened;
  await store.teams.create({ id: 'ours', name: 'ours', quota: 9, createdAt: NOW });
  const events = ['batch.cancelled'] as const;
  const hook = { id: 'hook', url: 'https://a.test/', events, secret: 'whsec_b25l' };
  await store.webhooks('ours').create(hook, 3, BY);
  const entries = [{ email: 'a@x.test', cacheKey: 'a@x.test', cost: 0 }];
  const batch = { createdAt: NOW, month: '2026-11', entries };
  for (const id of ['b1', 'b2']) await store.team('ours').createBatch({ ...batch, id });
});

it('a webhook is deleted while another process queues a message to it', async () => {
  const { store, db } = opened;
  const { removed } = await db.transaction().execute(async (trx) => {
    await sql`
      insert into webhook_deliveries (id, webhook_id, type, payload, status, created_at, attempts,
        next_at, expires_at, leased_until)
      values ('msg', 'hook', 'batch.cancelled', '{}', 'pending', 0, 0, 0, 0, 0)`.execute(trx);
    const removed = store.webhooks('ours').remove('hook', BY);
    await blocked(db);
    return { removed };
  });
  expect(await removed).toBe(true);
  expect(await store.webhooks('ours').list()).toEqual([]);
});

it('a batch ends while another process deletes the webhook that wants to know', async () => {
  const { store, db } = opened;
  const { cancelled } = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('webhooks').where('id', '=', 'hook').execute();
    const cancelled = store.team('ours').cancelBatch('b1');
    await blocked(db);
    return { cancelled };
  });
  expect(await cancelled).toMatchObject({ cancelled: true });
});

it('a message is recorded while its webhook is deleted: neither waits for the other', async () => {
  const { store } = opened;
  await store.team('ours').cancelBatch('b1');
  const wanted = [{ webhookId: 'hook', count: 1 }];
  const [delivery] = await store.webhookQueue.claim(wanted, { now: NOW, leaseMs: 1000 });
  if (!delivery) throw new Error('nothing is due');
  const tried = {
    at: NOW,
    took: 1,
    answer: 410,
    error: message('errorTexts.webhook_answered', { code: 410 }),
  };
  const outcome = { ...tried, nextAt: null, expiresAt: NOW, retryAt: NOW };
  await Promise.all([
    store.webhookQueue.record(delivery, { ...outcome, disable: 'gone' }),
    store.webhooks('ours').remove('hook', BY),
    store.team('ours').cancelBatch('b2'),
  ]);
  expect(await store.webhooks('ours').list()).toEqual([]);
});
