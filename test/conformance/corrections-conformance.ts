import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CorrectionStore } from '../../src/service/lists/list-ports.ts';
import type { Store } from '../../src/service/ports.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const ADA = { actor: 'ada@example.com', at: NOW };
const PAGE = { limit: 100, skip: 0 };

/** What every store must do with what teams decided about typing errors. */
export function describeCorrections(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`decisions about typing errors in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: CorrectionStore;
    let theirs: CorrectionStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
      }
      ours = store.corrections('ours');
      theirs = store.corrections('theirs');
    });
    afterEach(() => tested.dispose());

    const audit = async () =>
      (await store.members('ours').audit({ limit: 9, skip: 0 })).map(({ action }) => action);

    it('are found by what was typed, by their team alone', async () => {
      const decided = [
        { from: '@gmial.com', to: '@gmail.com' },
        { from: 'ann at x.org', to: null },
      ];
      await ours.decide(decided, ADA);
      const by = { decidedBy: ADA.actor, decidedAt: NOW };
      const found = await ours.find(['@gmial.com', 'ann at x.org', '@x.org']);
      expect(found.toSorted((one, other) => (one.from < other.from ? -1 : 1))).toEqual(
        decided.map((one) => ({ ...one, ...by })),
      );
      expect(await ours.find([])).toEqual([]);
      expect(await theirs.find(['@gmial.com'])).toEqual([]);
      expect([await ours.count(), await theirs.count()]).toEqual([2, 0]);
    });

    it('are replaced by later ones, which come first', async () => {
      const rejected = { ...ADA, at: NOW + 1, action: 'corrections_rejected', subject: 'a.csv' };
      await ours.decide([{ from: '@a.org', to: '@b.org' }], ADA);
      await ours.decide([{ from: '@c.org', to: '@d.org' }], ADA);
      await ours.decide([{ from: '@c.org', to: null }], rejected as never);
      expect(await ours.list(PAGE)).toMatchObject([
        { from: '@c.org', to: null, decidedAt: NOW + 1 },
        { from: '@a.org', to: '@b.org' },
      ]);
      expect(await ours.list({ limit: 1, skip: 1 })).toMatchObject([{ from: '@a.org' }]);
      expect(await audit()).toEqual(['corrections_rejected']);
    });

    it('are removed by what was typed, and logged where there were any', async () => {
      const change = { ...ADA, action: 'corrections_removed', subject: '1' } as const;
      await ours.decide([{ from: '@a.org', to: '@b.org' }], ADA);
      expect(await theirs.remove(['@a.org'], change)).toBe(0);
      expect(await ours.remove(['@a.org', '@x.org'], change)).toBe(1);
      expect(await ours.remove(['@a.org'], change)).toBe(0);
      expect(await audit()).toEqual(['corrections_removed']);
    });

    it('may be many', async () => {
      const many = Array.from({ length: 2500 }, (_, at) => ({ from: `@d${at}.org`, to: '@e.org' }));
      await ours.decide(many, ADA);
      expect(await ours.find(many.map(({ from }) => from))).toHaveLength(2500);
      expect(
        await ours.remove(
          many.map(({ from }) => from),
          ADA,
        ),
      ).toBe(2500);
    });

    it('are forgotten with an address that is erased, typed or meant', async () => {
      const decided = [
        { from: 'Ann at x.org', to: 'Ann@x.org' },
        { from: 'ann@x.org', to: 'anna@x.org' },
        { from: '@xx.org', to: '@x.org' },
      ];
      for (const store of [ours, theirs]) await store.decide(decided, ADA);
      const suppressed = { entry: 'ann@x.org', hash: (teamId: string) => `:${teamId}` };
      await store.erasure.erase({ emails: [], error: 'erased', suppressed });
      for (const store of [ours, theirs])
        expect((await store.list(PAGE)).map(({ from }) => from)).toEqual(['@xx.org']);
    });
  });
}
