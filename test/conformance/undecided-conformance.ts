import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntryOutcome } from '../../src/service/parts/part-queue.ts';
import type { Store } from '../../src/service/ports.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const MONTH = '2026-11';
const FACTS = {
  valid: true,
  deliverable: true,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: true,
  score: 100,
};
const DECIDED = foundResult({ facts: FACTS });
const UNDECIDED = foundResult({
  facts: { ...FACTS, deliverable: false, smtp: false, score: 45 },
  decided: false,
  reason: 'no_answer',
});

/** What every store must do with the cost of what can't be decided, whatever database is under it. */
export function describeUndecided(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the cost of undecided verifications on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      await store.teams.create({ id: 'ours', name: 'ours', quota: 10, createdAt: NOW });
    });
    afterEach(() => tested.dispose());

    const usage = () => store.reports('ours').usage(MONTH);

    async function runBatch(outcomes: readonly EntryOutcome[]): Promise<void> {
      const count = Math.max(...outcomes.flatMap(({ positions }) => positions)) + 1;
      const entries = Array.from({ length: count }, (_, n) => {
        const email = `a${n}@x.test`;
        return { email, cacheKey: email, cost: 1 };
      });
      await store.team('ours').createBatch({ id: 'b1', createdAt: NOW, month: MONTH, entries });
      const part = await claimPart(store, 'ours');
      await store.parts.record(part, outcomes, NOW);
      // As after a break: what is recorded already is left alone.
      await store.parts.record(part, outcomes, NOW);
    }

    it('is given back by a batch, once, and counted; duplicates cost nothing anyway', async () => {
      await runBatch([
        { positions: [0, 1], result: UNDECIDED, charged: true },
        { positions: [2, 3], result: DECIDED, charged: true },
        { positions: [4], result: DECIDED },
        { positions: [5], result: UNDECIDED, charged: true },
      ]);
      expect(await usage()).toEqual({ used: 1, givenBack: 2 });
    });

    it('is charged where the team is charged for it', async () => {
      expect(await store.teams.setChargesUnknown('ours', true)).toBe(true);
      expect(await store.teams.findByName('ours')).toMatchObject({ chargesUnknown: true });
      await runBatch([{ positions: [0, 1], result: UNDECIDED, charged: true }]);
      const reservation = { id: 'r1', month: MONTH, count: 1, expiresAt: NOW + 100 };
      await store.team('ours').reserve(reservation);
      const verification = { email: 'a@x.test', result: UNDECIDED, at: NOW, reservation };
      await store.team('ours').recordVerification(verification);
      expect(await usage()).toEqual({ used: 2, givenBack: 0 });
      expect(await store.teams.setChargesUnknown('nobody', true)).toBe(false);
    });

    it('is given back by single verifications, also where the reservation expired meanwhile', async () => {
      const team = store.team('ours');
      for (const [id, result] of [
        ['kept', UNDECIDED],
        ['late', UNDECIDED],
        ['fine', DECIDED],
      ] as const) {
        const reservation = { id, month: MONTH, count: 1, expiresAt: NOW + 100 };
        await team.reserve(reservation);
        if (id === 'late') await store.retention.giveBackExpired(NOW + 100);
        await team.recordVerification({ email: `${id}@x.test`, result, at: NOW, reservation });
      }
      expect(await usage()).toEqual({ used: 1, givenBack: 2 });
    });

    it('is exact where many verifications of two connections end at once', async () => {
      const connections = [store.team('ours'), tested.other.team('ours')];
      await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const team = connections[n % 2] ?? store.team('ours');
          const reservation = { id: `r${n}`, month: MONTH, count: 1, expiresAt: NOW + 100 };
          const isReserved = await team.reserve(reservation);
          if (!isReserved) return;
          const result = n % 4 < 2 ? UNDECIDED : DECIDED;
          await team.recordVerification({ email: `a${n}@x.test`, result, at: NOW, reservation });
        }),
      );
      const history = await store.team('ours').listVerifications({ limit: 100, skip: 0 });
      const decided = history.filter(({ result }) => result.facts.deliverable).length;
      expect(await usage()).toEqual({ used: decided, givenBack: history.length - decided });
      expect(decided).toBeLessThanOrEqual(10);
    });

    it('leaves room for others in the quota', async () => {
      const undecided = Array.from({ length: 10 }, (_, n) => ({
        positions: [n],
        result: UNDECIDED,
        charged: true,
      }));
      await runBatch(undecided);
      const reservation = { id: 'next', month: MONTH, count: 10, expiresAt: NOW + 100 };
      expect(await store.team('ours').reserve(reservation)).toBe(true);
    });
  });

  describe(`warnings of a quota on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      await store.teams.create({ id: 'ours', name: 'ours', quota: 10, createdAt: NOW });
      await store.teams.create({ id: 'free', name: 'free', quota: null, createdAt: NOW });
      const events = ['quota.nearly_reached'] as const;
      for (const id of ['ours', 'free']) {
        const webhook = { id: `hook_${id}`, url: 'https://x.test/', events, secret: 'whsec_b25l' };
        await store.webhooks(id).create(webhook, 3, { actor: 'a test', at: NOW });
      }
    });
    afterEach(() => tested.dispose());

    async function use(teamId: string, count: number): Promise<void> {
      const reservation = { id: `${teamId} ${count}`, month: MONTH, count, expiresAt: NOW + 9 };
      await store.team(teamId).reserve(reservation);
    }

    async function messages(teamId: string): Promise<readonly string[]> {
      const rows = await store.webhooks(teamId).deliveries(`hook_${teamId}`, { limit: 9 });
      return rows.map(({ type }) => type);
    }

    it('come at 80 percent, once a month and quota', async () => {
      const warn = () =>
        store.webhookQueue.warnOfQuotas({ month: MONTH, resetsAt: Date.UTC(2026, 11, 1) });
      await use('ours', 7);
      await use('free', 1000);
      await warn();
      expect(await messages('ours')).toEqual([]);
      await use('ours', 1);
      await Promise.all([warn(), warn()]);
      await warn();
      expect(await messages('ours')).toEqual(['quota.nearly_reached']);
      expect(await messages('free')).toEqual([]);
      await store.teams.setQuota('ours', 9);
      await warn();
      expect(await messages('ours')).toEqual(['quota.nearly_reached', 'quota.nearly_reached']);
    });
  });
}
