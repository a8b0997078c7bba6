import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListContent, ListStore } from '../../src/service/lists/list-ports.ts';
import type { NewBatch, Store } from '../../src/service/ports.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22);
const BY = { actor: 'ada@example.com', at: NOW };
const FORM = {
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  sheet: null,
  header: ['Name', 'E-mail'],
  columns: [1],
};
export const CONTENT: ListContent = {
  form: FORM,
  counts: { rows: 3, distinct: 3, duplicates: 0, unusable: 0, empty: 0, suggestions: 0 },
  verdicts: { deliverable: 0, risky: 0, undeliverable: 0, unknown: 3 },
  places: 2,
  size: 5000,
};

/** What every store must do with lists, whatever database is under it. */
export function describeLists(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`lists in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: ListStore;
    let theirs: ListStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: null, createdAt: NOW });
      }
      [ours, theirs] = [store.lists('ours'), store.lists('theirs')];
    });
    afterEach(() => tested.dispose());

    const create = (id = 'list_1', size = 100) =>
      ours.create({ id, name: 'contacts.csv', size }, 10_000, BY);

    const start = (maxBytes = 10_000) => ours.start('list_1', { content: CONTENT, maxBytes }, BY);

    async function started(): Promise<void> {
      await create();
      expect(await start()).toBe('started');
    }

    const batch = (place: number, from: Store = store, teamId = 'ours') => {
      const emails = [`a${place}@x.com`, `b${place}@x.com`];
      const entries = emails.map((email) => ({ email, cacheKey: email, cost: 1 }));
      const list = { listId: 'list_1', first: place, last: place };
      const made: NewBatch = {
        id: `batch_${place}_${Math.random()}`,
        createdAt: NOW,
        month: '2026-11',
        entries,
        list,
      };
      return from.team(teamId).createBatch(made);
    };

    const createdBatch = async (place: number) => {
      const created = await batch(place);
      if (typeof created === 'string') throw new Error(created);
      return created.id;
    };

    async function settle(at = NOW): Promise<void> {
      for (const list of await store.listQueue.open()) await store.listQueue.endList(list, at);
    }

    it('checks a completed list again at the times of its plan, each for one caller alone', async () => {
      await started();
      const plan = { times: [NOW + 2000, NOW + 8000], undecided: 3 };
      expect(await ours.planRetries('list_1', plan, BY)).toBe(false);
      for (const place of [1, 2]) await createdBatch(place);
      await settle();
      expect(await theirs.planRetries('list_1', plan, BY)).toBe(false);
      expect(await ours.planRetries('list_1', plan, BY)).toBe(true);
      expect((await ours.find('list_1'))?.retryPlan).toEqual(plan);
      const due = (at: number) => store.listQueue.dueRetries(at);
      expect(await due(NOW + 1999)).toEqual([]);
      expect(await due(NOW + 2000)).toEqual([{ id: 'list_1', teamId: 'ours' }]);
      const both = await Promise.all(
        [ours, tested.other.lists('ours')].map((lists) =>
          lists.take('list_1', NOW + 2000, 'planned'),
        ),
      );
      expect(both.filter(Boolean)).toHaveLength(1);
      expect(await due(NOW + 2000)).toEqual([]);
      const change = { ...BY, at: NOW + 2000 };
      expect(await ours.retry('list_1', { places: 3, totalCount: 1 }, change)).toBe(true);
      expect((await ours.find('list_1'))?.retryPlan).toEqual({ ...plan, times: [NOW + 8000] });
      await createdBatch(3);
      await settle();
      // Who saw that it was due is late.
      expect(await ours.take('list_1', NOW + 2001, 'planned')).toBeUndefined();
      expect(await due(NOW + 7999)).toEqual([]);
      await store.listQueue.postponeRetry('list_1', NOW + 8500);
      expect(await due(NOW + 8499)).toEqual([]);
      expect(await due(NOW + 8500)).toHaveLength(1);
    });

    it('takes a time out of its plan where nothing is undecided any more', async () => {
      await started();
      for (const place of [1, 2]) await createdBatch(place);
      await settle();
      await ours.planRetries('list_1', { times: [NOW + 1], undecided: 1 }, BY);
      const before = await ours.find('list_1');
      const change = { ...BY, at: NOW + 1 };
      await ours.take('list_1', change.at, 'planned');
      expect(await ours.retry('list_1', { places: 2, totalCount: 0 }, change)).toBe(true);
      const retryPlan = { times: [], undecided: 1 };
      expect(await ours.find('list_1')).toEqual({ ...before, retryPlan });
      expect(await store.listQueue.dueRetries(NOW + 9)).toEqual([]);
      const [last] = await store.members('ours').audit({ limit: 1, skip: 0 });
      expect(last?.action).toBe('list_retries_planned');
    });

    it('begins a planned retry later where its process died before', async () => {
      await started();
      for (const place of [1, 2]) await createdBatch(place);
      await settle();
      await ours.planRetries('list_1', { times: [NOW + 1], undecided: 1 }, BY);
      const before = await ours.find('list_1');
      const [due] = await store.listQueue.dueRetries(NOW + 1);
      await ours.take('list_1', NOW + 1, 'planned');
      await store.listQueue.endAbandoned(NOW + 1);
      expect((await ours.find('list_1'))?.status).toBe('running');
      await store.listQueue.endAbandoned(NOW + 2);
      expect(await ours.find('list_1')).toEqual(before);
      expect(await store.listQueue.open()).toEqual([]);
      expect(await store.listQueue.dueRetries(NOW + 2)).toEqual([due]);
      expect(await ours.take('list_1', NOW + 2, 'planned')).toBeDefined();
      expect(await tested.check()).toEqual([]);
    });

    it('checks nothing again once its plan was ended', async () => {
      await started();
      for (const place of [1, 2]) await createdBatch(place);
      await settle();
      await ours.planRetries('list_1', { times: [NOW + 1], undecided: 1 }, BY);
      expect(await ours.planRetries('list_1', null, BY)).toBe(true);
      expect((await ours.find('list_1'))?.retryPlan).toBeNull();
      expect(await store.listQueue.dueRetries(NOW + 10)).toEqual([]);
    });

    it('keeps who uploaded what, and that in the audit log', async () => {
      expect(await create()).toBe(true);
      expect(await ours.find('list_1')).toMatchObject({
        name: 'contacts.csv',
        createdBy: 'ada@example.com',
        createdAt: NOW,
        status: 'uploading',
        form: null,
        totalCount: 0,
      });
      await ours.askColumn('list_1', { form: { ...FORM, columns: [] }, size: 200 }, BY);
      expect(await ours.find('list_1')).toMatchObject({ status: 'choosing_column', size: 200 });
      expect(await start()).toBe('started');
      expect(await start()).toBe('ended');
      const audit = await store.members('ours').audit({ limit: 9, skip: 0 });
      expect(audit).toEqual([{ ...BY, action: 'list_uploaded', subject: 'contacts.csv' }]);
    });

    it('keeps a list that is read until somebody starts it', async () => {
      await create();
      const waiting = { content: CONTENT, maxBytes: 10_000, waits: true };
      expect(await ours.start('list_1', waiting, BY)).toBe('started');
      expect(await ours.find('list_1')).toMatchObject({ status: 'ready', counts: CONTENT.counts });
      expect(await store.listQueue.open()).toEqual([]);
      expect(await start()).toBe('started');
      expect(await store.listQueue.open()).toMatchObject([{ id: 'list_1', status: 'running' }]);
      const audit = await store.members('ours').audit({ limit: 9, skip: 0 });
      expect(audit.map(({ action }) => action)).toEqual(['list_started', 'list_uploaded']);
    });

    it('finds lists by name and folder, in an order', async () => {
      for (const [id, name] of [
        ['list_1', 'Spring 50%.csv'],
        ['list_2', 'autumn.csv'],
        ['list_3', 'spring_b.csv'],
      ] as const) {
        await ours.create({ id, name, size: 1 }, 10_000, BY);
      }
      await theirs.create({ id: 'list_4', name: 'spring.csv', size: 1 }, 10_000, BY);
      expect(await ours.rename('list_2', 'Autumn 2026', BY)).toBe(true);
      expect(await ours.move('list_2', 'Old', BY)).toBe(true);
      expect(await theirs.rename('list_2', 'theirs', BY)).toBe(false);
      expect(await theirs.move('list_2', 'theirs', BY)).toBe(false);
      const found = async (how: object) =>
        (await ours.list({ limit: 9, skip: 0, ...how })).map(({ id }) => id);
      expect(await found({})).toEqual(['list_3', 'list_2', 'list_1']);
      expect(await found({ search: 'SPRING' })).toEqual(['list_3', 'list_1']);
      expect(await found({ search: '%' })).toEqual(['list_1']);
      expect(await found({ search: '_' })).toEqual(['list_3']);
      expect(await found({ folder: 'Old' })).toEqual(['list_2']);
      expect(await found({ order: 'name' })).toEqual(['list_2', 'list_1', 'list_3']);
      expect(await ours.folders()).toEqual([{ folder: 'Old', lists: 1 }]);
      expect(await theirs.folders()).toEqual([]);
      expect(await ours.find('list_2')).toMatchObject({ name: 'Autumn 2026', folder: 'Old' });
    });

    it('shows a report by a link until it expires, is revoked, or its list is gone', async () => {
      await started();
      const link = (id: string, expiresAt: number) => ({
        ...{ id, hash: `hash ${id}`, createdBy: BY.actor, createdAt: NOW, expiresAt },
      });
      expect(await ours.share('list_1', link('a', NOW + 10), BY)).toBe(true);
      expect(await ours.share('list_1', link('b', NOW + 20), BY)).toBe(true);
      expect(await theirs.share('list_1', link('c', NOW + 20), BY)).toBe(false);
      const seen = { teamId: 'ours', listId: 'list_1' };
      expect(await store.listShares.find('hash a', NOW + 9)).toEqual(seen);
      expect(await store.listShares.find('hash a', NOW + 10)).toBeUndefined();
      await store.listShares.sweep(NOW + 10);
      expect((await ours.shares('list_1', NOW)).map(({ id }) => id)).toEqual(['b']);
      expect(await theirs.shares('list_1', NOW)).toEqual([]);
      expect(await theirs.unshare('list_1', 'b', BY)).toBe(false);
      expect(await ours.unshare('list_1', 'b', BY)).toBe(true);
      expect(await ours.unshare('list_1', 'b', BY)).toBe(false);
      expect(await store.listShares.find('hash b', NOW)).toBeUndefined();
      await ours.share('list_1', link('d', NOW + 20), BY);
      await ours.remove('list_1', BY);
      expect(await store.listShares.find('hash d', NOW)).toBeUndefined();
      while (!(await store.listQueue.deleteRows('list_1')));
      expect(await store.listQueue.ids()).toEqual(new Set());
    });

    it('stores no list beyond what the lists of a team may take', async () => {
      expect(await create('list_1', 6000)).toBe(true);
      expect(await create('list_2', 5000)).toBe(false);
      expect(await theirs.create({ id: 'list_3', name: 'x', size: 5000 }, 10_000, BY)).toBe(true);
      expect(await start(11_000)).toBe('started');
      await ours.create({ id: 'list_4', name: 'y', size: 10 }, 10_000, BY);
      expect(await ours.start('list_4', { content: CONTENT, maxBytes: 9_999 }, BY)).toBe(
        'over_storage',
      );
      await ours.discard('list_4');
      expect([await ours.storage(), await theirs.storage()]).toEqual([5010, 5000]);
    });

    it('gives a list to its own team alone', async () => {
      await started();
      expect(await theirs.find('list_1')).toBeUndefined();
      expect(await theirs.list({ limit: 10, skip: 0 })).toEqual([]);
      expect(await theirs.cancel('list_1', BY)).toBe(false);
      expect(await theirs.remove('list_1', BY)).toBe(false);
      expect(await theirs.take('list_1', BY.at)).toBeUndefined();
      expect(await theirs.start('list_1', { content: CONTENT, maxBytes: 9e9 }, BY)).toBe('ended');
      expect(await batch(1, store, 'theirs')).toBe('not_due');
      await theirs.recordDownload('list_1', BY);
      await theirs.discard('list_1');
      expect(await store.members('theirs').audit({ limit: 9, skip: 0 })).toEqual([]);
      expect((await ours.find('list_1'))?.status).toBe('running');
    });

    it('makes each place one batch, in their order, even with concurrent callers', async () => {
      await started();
      expect(await batch(2)).toBe('not_due');
      const tries = await Promise.all([batch(1), batch(1, tested.other)]);
      expect(tries.filter((one) => one === 'not_due')).toHaveLength(1);
      expect(await ours.find('list_1')).toMatchObject({ sent: 1, places: 2 });
      const [team] = await store.teams.list('2026-11');
      expect(team?.used).toBe(2);
    });

    it('counts nothing of a range that the quota refuses', async () => {
      await started();
      await store.teams.setQuota('ours', 1);
      expect(await batch(1)).toBe('over_quota');
      await store.teams.setQuota('ours', 2);
      await createdBatch(1);
      expect((await store.teams.list('2026-11'))[0]?.used).toBe(2);
    });

    it('shows what is done, and completes when all is collected', async () => {
      await started();
      const id = await createdBatch(1);
      await createdBatch(2);
      const queue = store.listQueue;
      expect(await queue.open()).toMatchObject([{ id: 'list_1', sent: 2, open: 2 }]);
      await store.team('ours').cancelBatch(id);
      const [first] = await queue.uncollected('list_1');
      expect(first).toEqual({ batchId: id, place: 1, isFinal: true, processedCount: 0 });
      const verdicts = { deliverable: 2, risky: 0, undeliverable: 0, unknown: 1 };
      await queue.recordProgress('list_1', { verdicts, judgedBy: '', size: 7000 }, { ended: [id] });
      expect(await queue.uncollected('list_1')).toHaveLength(1);
      expect(await ours.find('list_1')).toMatchObject({ verdicts, size: 7000 });
      await settle(NOW + 5);
      expect(await queue.open()).toEqual([]);
      expect(await ours.find('list_1')).toMatchObject({ status: 'completed', endedAt: NOW + 5 });
    });

    describe('the lease of a list', () => {
      const LEASE = 60_000;
      const OVER = -1;
      const take = (holder: string, lease = LEASE, from = store) =>
        from.listLeases.take(['list_1'], holder, lease);

      it("is one process's until it is released", async () => {
        await started();
        expect(await take('a')).toEqual(new Map([['list_1', 1]]));
        expect(await take('b')).toEqual(new Map());
        expect(await take('a')).toEqual(new Map([['list_1', 1]]));
        await store.listLeases.release('b');
        expect(await take('b')).toEqual(new Map());
        await store.listLeases.release('a');
        expect(await take('b')).toEqual(new Map([['list_1', 2]]));
        expect(await store.listLeases.take([], 'a', LEASE)).toEqual(new Map());
        expect(await store.listLeases.take(['list_2'], 'a', LEASE)).toEqual(new Map());
      });

      it('ends with its time, and has another number at another process', async () => {
        await started();
        expect(await take('a', OVER)).toEqual(new Map([['list_1', 1]]));
        expect(await take('a', OVER)).toEqual(new Map([['list_1', 1]]));
        expect(await take('b', OVER)).toEqual(new Map([['list_1', 2]]));
        expect(await take('a')).toEqual(new Map([['list_1', 3]]));
      });

      it('goes to one of several that ask at once', async () => {
        await started();
        const asked = ['a', 'b', 'c', 'd'].map((holder, at) =>
          take(holder, LEASE, at % 2 === 0 ? store : tested.other),
        );
        expect((await Promise.all(asked)).flatMap((map) => [...map])).toEqual([['list_1', 1]]);
      });

      it('lets only its holder send, and note what came of it', async () => {
        await started();
        const send = (place: number, lease: number) =>
          store.team('ours').createBatch({
            id: `batch_${place}`,
            createdAt: NOW,
            month: '2026-11',
            entries: [{ email: 'a@x.com', cacheKey: 'a@x.com', cost: 1 }],
            list: { listId: 'list_1', first: place, last: place, lease },
          });
        await take('a', OVER);
        expect(await send(1, 1)).toMatchObject({ id: 'batch_1' });
        await take('b');
        expect(await send(2, 1)).toBe('not_due');
        const verdicts = { deliverable: 1, risky: 0, undeliverable: 0, unknown: 0 };
        const progress = { verdicts, judgedBy: '', size: 7000 };
        const note = (lease: number) =>
          store.listQueue.recordProgress('list_1', progress, { ended: ['batch_1'], lease });
        await note(1);
        expect(await store.listQueue.uncollected('list_1')).toHaveLength(1);
        expect((await ours.find('list_1'))?.size).not.toBe(7000);
        await note(2);
        expect(await store.listQueue.uncollected('list_1')).toEqual([]);
        expect((await ours.find('list_1'))?.size).toBe(7000);
        expect(await send(2, 2)).toMatchObject({ id: 'batch_2' });
      });
    });

    it('counts a retry from its own beginning', async () => {
      await started();
      await createdBatch(1);
      await createdBatch(2);
      await settle();
      await ours.take('list_1', BY.at);
      expect(await ours.retry('list_1', { places: 3, totalCount: 2 }, BY)).toBe(true);
      expect(await ours.retry('list_1', { places: 4, totalCount: 2 }, BY)).toBe(false);
      expect(await ours.find('list_1')).toMatchObject({
        status: 'running',
        totalCount: 2,
        processedCount: 0,
        endedAt: null,
      });
    });

    it('reads an ended list in another way, with a round or without one', async () => {
      await started();
      await createdBatch(1);
      await createdBatch(2);
      await settle();
      const content = {
        form: { ...(await ours.find('list_1'))?.form, splitCells: true } as never,
        counts: { ...(await ours.find('list_1'))?.counts, rows: 77 } as never,
        verdicts: { deliverable: 7, risky: 0, undeliverable: 0, unknown: 0 },
        judgedBy: '1 0.0.0',
        size: 9000,
        action: 'list_split',
      } as const;
      const revise = async (round: { places: number; totalCount: number }, at: number) => {
        await ours.take('list_1', at, 'revision');
        return ours.revise('list_1', { ...content, round }, { ...BY, at });
      };
      expect(await revise({ places: 2, totalCount: 0 }, NOW + 7)).toBe(true);
      expect(await ours.find('list_1')).toMatchObject({
        ...{ status: 'completed', counts: { rows: 77 }, form: { splitCells: true } },
        ...{ size: 9000, verdicts: content.verdicts, judgedBy: '1 0.0.0', startedAt: NOW + 7 },
      });
      expect(await store.listQueue.open()).toEqual([]);
      expect(await revise({ places: 3, totalCount: 2 }, NOW + 8)).toBe(true);
      expect(await ours.find('list_1')).toMatchObject({
        ...{ status: 'running', totalCount: 2, processedCount: 0, endedAt: null },
      });
      expect(await store.listQueue.open()).toMatchObject([{ id: 'list_1', places: 3, sent: 2 }]);
      const round = { places: 4, totalCount: 1 };
      expect(await ours.revise('list_1', { ...content, round }, BY)).toBe(false);
    });

    it('lets a revision go on whose process died, and makes one what it was that is left', async () => {
      await started();
      for (const place of [1, 2]) await createdBatch(place);
      await settle();
      const before = await ours.find('list_1');
      await ours.take('list_1', NOW + 1, 'revision');
      await ours.leave('list_1', NOW + 1);
      expect(await ours.find('list_1')).toEqual(before);
      await ours.take('list_1', NOW + 2, 'revision');
      await store.listQueue.endAbandoned(NOW + 2);
      expect(await store.listQueue.open()).toEqual([]);
      await store.listQueue.endAbandoned(NOW + 3);
      expect(await store.listQueue.open()).toMatchObject([{ id: 'list_1', status: 'running' }]);
      await settle();
      expect(await ours.take('list_1', NOW + 2, 'revision')).toEqual({ sent: 2 });
    });

    it('changes what is known of the form of a list, of its team alone', async () => {
      await started();
      const reformed = {
        change: (form: object) => ({ ...form, dropDuplicates: true }) as never,
        action: 'list_duplicates_dropped',
      } as const;
      expect(await theirs.reform('list_1', reformed, BY)).toBe(false);
      expect(await ours.reform('list_1', reformed, BY)).toBe(true);
      expect(await ours.find('list_1')).toMatchObject({ form: { dropDuplicates: true } });
    });

    it('takes an ended list for one retry at a time, and sends nothing of it meanwhile', async () => {
      const { at } = BY;
      await started();
      expect(await ours.take('list_1', at)).toBeUndefined();
      await createdBatch(1);
      await ours.cancel('list_1', BY);
      const tries = await Promise.all(
        [ours, tested.other.lists('ours')].map((lists) => lists.take('list_1', at)),
      );
      const taken = tries.filter((one) => one !== undefined);
      expect(taken).toEqual([{ sent: 1 }]);
      expect(await batch(2)).toBe('not_due');
      expect(await store.listQueue.open()).toEqual([]);
      await ours.leave('list_1', at);
      expect(await store.listQueue.open()).toMatchObject([{ status: 'cancelled', sent: 1 }]);
    });

    it('lets no retry go on that was cancelled or taken anew', async () => {
      await started();
      await ours.cancel('list_1', BY);
      await ours.take('list_1', NOW + 1);
      await ours.cancel('list_1', BY);
      await ours.take('list_1', NOW + 2);
      const round = { places: 3, totalCount: 2 };
      expect(await ours.retry('list_1', round, { ...BY, at: NOW + 1 })).toBe(false);
      expect(await ours.retry('list_1', round, { ...BY, at: NOW + 2 })).toBe(true);
    });

    it('is what it was where its retry was killed before it began', async () => {
      await started();
      await ours.cancel('list_1', BY);
      await ours.take('list_1', NOW);
      await store.listQueue.endAbandoned(NOW + 1);
      expect(await store.listQueue.open()).toMatchObject([{ id: 'list_1', status: 'cancelled' }]);
      await ours.take('list_1', NOW + 1);
      await ours.retry('list_1', { places: 3, totalCount: 1 }, { ...BY, at: NOW + 1 });
      await store.listQueue.endAbandoned(NOW + 9);
      expect((await ours.find('list_1'))?.status).toBe('running');
    });

    it('goes on where a revision was killed', async () => {
      await started();
      await ours.cancel('list_1', BY);
      await ours.take('list_1', NOW, 'revision');
      await store.listQueue.endAbandoned(NOW);
      expect(await store.listQueue.open()).toEqual([]);
      await store.listQueue.endAbandoned(NOW + 1);
      expect(await store.listQueue.open()).toMatchObject([{ id: 'list_1', status: 'running' }]);
    });

    it('does not complete a list that was retried in the meantime', async () => {
      await started();
      await ours.cancel('list_1', BY);
      const [seen] = await store.listQueue.open();
      await ours.take('list_1', BY.at);
      await ours.retry('list_1', { places: 1, totalCount: 2 }, BY);
      if (seen) await store.listQueue.endList(seen, NOW);
      expect((await ours.find('list_1'))?.status).toBe('running');
      expect(await store.listQueue.open()).toHaveLength(1);
    });

    it('sends nothing more of a cancelled list, which stays cancelled', async () => {
      await started();
      const id = await createdBatch(1);
      expect(await ours.cancel('list_1', BY)).toBe(true);
      expect(await ours.cancel('list_1', BY)).toBe(false);
      expect(await batch(2)).toBe('not_due');
      expect(await ours.openBatches('list_1')).toEqual([id]);
      await settle();
      expect((await ours.find('list_1'))?.status).toBe('cancelled');
    });

    it('forgets a removed list at once, and deletes its rows step by step', async () => {
      await started();
      await createdBatch(1);
      await createdBatch(2);
      expect(await ours.remove('list_1', BY)).toBe(true);
      expect(await ours.find('list_1')).toBeUndefined();
      expect(await ours.list({ limit: 10, skip: 0 })).toEqual([]);
      expect(await batch(3)).toBe('not_due');
      const { listQueue } = store;
      while (!(await listQueue.deleteRows('list_1')));
      expect(await listQueue.ids()).toEqual(new Set());
      expect(await store.team('ours').listBatches({ limit: 10, skip: 0 })).toEqual([]);
    });

    it('drops uploads that nobody receives any more', async () => {
      await create();
      await store.listQueue.endAbandoned(NOW);
      expect(await ours.find('list_1')).toBeDefined();
      await store.listQueue.endAbandoned(NOW + 1);
      expect(await ours.find('list_1')).toBeUndefined();
    });

    it('notes what lists take that are not under way', async () => {
      await started();
      const sizes = (size: number) => store.listQueue.recordSizes(new Map([['list_1', size]]));
      await sizes(70);
      expect(await ours.storage()).toBe(5000);
      await ours.cancel('list_1', BY);
      await settle();
      await create('list_2');
      await sizes(70);
      expect(await ours.storage()).toBe(170);
      await store.listQueue.recordSizes(new Map([['list_2', 1]]));
      expect(await ours.storage()).toBe(170);
    });

    it('keeps the batches of a list as long as the list', async () => {
      await started();
      await store.team('ours').cancelBatch(await createdBatch(1));
      expect(await store.retention.sweepBatches(NOW + 1)).toBe(0);
      expect(await store.retention.sweepLists(NOW + 1)).toBe(0);
      await ours.cancel('list_1', BY);
      expect(await store.retention.sweepLists(NOW)).toBe(0);
      expect(await store.retention.sweepLists(NOW + 1)).toBe(1);
      expect(await ours.find('list_1')).toBeUndefined();
    });

    it('shows the batches of lists with their lists alone', async () => {
      await started();
      await createdBatch(1);
      const page = { limit: 10, skip: 0 };
      expect(await store.reports('ours').batches(page)).toEqual([]);
      expect(await ours.batches('list_1', page)).toHaveLength(1);
      expect(await theirs.batches('list_1', page)).toEqual([]);
      expect(await store.team('ours').listBatches(page)).toHaveLength(1);
    });
  });
}
