import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import type {
  SuppressionChange,
  SuppressionStore,
} from '../../src/service/suppressions/entries.ts';
import { anyText } from '../support/any-text.ts';
import { runs } from '../support/property-runs.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const change = (action: SuppressionChange['action'] = 'suppressions_added'): SuppressionChange => ({
  actor: 'ada@example.com',
  at: NOW,
  action,
  subject: '1 entry',
});

/** What every store must do with suppression lists, whatever database is under it. */
export function describeSuppressions(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`suppression lists in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: SuppressionStore;
    let theirs: SuppressionStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
      }
      ours = store.suppressions('ours');
      theirs = store.suppressions('theirs');
    });
    afterEach(() => tested.dispose());

    const texts = async (page: Partial<Parameters<SuppressionStore['list']>[0]> = {}) => {
      const all = { prefix: '', limit: 100, skip: 0, ...page };
      return (await ours.list(all)).map(({ entry }) => entry);
    };
    const audit = async () =>
      (await store.members('ours').audit({ limit: 9, skip: 0 })).map(({ action }) => action);

    it('an entry is found by its text, by its team alone, also from another process', async () => {
      expect(await ours.add(['b@x.test', '@y.test'], NOW)).toBe(2);
      const wanted = ['a@x.test', 'b@x.test', '@y.test', 'B@x.test'];
      const other = tested.other.suppressions('ours');
      for (const list of [ours, other]) {
        expect(await list.find(wanted)).toEqual(new Set(['b@x.test', '@y.test']));
      }
      expect(await theirs.find(wanted)).toEqual(new Set());
      expect(await ours.find([])).toEqual(new Set());
    });

    it('an entry that is there keeps its date and is not counted as new', async () => {
      await ours.add(['a@x.test'], NOW);
      expect(await ours.add(['b@x.test', 'a@x.test', 'b@x.test'], NOW + 1)).toBe(1);
      expect(await ours.add([], NOW)).toBe(0);
      expect(await ours.list({ prefix: '', limit: 9, skip: 0 })).toEqual([
        { entry: 'a@x.test', addedAt: NOW },
        { entry: 'b@x.test', addedAt: NOW + 1 },
      ]);
      expect(await ours.count()).toBe(2);
    });

    it('entries are listed by their beginning and a part at a time, in the order of their texts', async () => {
      await ours.add(
        ['b@x.test', '@x.test', 'a%@x.test', 'a_@x.test', 'ab@x.test', 'ü@x.test'],
        NOW,
      );
      await theirs.add(['aa@x.test'], NOW);
      const all = ['@x.test', 'a%@x.test', 'a_@x.test', 'ab@x.test', 'b@x.test', 'ü@x.test'];
      expect(await texts()).toEqual(all);
      expect(await texts({ limit: 2, skip: 3 })).toEqual(all.slice(3, 5));
      expect(await texts({ prefix: 'a' })).toEqual(all.slice(1, 4));
      expect(await texts({ prefix: 'a%' })).toEqual(['a%@x.test']);
      expect(await texts({ prefix: 'ü' })).toEqual(['ü@x.test']);
      expect(await texts({ prefix: 'ab@x.testx' })).toEqual([]);
      expect((await ours.after('a_@x.test', 2)).map(({ entry }) => entry)).toEqual(all.slice(3, 5));
      expect(await ours.after('ü@x.test', 2)).toEqual([]);
    });

    it('an entry is removed from its own list alone, and gone at once for everybody', async () => {
      await ours.add(['a@x.test', 'b@x.test'], NOW);
      await theirs.add(['a@x.test'], NOW);
      expect(await ours.remove(['a@x.test', 'c@x.test'], change('suppressions_removed'))).toBe(1);
      expect(await tested.other.suppressions('ours').find(['a@x.test'])).toEqual(new Set());
      expect(await theirs.count()).toBe(1);
      expect(await texts()).toEqual(['b@x.test']);
    });

    it('changes are in the audit log with what they changed; what changes nothing is not', async () => {
      await ours.add(['a@x.test'], NOW, change());
      await ours.add(['a@x.test'], NOW, change());
      await ours.remove(['b@x.test'], change('suppressions_removed'));
      expect(await audit()).toEqual(['suppressions_added']);
      await ours.remove(['a@x.test'], change('suppressions_removed'));
      await ours.log(change('suppressions_exported'));
      expect(await audit()).toEqual([
        'suppressions_exported',
        'suppressions_removed',
        'suppressions_added',
      ]);
    });

    it('the extent says whether there is anything to look for', async () => {
      expect(await ours.extent()).toEqual({ any: false, hashes: false });
      expect(await ours.isEmpty()).toBe(true);
      await theirs.add([':0123'], NOW);
      expect(await ours.extent()).toEqual({ any: false, hashes: false });
      await ours.add(['a@x.test'], NOW);
      expect(await ours.extent()).toEqual({ any: true, hashes: false });
      expect(await ours.isEmpty()).toBe(false);
      expect(await theirs.extent()).toEqual({ any: true, hashes: true });
    });

    it('an erased address leaves a hash in each list that had it', async () => {
      await ours.add(['a@x.test', 'b@x.test'], NOW);
      await theirs.add(['a@x.test', ':theirs'], NOW);
      const suppressed = { entry: 'a@x.test', hash: (team: string) => `:${team}` };
      const erasure = { emails: [], error: 'erased', suppressed };
      expect(await store.erasure.erase(erasure)).toMatchObject({ suppressions: 2 });
      expect(await texts()).toEqual([':ours', 'b@x.test']);
      expect(await theirs.list({ prefix: '', limit: 9, skip: 0 })).toEqual([
        { entry: ':theirs', addedAt: NOW },
      ]);
      expect(await store.erasure.erase(erasure)).toMatchObject({ suppressions: 0 });
    });

    it('thousands are added and found at once, also by two at a time', async () => {
      const entries = Array.from({ length: 3000 }, (_, n) => `a${n}@x.test`);
      const backwards = entries.toReversed();
      const other = tested.other.suppressions('ours');
      const added = await Promise.all([ours.add(entries, NOW), other.add(backwards, NOW)]);
      expect(added[0] + added[1]).toBe(3000);
      expect((await ours.find(backwards)).size).toBe(3000);
      expect(await ours.count()).toBe(3000);
    });

    it('any text is kept as it is', async () => {
      const text = anyText({ minLength: 1, maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(text, async (entry) => {
          await ours.add([entry], NOW);
          expect(await ours.find([entry])).toEqual(new Set([entry]));
          await ours.remove([entry], change('suppressions_removed'));
        }),
        { numRuns: runs(10) },
      );
    });
  });
}
