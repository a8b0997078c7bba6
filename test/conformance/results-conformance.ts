import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import type { Store } from '../../src/service/ports.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { claimPart } from '../support/claim-part.ts';
import { foundResult } from '../support/found-result.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 22, 9);
const MONTH = '2026-11';

/** A refusal in which the host repeats the address. */
function refused(address: string, checkedAt = NOW - HOUR): Result {
  return foundResult({
    facts: { ...ACCEPTED_FACTS, deliverable: false },
    reason: 'no_mailbox',
    evidence: { reply: { code: 550, enhanced: '5.1.1', text: `<${address}>: User unknown` } },
    checkedAt,
  });
}

const byText = (one: Result, other: Result) =>
  (one.evidence.reply?.text ?? '') < (other.evidence.reply?.text ?? '') ? -1 : 1;

/** What every store must do with results, whatever database is under it. */
export function describeResults(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`results on ${name}`, () => {
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
      (await team().listVerifications({ limit: 9, skip: 0 })).map(({ result }) => result);

    /** A batch of these addresses, as they are written, with the results of their keys. */
    async function verify(id: string, emails: readonly string[], resultOf = refused) {
      const entries = emails.map((email) => ({ email, cacheKey: email.toLowerCase(), cost: 1 }));
      await team().createBatch({ id, month: MONTH, createdAt: NOW, entries });
      const part = await claimPart(store, 'ours');
      const outcomes = entries.map(({ cacheKey: key }, position) => ({
        positions: [position],
        result: resultOf(key),
        isRespelled: emails[position] !== key,
        charged: true,
        keep: { key, expiresAt: NOW + DAY },
      }));
      expect(await store.parts.record(part, outcomes, NOW)).toBe(true);
      await store.parts.complete(part);
      return (await team().findBatch(id))?.entries.map(({ result }) => result);
    }

    const sweep = (now: number) => store.retention.sweepResults(now);

    it('a batch, the history and the cache give each address its own', async () => {
      const emails = ['ann@x.test', 'Bob@x.test'];
      const results = [refused('ann@x.test'), refused('bob@x.test')];
      expect(await verify('b1', emails)).toEqual(results);
      expect((await history()).toSorted(byText)).toEqual(results);
      const cached = await store.cache.find('ours', ['ann@x.test', 'bob@x.test'], NOW);
      expect([...cached.values()].toSorted(byText)).toEqual(
        results.map((result) => ({ ...result, cached: true })),
      );
    });

    it('what differs in the time or in the address alone is stored once', async () => {
      const times = [NOW - 2 * HOUR, NOW - HOUR];
      await verify('b1', ['ann@x.test', 'bob@x.test'], (key) =>
        refused(key, times[key.startsWith('ann') ? 0 : 1]),
      );
      expect((await history()).map(({ checkedAt }) => checkedAt).toSorted()).toEqual(times);
      await forgetAll();
      expect([await sweep(NOW + DAY), await sweep(NOW + 2 * DAY)]).toEqual([0, 1]);
    });

    it('is kept while a batch, the history or the cache has it', async () => {
      const email = 'ann@x.test';
      const keep = { key: email, expiresAt: NOW + DAY };
      const sweepTwice = async () => (await sweep(NOW + DAY)) + (await sweep(NOW + DAY));
      await verify('b1', [email]);
      await team().recordVerification({ email, result: refused(email), at: NOW, keep });
      await team().deleteBatch('b1');
      expect(await sweepTwice()).toBe(1);
      expect(await history()).toEqual([refused(email)]);
      await store.retention.sweepHistory(NOW + 1);
      expect(await sweepTwice()).toBe(0);
      expect((await store.cache.findOne('ours', email, NOW))?.evidence.reply?.text).toContain(
        'unknown',
      );
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
      expect(await history()).toEqual([refused('nobody')]);
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
