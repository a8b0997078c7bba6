import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IdempotentRequest } from '../../src/service/batches/idempotency.ts';
import type { Store } from '../../src/service/ports.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const MONTH = '2026-11';
const DAY = 24 * 60 * 60_000;
const BY = { actor: 'ada@example.com', at: NOW };
const RESULT = foundResult();
const MOST = 100;

/** What every store must count of what teams store, whatever database is under it. */
export function describeStorage(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`storage of teams in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
      }
    });
    afterEach(() => tested.dispose());

    const stored = (team = 'ours') => store.storage(team).find();
    const rows = (of: Parameters<ReturnType<Store['storage']>['rows']>[0], team = 'ours') =>
      store.storage(team).rows(of, MOST);

    const request = (key: string, at = NOW): IdempotentRequest => ({
      key,
      hash: 'hash',
      at,
      expiresAt: at + DAY,
    });

    async function createBatch(id: string, { cost = 1, keyed = false, createdAt = NOW } = {}) {
      const emails = [`a@${id}.test`, `b@${id}.test`];
      const entries = emails.map((email) => ({ email, cacheKey: email, cost }));
      const more = keyed ? { request: request(id) } : {};
      const isSandbox = cost === 0;
      const batch = { id, createdAt, month: MONTH, entries, isSandbox, ...more };
      return store.team('ours').createBatch(batch);
    }

    async function end(id: string) {
      const part = await claimPart(store, 'ours');
      expect(part.batchId).toBe(id);
      const outcomes = [{ positions: [0, 1], result: RESULT }];
      await store.parts.record(part, outcomes, NOW);
      await store.parts.complete(part);
    }

    it('a team that has nothing stores nothing', async () => {
      const nothing = { lists: 0, batches: 0, sandbox: 0, history: 0 };
      expect(await stored()).toEqual({ ...nothing, charged: 0, limit: null });
    });

    it('batches count by their addresses until they are deleted, those that cost nothing apart', async () => {
      await createBatch('charged');
      await createBatch('free', { cost: 0 });
      expect(await stored()).toMatchObject({ batches: 1300, sandbox: 1300 });
      await end('charged');
      await end('free');
      expect((await stored()).history).toBe(4 * 500);
      await store.team('ours').deleteBatch('charged');
      expect(await stored()).toMatchObject({ batches: 0, sandbox: 1300, history: 2 * 500 });
      expect(await stored('theirs')).toMatchObject({ sandbox: 0, history: 0 });
    });

    it('a batch that is refused does not count', async () => {
      await createBatch('one');
      await createBatch('two');
      expect(await createBatch('three')).toBe('over_quota');
      expect((await stored()).batches).toBe(2 * 1300);
    });

    it('files of lists count apart, until the list is deleted', async () => {
      const list = { id: 'list', name: 'a.csv', size: 5000 };
      await store.lists('ours').create(list, 10_000, BY);
      expect(await stored()).toMatchObject({ lists: 5000, batches: 0 });
      expect((await stored('theirs')).lists).toBe(0);
    });

    it('the sandbox keeps ended batches for so long, with their history', async () => {
      await createBatch('old', { cost: 0, createdAt: NOW - 5 });
      await end('old');
      await createBatch('open', { cost: 0, createdAt: NOW - 5 });
      await createBatch('charged', { createdAt: NOW - 5 });
      expect(await store.retention.sweepSandbox(NOW - 5)).toBe(0);
      expect(await store.retention.sweepSandbox(NOW)).toBe(1);
      expect(await store.retention.sweepSandbox(NOW)).toBe(0);
      const left = await store.team('ours').listBatches({ limit: 9, skip: 0 });
      expect(left.map(({ id }) => id)).toEqual(['charged', 'open']);
      expect(await stored()).toMatchObject({ sandbox: 1300, history: 0 });
    });

    it('a retention of batches gives their storage back', async () => {
      await createBatch('old', { createdAt: NOW - 5 });
      await end('old');
      expect(await store.retention.sweepBatches(NOW)).toBe(1);
      expect(await stored()).toMatchObject({ batches: 0, history: 2 * 500 });
    });

    it('suppressions are counted up to a number, of their team alone', async () => {
      const ours = store.suppressions('ours');
      await ours.add(['a@x.test', '@y.test', 'c@x.test'], NOW);
      await ours.add(['a@x.test'], NOW);
      expect([await rows('suppressions'), await rows('suppressions', 'theirs')]).toEqual([3, 0]);
      expect(await store.storage('ours').rows('suppressions', 2)).toBe(2);
      const change = { ...BY, action: 'suppressions_removed', subject: '1 entry' } as const;
      await ours.remove(['a@x.test'], change);
      expect([await rows('suppressions'), await rows('audit')]).toEqual([2, 1]);
    });

    it('requests with a key are counted until they expire, those of batches too', async () => {
      const sent = { email: 'a@x.test', result: RESULT, at: NOW, request: request('one') };
      await store.team('ours').recordVerification(sent);
      await store.team('ours').recordVerification(sent);
      await createBatch('keyed', { keyed: true });
      expect(await rows('requests')).toBe(2);
      while (!(await store.cache.sweep(NOW + 3 * DAY)));
      expect(await rows('requests')).toBe(0);
    });

    it('messages to webhooks are counted until their webhook is deleted', async () => {
      const webhooks = store.webhooks('ours');
      const events = ['batch.completed'] as const;
      const hook = { id: 'hook', url: 'https://x.example/', events, secret: 'whsec_b25l' };
      await webhooks.create(hook, 3, BY);
      await webhooks.sendTest('hook', NOW);
      expect([await rows('messages'), await rows('messages', 'theirs')]).toEqual([1, 0]);
      await webhooks.remove('hook', BY);
      expect(await rows('messages')).toBe(0);
    });

    it('many rows are counted anew after a second, few at once', async () => {
      const ours = store.suppressions('ours');
      const entries = Array.from({ length: 10_000 }, (_, n) => `${n}@x.test`);
      await ours.add(entries.slice(1), NOW);
      expect(await store.storage('ours').rows('suppressions', 20_000)).toBe(9999);
      await ours.add(entries.slice(0, 1), NOW);
      expect(await store.storage('ours').rows('suppressions', 20_000)).toBe(10_000);
      await ours.add(['more@x.test'], NOW);
      expect(await store.storage('ours').rows('suppressions', 5)).toBe(5);
    });

    it('what was charged and the limit of a team are known', async () => {
      await createBatch('charged');
      expect(await store.teams.setStorage('ours', 7e9)).toBe(true);
      expect(await store.teams.setStorage('nobody', 1)).toBe(false);
      expect(await stored()).toMatchObject({ charged: 2, limit: 7e9 });
      await store.teams.setStorage('ours', null);
      expect((await stored()).limit).toBeNull();
    });

    it('processes that write for one team at once count all of it', async () => {
      const nodes = [tested.store, tested.other];
      const creating = nodes.flatMap((node, at) =>
        Array.from({ length: 10 }, (_, n) => {
          const id = `b${at}_${n}`;
          const entries = [{ email: `a@${id}.test`, cacheKey: `a@${id}.test`, cost: 0 }];
          const batch = { id, createdAt: NOW, month: MONTH, entries, isSandbox: true };
          return node.team('ours').createBatch(batch);
        }),
      );
      await Promise.all(creating);
      expect(await stored()).toMatchObject({ sandbox: 20 * 800 });
    });
  });
}
