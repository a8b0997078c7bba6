import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { message } from '../../src/i18n/message.ts';
import type { Store } from '../../src/service/ports.ts';
import type { AttemptRecord, WebhookStore } from '../../src/service/webhooks/records.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';
import type { StoreUnderTest } from './store-conformance.ts';

/** When everything happens in the stores under test. */
export const NOW = Date.UTC(2026, 10, 22, 9);
const BY = { actor: 'ada@example.com', at: NOW };
const LEASE_MS = 30_000;
const MONTH = '2026-11';
const DAY = 24 * 60 * 60_000;
const TRIED = { at: NOW, took: 5, expiresAt: NOW + DAY, nextAt: null, retryAt: 0 };
const NO_ANSWER = message('errorTexts.webhook_refusal', { host: 'hooks.test' });
const REFUSED: AttemptRecord = { ...TRIED, at: NOW + 5, answer: 500, error: NO_ANSWER };
const DELIVERED: AttemptRecord = { ...TRIED, answer: 200, error: null };

/** What every store must do with webhooks, whatever database is under it. */
export function describeWebhooks(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`webhooks in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: WebhookStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
      }
      ours = store.webhooks('ours');
    });
    afterEach(() => tested.dispose());

    const webhook = (id = 'hook_1') => ({
      id,
      url: `https://${id}.example.com/`,
      events: ['batch.completed', 'batch.cancelled', 'list.completed', 'quota.reached'] as const,
      secret: 'whsec_b25l',
    });

    const create = (id = 'hook_1', by: WebhookStore = ours) => by.create(webhook(id), 3, BY);

    async function createBatch(id: string, list?: { listId: string; first: number; last: number }) {
      const emails = [`a@${id}.test`, `b@${id}.test`];
      const entries = emails.map((email) => ({ email, cacheKey: email, cost: 0 }));
      await store.team('ours').createBatch({ id, createdAt: NOW, month: MONTH, entries, list });
    }

    /** What is due, with the messages: of each webhook one, unless more are wanted. */
    async function due(now = NOW, { from = store, count = 1 } = {}) {
      const wanted = (await from.webhookQueue.due(now)).map(({ webhookId }) => ({
        webhookId,
        count,
      }));
      return from.webhookQueue.claim(wanted, { now, leaseMs: LEASE_MS });
    }

    async function onlyDue(now = NOW) {
      const [delivery, ...more] = await due(now);
      expect(more).toEqual([]);
      if (!delivery) throw new Error('nothing is due');
      return delivery;
    }

    it('a webhook is its team’s, without its secret, and stands in the audit log', async () => {
      expect(await create()).toBe(true);
      const [shown] = await ours.list();
      expect(shown).toEqual({
        id: 'hook_1',
        teamId: 'ours',
        teamName: 'ours',
        url: 'https://hook_1.example.com/',
        events: webhook().events,
        createdAt: NOW,
        failingSince: null,
        disabledAt: null,
        disabledReason: null,
        overlapUntil: null,
        format: 'standard',
      });
      expect(await store.webhooks('theirs').list()).toEqual([]);
      expect(await store.webhooks('theirs').find('hook_1')).toBeUndefined();
      expect(await store.webhooks('theirs').remove('hook_1', BY)).toBe(false);
      expect(await store.webhooks('theirs').sendTest('hook_1', NOW)).toBeUndefined();
      expect(await store.webhookQueue.webhooks()).toEqual([shown]);
      expect(await store.webhookQueue.webhooks('theirs')).toEqual([]);
      expect(await store.webhookQueue.teamOf('hook_1')).toBe('ours');
      const [entry] = await store.members('ours').audit({ limit: 1, skip: 0 });
      expect(entry).toMatchObject({ action: 'webhook_created', subject: shown?.url });
    });

    it('a team has so many at most', async () => {
      for (const id of ['hook_1', 'hook_2', 'hook_3']) expect(await create(id)).toBe(true);
      expect(await create('hook_4')).toBe(false);
      expect(await create('hook_5', store.webhooks('theirs'))).toBe(true);
    });

    it('a batch that is completed is a message to each webhook that wants it', async () => {
      await create();
      await ours.create({ ...webhook('hook_2'), events: ['batch.failed'] }, 3, BY);
      await create('hook_3', store.webhooks('theirs'));
      await createBatch('b1');
      const part = await claimPart(store, 'ours');
      const result = foundResult();
      await store.parts.record(part, [{ positions: [0, 1], result }], NOW);
      expect(await due()).toEqual([]);
      await store.parts.complete(part);
      await store.parts.complete(part);
      const { id, seq, payload, ...delivery } = await onlyDue();
      expect(id).toMatch(/^msg_[\w-]{20}$/);
      expect(delivery).toEqual({
        webhookId: 'hook_1',
        teamId: 'ours',
        url: 'https://hook_1.example.com/',
        format: 'standard',
        secrets: ['whsec_b25l'],
        leasedUntil: NOW + LEASE_MS,
        type: 'batch.completed',
        dueAt: NOW,
        attempts: 0,
        expiresAt: 0,
        failingSince: null,
        failures: 0,
      });
      expect(JSON.parse(payload)).toEqual({
        type: 'batch.completed',
        timestamp: '2026-11-22T09:00:00.000Z',
        data: {
          id: 'b1',
          status: 'completed',
          totalCount: 2,
          processedCount: 2,
          createdAt: '2026-11-22T09:00:00.000Z',
        },
      });
    });

    it('a failed and a cancelled batch are messages too, and a second cancel is none', async () => {
      await ours.create({ ...webhook(), events: ['batch.failed', 'batch.cancelled'] }, 3, BY);
      await createBatch('b1');
      await store.parts.fail(await claimPart(store, 'ours'), 'it broke');
      expect(JSON.parse((await onlyDue()).payload)).toMatchObject({
        type: 'batch.failed',
        data: { id: 'b1', status: 'failed' },
      });
      await createBatch('b2');
      await store.team('ours').cancelBatch('b2');
      await store.team('ours').cancelBatch('b2');
      const types = (await ours.deliveries('hook_1', { limit: 9 })).map(({ type }) => type);
      expect(types).toEqual(['batch.cancelled', 'batch.failed']);
    });

    it('a list is one message, and its batches are none', async () => {
      await create();
      const form = { format: 'csv', encoding: 'utf-8', delimiter: ',', sheet: null, header: null };
      const counts = { rows: 2, distinct: 2, duplicates: 0, unusable: 0, empty: 0, suggestions: 0 };
      const verdicts = { deliverable: 1, risky: 0, undeliverable: 0, unknown: 1 };
      const content = { form: { ...form, columns: [0] }, counts, verdicts, places: 1, size: 9 };
      const lists = store.lists('ours');
      await lists.create({ id: 'list_1', name: 'contacts.csv', size: 9 }, 100, BY);
      await lists.start('list_1', { content, maxBytes: 100 }, BY);
      await createBatch('b1', { listId: 'list_1', first: 1, last: 1 });
      await store.parts.complete(await claimPart(store, 'ours'));
      expect(await due()).toEqual([]);
      for (const list of await store.listQueue.open()) await store.listQueue.endList(list, NOW);
      expect(JSON.parse((await onlyDue()).payload)).toMatchObject({
        type: 'list.completed',
        data: { id: 'list_1', name: 'contacts.csv', status: 'completed', totalCount: 2, verdicts },
      });
    });

    it('a quota is announced once a month, and again where it was changed', async () => {
      await create();
      const notice = { teamId: 'ours', month: MONTH, resetsAt: NOW + 1000 };
      await Promise.all([
        store.webhookQueue.noteQuotaReached(notice),
        tested.other.webhookQueue.noteQuotaReached(notice),
      ]);
      const announced = await onlyDue();
      expect(JSON.parse(announced.payload).data).toEqual({
        quota: 5,
        used: 0,
        resetsAt: '2026-11-22T09:00:01.000Z',
      });
      await store.webhookQueue.release([announced]);
      await store.teams.setQuota('ours', null);
      await store.webhookQueue.noteQuotaReached(notice);
      await store.teams.setQuota('ours', 6);
      await store.webhookQueue.noteQuotaReached(notice);
      await store.webhookQueue.noteQuotaReached({ ...notice, month: '2026-12' });
      expect(await ours.deliveries('hook_1', { limit: 9 })).toHaveLength(3);
    });

    it('of two processes one gets a delivery, until its lease is over', async () => {
      await create();
      await ours.sendTest('hook_1', NOW);
      const wanted = [{ webhookId: 'hook_1', count: 5 }];
      const time = { now: NOW, leaseMs: LEASE_MS };
      const claims = await Promise.all(
        [store, tested.other].map((one) => one.webhookQueue.claim(wanted, time)),
      );
      expect(claims.flat()).toHaveLength(1);
      const { other } = tested;
      expect(await due(NOW + LEASE_MS - 1, { from: other })).toEqual([]);
      expect(await due(NOW + LEASE_MS, { from: other })).toHaveLength(1);
      // The clock was set back after the lease began.
      expect(await due(NOW - 5 * 60 * 60_000)).toHaveLength(1);
    });

    it('what a clock set back has moved far away is due', async () => {
      await create();
      await ours.sendTest('hook_1', NOW);
      const delivery = await onlyDue();
      await store.webhookQueue.record(delivery, {
        ...REFUSED,
        nextAt: NOW + 10,
        retryAt: NOW + 10,
      });
      expect(await due(NOW - 60_000)).toEqual([]);
      expect(await due(NOW - 5 * 60 * 60_000)).toHaveLength(1);
    });

    it('the result of a lease that is over does not count', async () => {
      await create();
      await ours.sendTest('hook_1', NOW);
      const late = await onlyDue();
      const current = await onlyDue(NOW + LEASE_MS);
      await store.webhookQueue.record(late, REFUSED);
      await store.webhookQueue.release([late]);
      expect(await ours.delivery('hook_1', late.id)).toMatchObject({ status: 'pending' });
      expect(await due(NOW + LEASE_MS)).toEqual([]);
      await store.webhookQueue.record(current, DELIVERED);
      expect(await ours.delivery('hook_1', late.id)).toMatchObject({ status: 'delivered' });
    });

    it('as many as are wanted are claimed, the oldest first, and none of them twice', async () => {
      await create();
      await create('hook_2');
      const ids = [];
      for (let n = 0; n < 5; n++) ids.push(await ours.sendTest('hook_1', NOW));
      const other = await ours.sendTest('hook_2', NOW);
      const claimed = await due(NOW, { count: 2 });
      expect(claimed.map(({ id }) => id).sort()).toEqual([ids[0], ids[1], other].sort());
      expect((await due(NOW, { count: 9 })).map(({ id }) => id)).toEqual(ids.slice(2));
      expect(await due()).toEqual([]);
      await Promise.all(claimed.map((one) => store.webhookQueue.record(one, DELIVERED)));
      const log = await ours.deliveries('hook_1', { limit: 9 });
      expect(log.map(({ status }) => status)).toEqual([
        ...['pending', 'pending', 'pending'],
        ...['delivered', 'delivered'],
      ]);
    });

    it('of a failing webhook one message is attempted at a time, by whichever process', async () => {
      await create();
      for (let n = 0; n < 4; n++) await ours.sendTest('hook_1', NOW);
      await store.webhookQueue.record(await onlyDue(), REFUSED);
      expect(await store.webhookQueue.due(NOW)).toMatchObject([{ isFailing: true }]);
      const probes = await Promise.all(
        [store, tested.other].map((from) => due(NOW, { from, count: 3 })),
      );
      const [probe, ...more] = probes.flat();
      expect(more).toEqual([]);
      expect(await store.webhookQueue.due(NOW)).toEqual([]);
      if (probe) await store.webhookQueue.release([probe]);
      const again = await onlyDue(NOW + 1);
      expect(again).toMatchObject({ id: probe?.id, failures: 1 });
      await store.webhookQueue.record(again, { ...REFUSED, retryAt: NOW + 500 });
      expect(await due(NOW + 499)).toEqual([]);
      await store.webhookQueue.record(await onlyDue(NOW + 500), DELIVERED);
      expect(await due(NOW + 500, { count: 3 })).toHaveLength(1);
    });

    it('a test and an enabled webhook wait for no rest', async () => {
      await create();
      await ours.sendTest('hook_1', NOW);
      await store.webhookQueue.record(await onlyDue(), { ...REFUSED, retryAt: NOW + DAY / 24 });
      await createBatch('b1');
      await store.team('ours').cancelBatch('b1');
      expect(await due(NOW + 1)).toEqual([]);
      const asked = await ours.sendTest('hook_1', NOW);
      expect((await onlyDue(NOW + 1)).id).toBe(asked);
      await ours.enable('hook_1', BY);
      expect(await due(NOW + 2)).toHaveLength(1);
    });

    it('a process hears of the messages that it has committed', async () => {
      await create();
      let heard = 0;
      store.webhookQueue.onQueued(() => {
        heard += 1;
      });
      await createBatch('b1');
      await store.team('ours').cancelBatch('b1');
      expect(heard).toBe(1);
      await ours.sendTest('hook_1', NOW);
      expect(heard).toBe(2);
      await createBatch('b2');
      await store.webhooks('ours').remove('hook_1', BY);
      await store.team('ours').cancelBatch('b2');
      expect(heard).toBe(2);
    });

    it('the log is read from any message on', async () => {
      await create();
      await create('hook_2');
      const ids = [];
      for (let n = 0; n < 5; n++) ids.unshift(await ours.sendTest('hook_1', NOW));
      await ours.sendTest('hook_2', NOW);
      const page = async (before?: string) =>
        (await ours.deliveries('hook_1', { limit: 2, before })).map(({ id }) => id);
      expect(await page()).toEqual(ids.slice(0, 2));
      expect(await page(ids[1])).toEqual(ids.slice(2, 4));
      expect(await page(ids[4])).toEqual([]);
      expect(await page('msg_unknown')).toEqual([]);
    });

    it('what fails is due again at its time, and its webhook is failing from the first time on', async () => {
      await create();
      await ours.sendTest('hook_1', NOW);
      const delivery = await onlyDue();
      await store.webhookQueue.record(delivery, { ...REFUSED, nextAt: NOW + 10_000 });
      expect(await due(NOW + 9_999)).toEqual([]);
      const again = await onlyDue(NOW + 10_000);
      expect(again).toMatchObject({ id: delivery.id, attempts: 1, failingSince: NOW + 5 });
      await store.webhookQueue.record(again, { ...REFUSED, at: NOW + 10_001 });
      const [record] = await ours.deliveries('hook_1', { limit: 1 });
      expect(record).toMatchObject({
        id: delivery.id,
        type: 'webhook.test',
        status: 'failed',
        attempts: 2,
        attemptedAt: NOW + 10_001,
        answer: 500,
        error: NO_ANSWER,
        took: 5,
      });
      expect(await ours.find('hook_1')).toMatchObject({ failingSince: NOW + 5 });
      const next = await ours.sendTest('hook_1', NOW + 20_000);
      const success = { ...DELIVERED, at: NOW + 20_000 };
      await store.webhookQueue.record(await onlyDue(NOW + 20_000), success);
      expect(await ours.delivery('hook_1', next ?? '')).toMatchObject({ status: 'delivered' });
      expect(await ours.find('hook_1')).toMatchObject({ failingSince: null });
    });

    it('an ended message is sent again under its id, and an open one is not', async () => {
      await create();
      const id = (await ours.sendTest('hook_1', NOW)) ?? '';
      expect(await ours.replay('hook_1', id, NOW)).toBe(false);
      await store.webhookQueue.record(await onlyDue(), REFUSED);
      expect(await store.webhooks('theirs').replay('hook_1', id, NOW)).toBe(false);
      expect(await ours.replay('hook_1', id, NOW + 50)).toBe(true);
      expect(await onlyDue(NOW + 50)).toMatchObject({ id, attempts: 0 });
    });

    it('a disabled webhook gets nothing until it is enabled', async () => {
      await create();
      const tried = await ours.sendTest('hook_1', NOW);
      await store.webhookQueue.record(await onlyDue(), { ...REFUSED, nextAt: NOW + 100 });
      await ours.sendTest('hook_1', NOW);
      await ours.sendTest('hook_1', NOW);
      await store.webhookQueue.record(await onlyDue(), { ...REFUSED, disable: 'gone' });
      expect(await due()).toEqual([]);
      const shown = await ours.deliveries('hook_1', { limit: 9 });
      // The third was never attempted.
      expect(shown.map(({ status }) => status)).toEqual(['pending', 'failed', 'failed']);
      expect(await ours.replay('hook_1', tried ?? '', NOW)).toBe(false);
      const disabled = { disabledAt: NOW + 5, disabledReason: 'gone' };
      expect(await ours.find('hook_1')).toMatchObject(disabled);
      const [entry] = await store.members('ours').audit({ limit: 1, skip: 0 });
      expect(entry).toMatchObject({ action: 'webhook_disabled', actor: 'service' });
      await createBatch('b1');
      await store.team('ours').cancelBatch('b1');
      expect(await ours.deliveries('hook_1', { limit: 9 })).toHaveLength(3);
      expect(await ours.enable('hook_1', BY)).toBe(true);
      expect(await ours.find('hook_1')).toMatchObject({ disabledAt: null, failingSince: null });
      expect(await onlyDue()).toMatchObject({ id: shown[0]?.id, attempts: 0 });
    });

    it('what waits for a webhook that nobody enables is swept', async () => {
      await create();
      await create('hook_2');
      for (const id of ['hook_1', 'hook_1', 'hook_2']) await ours.sendTest(id, NOW);
      const [first] = (await due()).filter(({ webhookId }) => webhookId === 'hook_1');
      if (first) await store.webhookQueue.record(first, { ...REFUSED, disable: 'gone' });
      expect(await store.webhookQueue.sweep(NOW + 5)).toBe(true);
      expect(await ours.deliveries('hook_1', { limit: 9 })).toHaveLength(1);
      expect(await store.webhookQueue.sweep(NOW + 6)).toBe(true);
      expect(await ours.deliveries('hook_1', { limit: 9 })).toEqual([]);
      expect(await ours.deliveries('hook_2', { limit: 9 })).toHaveLength(1);
    });

    it('both secrets sign while they overlap', async () => {
      await create();
      const rotation = { secret: 'whsec_dHdv', overlapUntil: NOW + 100 };
      expect(await ours.rotate('hook_1', rotation, BY)).toBe(true);
      expect(await ours.find('hook_1')).toMatchObject({ overlapUntil: NOW + 100 });
      await ours.sendTest('hook_1', NOW);
      const delivery = await onlyDue();
      expect(delivery.secrets).toEqual(['whsec_dHdv', 'whsec_b25l']);
      await store.webhookQueue.release([delivery]);
      expect((await onlyDue(NOW + 100)).secrets).toEqual(['whsec_dHdv']);
    });

    it('a deleted webhook is gone with its log, and an old log is swept', async () => {
      await create();
      await create('hook_2');
      for (const id of ['hook_1', 'hook_2']) await ours.sendTest(id, NOW);
      for (const one of await due()) await store.webhookQueue.record(one, REFUSED);
      expect(await ours.remove('hook_1', BY)).toBe(true);
      expect(await ours.list()).toHaveLength(1);
      await store.webhookQueue.sweep(NOW);
      expect(await ours.deliveries('hook_2', { limit: 9 })).toHaveLength(1);
      expect(await store.webhookQueue.sweep(NOW + 1)).toBe(true);
      expect(await ours.deliveries('hook_2', { limit: 9 })).toEqual([]);
    });
  });
}
