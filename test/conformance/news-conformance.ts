import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListNews } from '../../src/service/lists/list-ports.ts';
import type { Store } from '../../src/service/ports.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';
import { CONTENT } from './lists-conformance.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22);
const BY = { actor: 'ada@example.com', at: NOW };
const FOUND = foundResult();

/** What every store must say of what it, and another process, commits for lists. */
export function describeNews(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`news of batches on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let news: readonly ListNews[];
    let arrived: () => void;

    beforeEach(async () => {
      tested = await open();
      ({ store } = tested);
      await store.teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: NOW });
      news = [];
      arrived = () => {};
      store.listQueue.onNews((one) => {
        news = [...news, one];
        arrived();
      });
      await until('changed');
      expect(store.listQueue.isNotified()).toBe(true);
    });
    afterEach(() => tested.dispose());

    async function until(wanted: ListNews): Promise<void> {
      while (!news.includes(wanted)) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      news = [];
    }

    async function batchOfList(): Promise<void> {
      await store.lists('ours').create({ id: 'list_1', name: 'a.csv', size: 1 }, 10_000, BY);
      const start = { content: CONTENT, maxBytes: 10_000 };
      expect(await store.lists('ours').start('list_1', start, BY)).toBe('started');
      const entries = [{ email: 'a@x.com', cacheKey: 'a@x.com', cost: 1 }];
      const list = { listId: 'list_1', first: 1, last: 1 };
      const batch = { id: 'b1', createdAt: NOW, month: '2026-11', entries, list };
      expect(await store.team('ours').createBatch(batch)).toMatchObject({ id: 'b1' });
    }

    async function workedOnBy(worker: Store): Promise<void> {
      const part = await claimPart(worker, 'ours');
      await worker.parts.record(part, [{ positions: [0], result: FOUND }], NOW);
      expect(await worker.parts.complete(part)).toBe(true);
    }

    it('come of what this process does', async () => {
      await batchOfList();
      await workedOnBy(store);
      expect(news.filter((one) => one !== 'changed')).toEqual(['recorded', 'ended']);
    });

    it('come of the batch of a list that another process ends', async () => {
      await batchOfList();
      news = [];
      await workedOnBy(tested.other);
      await until('ended');
    });
  });
}
