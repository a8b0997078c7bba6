import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IdempotentRequest } from '../../src/service/idempotency.ts';
import type { NewBatch, Store } from '../../src/service/ports.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const MONTH = '2026-11';
const DAY = 24 * 60 * 60_000;

/** What every store must do with an Idempotency-Key when two processes get it at once. */
export function describeIdempotency(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`idempotency keys in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let nodes: readonly Store[];

    beforeEach(async () => {
      tested = await open();
      nodes = [tested.store, tested.other];
      await tested.store.teams.create({ id: 'ours', name: 'ours', quota: 9, createdAt: NOW });
    });
    afterEach(() => tested.dispose());

    const request = (changes: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
      key: 'retry-1',
      hash: 'hash',
      at: NOW,
      expiresAt: NOW + DAY,
      ...changes,
    });
    const batch = (id: string, sent: IdempotentRequest): NewBatch => ({
      id,
      createdAt: sent.at,
      month: MONTH,
      entries: ['a@x.test', 'b@x.test'].map((email) => ({ email, cacheKey: email, cost: 1 })),
      request: sent,
    });

    async function stored() {
      const batches = await tested.store.team('ours').listBatches({ limit: 99, skip: 0 });
      const [team] = await tested.store.teams.list(MONTH);
      return { batches: batches.length, used: team?.used };
    }

    it('requests with one key that come to two processes at once become one batch', async () => {
      const sent = Array.from({ length: 16 }, (_, n) => {
        const node = nodes[n % 2] as Store;
        return node.team('ours').createBatch(batch(`b${n}`, request()));
      });
      const answers = await Promise.all(sent);
      const ids = answers.map((answer) => (typeof answer === 'string' ? answer : answer.id));
      expect(new Set(ids).size).toBe(1);
      expect(await stored()).toEqual({ batches: 1, used: 2 });
    });

    it('of different bodies under one key, one becomes a batch and the others are refused', async () => {
      const sent = Array.from({ length: 8 }, (_, n) => {
        const node = nodes[n % 2] as Store;
        return node.team('ours').createBatch(batch(`b${n}`, request({ hash: `hash${n}` })));
      });
      const refusals = (await Promise.all(sent)).filter((answer) => answer === 'key_reused');
      expect(refusals).toHaveLength(7);
      expect(await stored()).toEqual({ batches: 1, used: 2 });
    });

    it('a key is free again when it has expired', async () => {
      const [first, second] = nodes as [Store, Store];
      await first.team('ours').createBatch(batch('b1', request()));
      const later = request({ hash: 'other', at: NOW + DAY, expiresAt: NOW + 2 * DAY });
      const again = await second.team('ours').createBatch(batch('b2', later));
      expect(again).toMatchObject({ id: 'b2' });
      expect(await stored()).toMatchObject({ batches: 2 });
    });
  });
}
