import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportedResult, LedgerStore } from '../../src/service/ledger/records.ts';
import type { Store } from '../../src/service/ports.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { foundResult } from '../support/found-result.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const DAY = 24 * 60 * 60_000;

const result = (address: string, more: Partial<ImportedResult> = {}): ImportedResult => ({
  address,
  source: 'kickbox',
  verdict: 'deliverable',
  reason: 'accepted',
  checkedAt: NOW - DAY,
  ...more,
});

/** What every store must do with what is known of addresses, whatever database is under it. */
export function describeLedger(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the ledger in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: LedgerStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
      }
      ours = store.ledger('ours');
    });
    afterEach(async () => {
      await tested.dispose();
    });

    /** A verification by the team; `checkedAt` is when the mail host was asked. */
    const verify = (email: string, at: number, { team = 'ours', reason = 'accepted' } = {}) => {
      const facts = { ...ACCEPTED_FACTS, deliverable: reason === 'accepted' };
      const evidence = { provider: 'google', mxHost: 'mx.x.test', attempts: 1 };
      const result = foundResult({ facts, reason, evidence, checkedAt: at - 1000 });
      return store.team(team).recordVerification({ email, result, at });
    };

    it('the last verification of an address is found, of its team alone', async () => {
      await verify('a@x.test', NOW - DAY);
      await verify('a@x.test', NOW, { reason: 'no_mailbox' });
      await verify('b@x.test', NOW, { team: 'theirs' });
      const found = await ours.last(['a@x.test', 'b@x.test', 'c@x.test']);
      expect([...found.keys()]).toEqual(['a@x.test']);
      expect(found.get('a@x.test')?.result).toMatchObject({
        facts: { deliverable: false },
        decided: true,
        reason: 'no_mailbox',
        evidence: { provider: 'google' },
        checkedAt: NOW - 1000,
      });
      expect(await ours.last([])).toEqual(new Map());
    });

    it('the last verification of a mailbox is found, whichever of its addresses it was of', async () => {
      const spellings = ['a.b@gmail.com', 'AB+x@googlemail.com', 'ab@gmail.com'];
      for (const [at, email] of spellings.entries()) {
        await verify(email, NOW + at);
        await verify(`${at}.z@Gmail.com`, NOW - at);
        const found = await ours.last(['ab@gmail.com', '0z@gmail.com', 'a.b@gmail.com']);
        expect([...found].map(([mailbox, last]) => [mailbox, last.email]).toSorted()).toEqual([
          ['0z@gmail.com', '0.z@Gmail.com'],
          ['ab@gmail.com', email],
        ]);
      }
      expect(await tested.check()).toEqual([]);
    });

    it('a verification is not found once it was swept or its address erased', async () => {
      await verify('a@x.test', NOW - 2 * DAY);
      await verify('b@x.test', NOW);
      await verify('c@x.test', NOW);
      const emails = ['a@x.test', 'b@x.test', 'c@x.test'];
      expect([...(await ours.last(emails)).keys()].toSorted()).toEqual(emails);
      await store.retention.sweepHistory(NOW - DAY);
      await store.erasure.erase({ emails: ['b@x.test'], error: 'erased' });
      expect([...(await ours.last(emails)).keys()]).toEqual(['c@x.test']);
      await verify('b@x.test', NOW, { reason: 'no_mailbox' });
      expect([...(await ours.last(emails)).keys()].toSorted()).toEqual(['b@x.test', 'c@x.test']);
      expect(await tested.check()).toEqual([]);
    });

    it('of an address and a source the newest result is kept', async () => {
      const first = [result('a@x.test'), result('a@x.test', { source: 'bouncer', reason: null })];
      expect(await ours.addImported(first, NOW)).toBe(2);
      expect(await ours.addImported(first, NOW)).toBe(0);
      const older = result('a@x.test', { verdict: 'risky', checkedAt: NOW - 2 * DAY });
      const newer = result('a@x.test', {
        verdict: 'undeliverable',
        reason: 'mailbox',
        checkedAt: NOW,
      });
      expect(await ours.addImported([older], NOW)).toBe(0);
      expect(await ours.addImported([newer, older], NOW)).toBe(1);
      expect(await ours.imported(['a@x.test', 'b@x.test'])).toEqual([first[1], newer]);
      expect(await store.ledger('theirs').imported(['a@x.test'])).toEqual([]);
      expect(await ours.addImported([], NOW)).toBe(0);
    });

    it('a result without a date is older than any with one', async () => {
      await ours.addImported([result('a@x.test', { checkedAt: null })], NOW);
      expect(await ours.addImported([result('a@x.test', { verdict: 'risky' })], NOW)).toBe(1);
      expect(await ours.addImported([result('a@x.test', { checkedAt: null })], NOW)).toBe(0);
      expect(await ours.imported(['a@x.test'])).toEqual([result('a@x.test', { verdict: 'risky' })]);
    });

    it('counts what was looked at again, and how it was then', async () => {
      await verify('a@x.test', NOW - 10 * DAY);
      await verify('a@x.test', NOW, { reason: 'no_mailbox' });
      await verify('b@x.test', NOW - 20 * DAY);
      await verify('b@x.test', NOW);
      await verify('c@x.test', NOW);
      const looks = (await ours.repeatedLooks(100)).toSorted((one, other) => one.time - other.time);
      const accepted = { provider: 'google', before: 'accepted' };
      expect(looks).toEqual([
        { ...accepted, after: 'no_mailbox', pairs: 1, time: 10 * DAY },
        { ...accepted, after: 'accepted', pairs: 1, time: 20 * DAY },
      ]);
      expect(await store.ledger('theirs').repeatedLooks(100)).toEqual([]);
    });

    it('counts a cached answer no second time', async () => {
      const result = foundResult({ checkedAt: NOW - DAY });
      for (const at of [NOW - DAY, NOW]) {
        await store.team('ours').recordVerification({ email: 'a@x.test', result, at });
      }
      expect(await ours.repeatedLooks(100)).toEqual([]);
    });

    it('an address is erased from all teams', async () => {
      await ours.addImported([result('a@x.test'), result('b@x.test')], NOW);
      await store.ledger('theirs').addImported([result('a@x.test')], NOW);
      expect(await store.erasure.addressesWith('A@x')).toEqual(['a@x.test']);
      const erased = await store.erasure.erase({ emails: ['a@x.test'], error: 'erased' });
      expect(erased).toMatchObject({ imports: 2 });
      expect(await ours.imported(['a@x.test', 'b@x.test'])).toEqual([result('b@x.test')]);
    });

    it('what came before a time is swept', async () => {
      await ours.addImported([result('a@x.test')], NOW);
      await ours.addImported([result('b@x.test')], NOW + 2);
      expect(await store.retention.sweepImports(NOW + 1)).toBe(1);
      expect(await store.retention.sweepImports(NOW + 1)).toBe(0);
      expect(await ours.imported(['a@x.test', 'b@x.test'])).toEqual([result('b@x.test')]);
    });
  });
}
