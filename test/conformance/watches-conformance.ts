import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WatchStore } from '../../src/service/lists/watch-ports.ts';
import type { Store } from '../../src/service/ports.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22);
const DAY = 24 * 60 * 60_000;
const BY = { actor: 'ada@example.com', at: NOW };
const ID = 'list_1';
const CONTENT = {
  form: {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    sheet: null,
    header: null,
    columns: [0],
  },
  counts: { rows: 3, distinct: 3, duplicates: 0, unusable: 0, empty: 0, suggestions: 0 },
  verdicts: { deliverable: 3, risky: 0, undeliverable: 0, unknown: 0 },
  places: 0,
  size: 5000,
};
const WATCH = { days: 7, nextAt: NOW + 7 * DAY };
const DUE = NOW + 7 * DAY;
const NEXT = NOW + 14 * DAY;
const ROUND = { places: 1, totalCount: 2 };
const CHANGES = { worse: 1, better: 0, other: 2 };

/** What every store must do with watched lists, whatever database is under it. */
export function describeWatches(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`watched lists in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: WatchStore;
    let theirs: WatchStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: null, createdAt: NOW });
      }
      [ours, theirs] = [store.watches('ours'), store.watches('theirs')];
      await store.lists('ours').create({ id: ID, name: 'contacts.csv', size: 100 }, 10_000, BY);
      await store.lists('ours').start(ID, { content: CONTENT, maxBytes: 10_000 }, BY);
      await settle();
    });
    afterEach(() => tested.dispose());

    async function settle(round?: { changes: typeof CHANGES; page: string }): Promise<void> {
      for (const list of await store.listQueue.open()) {
        await store.listQueue.endList(list, NOW + 8 * DAY, round);
      }
    }
    const begin = () => ours.begin(ID, { at: DUE, round: ROUND, nextAt: NEXT });
    const find = async () => store.lists('ours').find(ID);
    async function send(): Promise<void> {
      const entries = ['a@x.com', 'b@x.com'].map((email) => ({ email, cacheKey: email, cost: 1 }));
      const list = { listId: ID, first: 1, last: 1 };
      const batch = { id: 'batch_1', createdAt: DUE, month: '2026-11', entries, list };
      await store.team('ours').createBatch(batch);
    }

    it('are watched by their team alone, and that stands in the audit log', async () => {
      expect(await theirs.set(ID, WATCH, BY)).toBe(false);
      expect(await ours.set('list_2', WATCH, BY)).toBe(false);
      expect(await ours.set(ID, WATCH, BY)).toBe(true);
      expect(await ours.find(ID)).toEqual({ ...WATCH, waitsFor: null, due: null });
      expect(await ours.set(ID, { ...WATCH, days: 30 }, BY)).toBe(true);
      expect((await ours.find(ID))?.days).toBe(30);
      expect(await theirs.find(ID)).toBeUndefined();
      expect(await theirs.end(ID, BY)).toBe(false);
      expect(await ours.end(ID, BY)).toBe(true);
      expect(await ours.end(ID, BY)).toBe(false);
      expect(await ours.find(ID)).toBeUndefined();
      const audit = await store.members('ours').audit({ limit: 9, skip: 0 });
      expect(audit.map(({ action }) => action)).toEqual([
        'list_unwatched',
        'list_watched',
        'list_watched',
        'list_uploaded',
      ]);
    });

    it('are due at their date, later where they wait, and not while they run', async () => {
      await ours.set(ID, WATCH, BY);
      const due = async (at: number) => await store.watchQueue.due(at);
      expect(await due(DUE - 1)).toEqual([]);
      const { nextAt } = WATCH;
      expect(await due(DUE)).toEqual([
        { listId: ID, teamId: 'ours', days: 7, nextAt, quota: null },
      ]);
      await store.watchQueue.postpone(ID, { until: DUE + DAY, waitsFor: 'quota', due: 2 });
      expect(await ours.find(ID)).toEqual({ ...WATCH, waitsFor: 'quota', due: 2 });
      expect(await due(DUE)).toEqual([]);
      expect(await ours.take(ID, DUE)).toBeUndefined();
      await ours.take(ID, DUE + DAY);
      expect(await due(DUE + DAY)).toEqual([]);
    });

    it('have a round that one caller alone begins, and that ends once with its event', async () => {
      await ours.set(ID, WATCH, BY);
      const hook = { id: 'hook', url: 'https://x.test/', secret: 's', format: 'standard' } as const;
      await store.webhooks('ours').create({ ...hook, events: ['list.changed'] }, 9, BY);
      expect(await theirs.take(ID, DUE)).toBeUndefined();
      const taken = await Promise.all([ours.take(ID, DUE), ours.take(ID, DUE)]);
      expect(taken.filter(Boolean)).toEqual([{ sent: 0 }]);
      expect(await ours.rounds(ID, 9)).toEqual([]);
      expect(await begin()).toBe(true);
      expect(await begin()).toBe(false);
      expect(await ours.find(ID)).toEqual({ days: 7, nextAt: NEXT, waitsFor: null, due: null });
      expect(await store.watchQueue.openRound(ID)).toMatchObject({
        checked: 2,
        places: { first: 1 },
      });
      await send();
      const [open] = await store.listQueue.open();
      expect(open).toMatchObject({ id: ID, rounds: 1 });
      for (let time = 0; time < 2; time++) {
        if (open)
          await store.listQueue.endList({ ...open, sent: 1 }, NOW + 8 * DAY, {
            changes: CHANGES,
            page: '/x',
          });
      }
      expect(await find()).toMatchObject({ status: 'completed', totalCount: 2 });
      expect(await ours.rounds(ID, 9)).toEqual([
        {
          startedAt: DUE,
          endedAt: NOW + 8 * DAY,
          checked: 2,
          changes: CHANGES,
          places: { first: 1, last: 1 },
        },
      ]);
      expect(await theirs.rounds(ID, 9)).toEqual([]);
      const log = await store.webhooks('ours').deliveries('hook', { limit: 9 });
      expect(log.map(({ type }) => type)).toEqual(['list.changed']);
      expect(await ours.summary(NOW)).toEqual({
        watched: 1,
        changed: [{ id: ID, name: 'contacts.csv', ...CHANGES, endedAt: NOW + 8 * DAY }],
      });
      expect(await ours.summary(NOW + 9 * DAY)).toEqual({ watched: 1, changed: [] });
      expect(await theirs.summary(NOW)).toEqual({ watched: 0, changed: [] });
    });

    it('are what they were where a round is left, or its process died', async () => {
      await ours.set(ID, WATCH, BY);
      const before = await find();
      await ours.take(ID, DUE);
      await store.lists('ours').leave(ID, DUE);
      expect(await find()).toEqual(before);
      await ours.take(ID, DUE);
      await store.listQueue.endAbandoned(DUE);
      expect((await find())?.status).toBe('running');
      await store.listQueue.endAbandoned(DUE + 1);
      expect(await find()).toEqual(before);
      expect(await ours.take(ID, DUE)).toBeDefined();
      expect(await begin()).toBe(true);
      await store.listQueue.endAbandoned(DUE + DAY);
      expect((await find())?.status).toBe('running');
    });

    it('have a round without an address', async () => {
      await ours.set(ID, WATCH, BY);
      await ours.take(ID, DUE);
      const round = { places: 0, totalCount: 0 };
      expect(await ours.begin(ID, { at: DUE, round, nextAt: NEXT })).toBe(true);
      await store.lists('ours').leave(ID, DUE);
      expect((await find())?.status).toBe('completed');
      expect(await ours.rounds(ID, 9)).toEqual([
        {
          startedAt: DUE,
          endedAt: DUE,
          checked: 0,
          changes: { worse: 0, better: 0, other: 0 },
          places: undefined,
        },
      ]);
    });

    it('take their rounds with them when they are deleted', async () => {
      await ours.set(ID, WATCH, BY);
      await ours.take(ID, DUE);
      await begin();
      await store.lists('ours').remove(ID, BY);
      expect(await store.watchQueue.due(NEXT)).toEqual([]);
      while (!(await store.listQueue.deleteRows(ID)));
      expect(await ours.summary(NOW)).toEqual({ watched: 0, changed: [] });
      expect(await tested.check()).toEqual([]);
    });
  });
}
