import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IdempotentRequest } from '../../src/service/batches/idempotency.ts';
import type { Store } from '../../src/service/ports.ts';
import type { StoredBytes } from '../../src/service/teams/storage-ports.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { claimPart } from '../support/claim-part.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const MONTH = '2026-11';
const DAY = 24 * 60 * 60_000;
const BY = { actor: 'ada@example.com', at: NOW };
const ANSWER = { facts: ACCEPTED_FACTS, decided: true, reason: 'accepted' };

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
    afterEach(async () => {
      // Whatever was done: what is counted is what there is.
      expect(await store.retention.recountStorage()).toBe(0);
      await tested.dispose();
    });

    const stored = async (team = 'ours') => (await store.storage(team).find()).stored;
    /** Which parts of it there are. */
    const parts = async () =>
      (Object.entries(await stored()) as [keyof StoredBytes, number][])
        .filter(([, bytes]) => bytes !== 0)
        .map(([part]) => part)
        .sort();

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
      await store.team('ours').createBatch({ id, createdAt, month: MONTH, entries, ...more });
    }

    async function end(id: string) {
      const part = await claimPart(store, 'ours');
      expect(part.batchId).toBe(id);
      const outcomes = [{ positions: [0, 1], answer: ANSWER }];
      await store.parts.record(part, outcomes, NOW);
      await store.parts.complete(part);
    }

    it('a team that has nothing stores nothing', async () => {
      expect(await store.storage('ours').find()).toMatchObject({ charged: 0, limit: null });
      expect(await parts()).toEqual([]);
    });

    it('suppressions count by their length, and no longer once they are removed', async () => {
      const ours = store.suppressions('ours');
      await ours.add(['a@x.test', '@y.test'], NOW);
      await ours.add(['a@x.test'], NOW);
      expect((await stored()).suppressions).toBe(100 + 2 * 8 + 100 + 2 * 7);
      expect(await stored('theirs')).toMatchObject({ suppressions: 0 });
      const change = { ...BY, action: 'suppressions_removed', subject: '1 entry' } as const;
      await ours.remove(['a@x.test'], change);
      expect((await stored()).suppressions).toBe(114);
    });

    it('a hash in place of an erased address counts', async () => {
      await store.suppressions('ours').add(['a@x.test'], NOW);
      const suppressed = { entry: 'a@x.test', hash: () => ':0123456789' };
      await store.erasure.erase({ emails: [], error: 'erased', suppressed });
      expect((await stored()).suppressions).toBe(122);
    });

    it('batches count by their addresses until they are deleted, those that cost nothing apart', async () => {
      await createBatch('charged');
      await createBatch('free', { cost: 0 });
      const { batches, sandbox } = await stored();
      expect([batches, sandbox]).toEqual([1300, 1300]);
      await end('charged');
      await end('free');
      expect((await stored()).history).toBe(4 * 500);
      await store.team('ours').deleteBatch('charged');
      expect(await stored()).toMatchObject({ batches: 0, sandbox: 1300, history: 2 * 500 });
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

    it('requests with a key count until they expire, one in place of an expired one once', async () => {
      const verified = { email: 'a@x.test', answer: ANSWER, at: NOW };
      const record = (sent: IdempotentRequest) =>
        store.team('ours').recordVerification({ ...verified, request: sent });
      await record(request('one'));
      const { requests } = await stored();
      expect(requests).toBe(250 + 2 * 3 + 8 + JSON.stringify(ANSWER).length);
      await record(request('one'));
      expect((await stored()).requests).toBe(requests);
      await record(request('one', NOW + DAY));
      expect((await stored()).requests).toBe(requests);
      await createBatch('keyed', { keyed: true });
      expect((await stored()).requests).toBe(requests + 250 + 2 * 5);
      while (!(await store.cache.sweep(NOW + 3 * DAY)));
      expect((await stored()).requests).toBe(0);
    });

    it('messages to webhooks count until their webhook is deleted, and changes of people stay', async () => {
      const webhooks = store.webhooks('ours');
      const events = ['batch.completed'] as const;
      const hook = { id: 'hook', url: 'https://x.example/', events, secret: 'whsec_b25l' };
      await webhooks.create(hook, 3, BY);
      await webhooks.sendTest('hook', NOW);
      expect(await parts()).toEqual(['audit', 'messages']);
      await webhooks.remove('hook', BY);
      expect(await parts()).toEqual(['audit']);
    });

    it('a retention of batches gives their storage back, and an erasure that of the answer', async () => {
      await createBatch('old', { keyed: true, createdAt: NOW - 5 });
      await end('old');
      const sent = { email: 'a@x.test', answer: ANSWER, at: NOW, request: request('one') };
      await store.team('ours').recordVerification(sent);
      await store.retention.sweepBatches(NOW);
      await store.erasure.erase({ emails: ['a@x.test'], error: 'erased' });
      expect(await parts()).toEqual(['history']);
    });

    it('what was charged and the limit of a team are known', async () => {
      await createBatch('charged');
      expect(await store.teams.setStorage('ours', 7e9)).toBe(true);
      expect(await store.teams.setStorage('nobody', 1)).toBe(false);
      expect(await store.storage('ours').find()).toMatchObject({ charged: 2, limit: 7e9 });
      await store.teams.setStorage('ours', null);
      expect((await store.storage('ours').find()).limit).toBeNull();
    });

    it('processes that write for one team at once count all of it', async () => {
      const nodes = [tested.store, tested.other];
      const adding = nodes.flatMap((node, at) =>
        Array.from({ length: 20 }, (_, n) =>
          node.suppressions('ours').add([`${at}-${String(n).padStart(2, '0')}@x.test`], NOW),
        ),
      );
      const creating = Array.from({ length: 5 }, (_, n) => createBatch(`b${n}`, { cost: 0 }));
      await Promise.all([...adding, ...creating]);
      expect(await stored()).toMatchObject({ suppressions: 40 * 122, sandbox: 5 * 1300 });
    });
  });
}
