import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import type { PolicyStore } from '../../src/service/teams/records.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const ADA = { actor: 'ada@example.com', at: NOW };
const TEXT = '{\n  // ü😀\n  "rules": [],\t\n}\n';

/** What every store must do with the policies of teams. */
export function describePolicies(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`policies of teams in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: PolicyStore;
    let theirs: PolicyStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
      }
      ours = store.policies('ours');
      theirs = store.policies('theirs');
    });
    afterEach(() => tested.dispose());

    const audit = async (team: string) =>
      (await store.members(team).audit({ limit: 9, skip: 0 })).map(({ action }) => action);

    it('are kept as they were written, for their team alone, and replaced', async () => {
      expect(await ours.find()).toBeUndefined();
      await ours.set(TEXT, ADA);
      expect(await ours.find()).toEqual({ text: TEXT, changedAt: NOW });
      expect(await tested.other.policies('ours').find()).toEqual({ text: TEXT, changedAt: NOW });
      expect(await theirs.find()).toBeUndefined();
      await ours.set('{}', { ...ADA, at: NOW + 1 });
      expect(await ours.find()).toEqual({ text: '{}', changedAt: NOW + 1 });
      expect([await audit('ours'), await audit('theirs')]).toEqual([
        ['policy_changed', 'policy_changed'],
        [],
      ]);
    });

    it('are removed, which is logged where there was one', async () => {
      await ours.set(TEXT, ADA);
      expect(await theirs.remove(ADA)).toBe(false);
      expect([await ours.remove(ADA), await ours.remove(ADA)]).toEqual([true, false]);
      expect(await ours.find()).toBeUndefined();
      expect([await audit('ours'), await audit('theirs')]).toEqual([
        ['policy_removed', 'policy_changed'],
        [],
      ]);
    });
  });
}
