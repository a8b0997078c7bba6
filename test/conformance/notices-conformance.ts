import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const LEASE_MS = 30_000;
const BY = { actor: 'ada@example.com', at: NOW };
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
  verdicts: { deliverable: 2, risky: 0, undeliverable: 1, unknown: 0 },
  places: 1,
  size: 9,
};

/** What every store must do with notices, whatever database is under it. */
export function describeNotices(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`notices in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
        for (const who of ['ada', 'bob', 'cy']) await join(team, who);
      }
      const { lists } = store;
      await lists('ours').create({ id: 'list_1', name: 'contacts.csv', size: 9 }, 100, BY);
      await lists('ours').start('list_1', { content: CONTENT, maxBytes: 100 }, BY);
    });
    afterEach(() => tested.dispose());

    async function join(team: string, who: string): Promise<void> {
      const email = `${who}@example.com`;
      const hash = `invite-${team}-${who}`;
      const times = { createdAt: NOW, expiresAt: NOW + 1000 };
      const invitation = { id: hash, hash, email, role: 'member', ...times } as const;
      await store.members(team).invite(invitation, BY);
      const person = { id: `${team}-${who}`, email, passwordHash: 'x', createdAt: NOW };
      await store.people.redeemInvitation(hash, person);
    }

    const choose = (who: string, notices: 'own' | 'all' | 'none') =>
      store.people.setPreferences(`ours-${who}`, { notices, zone: null });
    const claim = (now = NOW) => store.notices.claim(9, { now, leaseMs: LEASE_MS });
    const pause = () => store.listQueue.setWait('list_1', 'quota');

    it('go to who uploaded the list, and to those of the team who want them of all', async () => {
      await choose('bob', 'all');
      await pause();
      const claimed = await claim(NOW + 1);
      expect(claimed.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'bob@example.com']);
      expect(claimed[0]).toMatchObject({
        type: 'list.paused',
        data: { listId: 'list_1', name: 'contacts.csv', team: 'ours' },
        attempts: 0,
      });
    });

    it('go to nobody who wants none', async () => {
      await choose('ada', 'none');
      await pause();
      expect(await claim(NOW + LEASE_MS)).toEqual([]);
    });

    it('are written once for an event, sent by one process, and again after the lease', async () => {
      await pause();
      await pause();
      const later = NOW + LEASE_MS;
      const both = await Promise.all([claim(later), claim(later)]);
      const [notice, ...more] = both.flat();
      expect([notice?.type, more]).toEqual(['list.paused', []]);
      expect(await claim(later + LEASE_MS - 1)).toEqual([]);
      const [again] = await claim(later + LEASE_MS);
      expect(again?.id).toBe(notice?.id);
      // The result of a lease that is over counts no more.
      if (notice) await store.notices.record(notice, null);
      expect(await claim(later + 2 * LEASE_MS)).toHaveLength(1);
    });

    it('are tried again when it is said, and never again once they are sent', async () => {
      await pause();
      const later = NOW + LEASE_MS;
      const [first] = await claim(later);
      if (first) await store.notices.record(first, later + 10_000);
      expect(await claim(later + 9999)).toEqual([]);
      const [second] = await claim(later + 10_000);
      expect(second?.attempts).toBe(1);
      if (second) await store.notices.record(second, null);
      await pause();
      expect(await claim(later + 10 * LEASE_MS)).toEqual([]);
    });

    it('leave with the person', async () => {
      await pause();
      await store.members('ours').remove('ours-ada', BY);
      expect(await claim(NOW + LEASE_MS)).toEqual([]);
    });
  });
}
