import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import type { BrandStore } from '../../src/service/teams/brand-ports.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const ADA = { actor: 'ada@example.com', at: NOW };
const NAME = 'Bäckerei 😀 & Söhne';
const LOGO = { type: 'image/png', base64: Buffer.alloc(20_000, 7).toString('base64') } as const;

/** What every store must do with the names and logos of teams. */
export function describeBrands(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`brands of teams in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: BrandStore;
    let theirs: BrandStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
      }
      ours = store.brands('ours');
      theirs = store.brands('theirs');
    });
    afterEach(() => tested.dispose());

    it('are kept for their team alone, and a logo stays until another or none is given', async () => {
      expect([await ours.find(), await ours.logo()]).toEqual([undefined, undefined]);
      await ours.set({ name: NAME, logo: LOGO }, ADA);
      const brand = { name: NAME, title: NAME, hasLogo: true, changedAt: NOW };
      expect([await ours.find(), await ours.logo()]).toEqual([brand, LOGO]);
      const other = tested.other.brands('ours');
      expect([await other.find(), await other.logo()]).toEqual([brand, LOGO]);
      expect([await theirs.find(), await theirs.logo()]).toEqual([undefined, undefined]);
      await ours.set({ name: null }, { ...ADA, at: NOW + 1 });
      const unnamed = { name: null, title: 'ours', hasLogo: true, changedAt: NOW + 1 };
      expect([await ours.find(), await ours.logo()]).toEqual([unnamed, LOGO]);
      const jpeg = { type: 'image/jpeg', base64: 'AAAA' } as const;
      await ours.set({ name: 'Ours', logo: jpeg }, ADA);
      expect(await ours.logo()).toEqual(jpeg);
      await ours.set({ name: 'Ours', logo: null }, ADA);
      expect(await ours.find()).toMatchObject({ title: 'Ours', hasLogo: false });
      expect(await ours.logo()).toBeUndefined();
    });

    it('are logged with each change', async () => {
      await ours.set({ name: NAME }, ADA);
      const found = await store.members('ours').audit({ limit: 9, skip: 0 });
      expect(found.map(({ action }) => action)).toEqual(['brand_changed']);
      expect(await store.members('theirs').audit({ limit: 9, skip: 0 })).toEqual([]);
    });
  });
}
