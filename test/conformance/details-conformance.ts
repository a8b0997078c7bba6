import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import type { Answer } from '../../src/service/records.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { claimPart } from '../support/claim-part.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 22, 9);
const MONTH = '2026-11';

/** A refusal in which the host repeats the address. */
function refused(address: string, checkedAt = '2026-11-22T08:00:00.125Z'): Answer {
  const detail = JSON.stringify({
    reason: 'no_mailbox',
    reply: { code: 550, enhanced: '5.1.1', text: `<${address}>: User unknown` },
    rule: 'plainly-missing',
    checkedAt,
  });
  return {
    facts: { ...ACCEPTED_FACTS, deliverable: false },
    decided: true,
    reason: 'full',
    detail,
  };
}

/** What every store must do with what results rest on, whatever database is under it. */
export function describeDetails(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`details on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      await store.teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: NOW });
    });
    afterEach(() => tested.dispose());

    const team = () => store.team('ours');
    const history = async () =>
      (await team().listVerifications({ limit: 9, skip: 0 })).map(({ detail }) => detail);

    /** A batch of these addresses, as they are written, with the answers of their keys. */
    async function verify(id: string, emails: readonly string[], answerOf = refused) {
      const entries = emails.map((email) => ({ email, cacheKey: email.toLowerCase(), cost: 1 }));
      await team().createBatch({ id, month: MONTH, createdAt: NOW, entries });
      const part = await claimPart(store, 'ours');
      const outcomes = entries.map(({ cacheKey: key }, position) => ({
        positions: [position],
        answer: answerOf(key),
        charged: true,
        keep: { key, expiresAt: NOW + DAY },
      }));
      expect(await store.parts.record(part, outcomes, NOW)).toBe(true);
      await store.parts.complete(part);
      return (await team().findBatch(id))?.entries.map(({ detail }) => detail);
    }

    const sweep = (now: number) => store.retention.sweepDetails(now);

    it('a batch, the history and the cache give each address its own', async () => {
      const emails = ['ann@x.test', 'Bob@x.test'];
      const details = ['ann@x.test', 'bob@x.test'].map((key) => refused(key).detail);
      expect(await verify('b1', emails)).toEqual(details);
      expect(new Set(await history())).toEqual(new Set(details));
      const cached = await store.cache.find('ours', ['ann@x.test', 'bob@x.test'], NOW);
      expect([...cached.values()].map(({ detail }) => JSON.parse(detail ?? ''))).toEqual(
        details.map((detail) => ({ ...JSON.parse(detail ?? ''), cached: true })),
      );
    });

    it('what differs in the time or in the address alone is stored once', async () => {
      const times = ['08:00:00.125', '08:00:00.250'];
      await verify('b1', ['ann@x.test', 'bob@x.test'], (key) =>
        refused(key, `2026-11-22T${key.startsWith('ann') ? times[0] : times[1]}Z`),
      );
      expect((await history()).map((detail) => JSON.parse(detail ?? '').checkedAt).sort()).toEqual(
        times.map((time) => `2026-11-22T${time}Z`),
      );
      await forgetAll();
      expect([await sweep(NOW + DAY), await sweep(NOW + 2 * DAY)]).toEqual([0, 1]);
    });

    it('is kept while a batch, the history or the cache has it', async () => {
      const email = 'ann@x.test';
      const keep = { key: email, expiresAt: NOW + DAY };
      const sweepTwice = async () => (await sweep(NOW + DAY)) + (await sweep(NOW + DAY));
      await verify('b1', [email]);
      await team().recordVerification({ email, answer: refused(email), at: NOW, keep });
      await team().deleteBatch('b1');
      expect(await sweepTwice()).toBe(1);
      expect(await history()).toEqual([refused(email).detail]);
      await store.retention.sweepHistory(NOW + 1);
      expect(await sweepTwice()).toBe(0);
      expect((await store.cache.findOne('ours', email, NOW))?.detail).toContain('User unknown');
      await store.cache.sweep(NOW + DAY);
      expect(await sweepTwice()).toBe(1);
    });

    it('goes when two sweeps found nothing that has it, an hour after it came', async () => {
      await verify('b1', ['ann@x.test']);
      await forgetAll();
      expect([await sweep(NOW + 1), await sweep(NOW + 1)]).toEqual([0, 0]);
      expect([await sweep(NOW + DAY), await sweep(NOW + DAY), await sweep(NOW + DAY)]).toEqual([
        0, 1, 0,
      ]);
    });

    it('goes at once with an address that is erased, and stays for the others', async () => {
      await verify('b1', ['ann@x.test'], () => refused('ANN'));
      await verify('b2', ['bob@x.test', 'cid@x.test'], () => refused('nobody'));
      await store.erasure.erase({ emails: ['ann@x.test', 'bob@x.test'], error: 'erased' });
      expect(await history()).toEqual([refused('nobody').detail]);
      await forgetAll();
      // That of the first is gone already.
      expect([await sweep(NOW + DAY), await sweep(NOW + DAY)]).toEqual([0, 1]);
    });

    async function forgetAll(): Promise<void> {
      for (const { id } of await team().listBatches({ limit: 9, skip: 0 }))
        await team().deleteBatch(id);
      while ((await store.retention.sweepHistory(NOW + DAY)) > 0);
      await store.cache.sweep(NOW + 2 * DAY);
    }
  });
}
