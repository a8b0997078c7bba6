import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewOutcome, OutcomeStore } from '../../src/service/outcomes/records.ts';
import type { Store } from '../../src/service/ports.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { foundResult } from '../support/found-result.ts';
import type { StoreUnderTest } from './store-conformance.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

const outcome = (entry: string, more: Partial<NewOutcome> = {}): NewOutcome => ({
  entry,
  domain: entry.slice(entry.indexOf('@') + 1),
  outcome: 'no_mailbox',
  proof: 'gone',
  wasAccepted: false,
  code: 550,
  status: '5.1.1',
  host: 'mx.x.test',
  reply: '550 5.1.1 User unknown',
  at: NOW - 1000,
  source: 'a.mbox:1',
  ...more,
});
const delivery = (entry: string, at: number | null) =>
  outcome(entry, { outcome: 'delivered', proof: 'there', code: null, reply: null, at });

/** What every store must do with outcomes of mail, whatever database is under it. */
export function describeOutcomes(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`outcomes of mail in the store on ${name}`, () => {
    let tested: StoreUnderTest;
    let store: Store;
    let ours: OutcomeStore;
    let theirs: OutcomeStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
      for (const team of ['ours', 'theirs']) {
        await store.teams.create({ id: team, name: team, quota: 5, createdAt: NOW });
      }
      ours = store.outcomes('ours');
      theirs = store.outcomes('theirs');
    });
    afterEach(async () => {
      await tested.dispose();
    });

    it('an outcome is found by its address, by its team alone, also from another process', async () => {
      expect(await ours.isEmpty()).toBe(true);
      expect(await ours.add([outcome('a@x.test'), outcome('b@x.test')], NOW)).toBe(2);
      expect(await ours.isEmpty()).toBe(false);
      for (const team of [ours, tested.other.outcomes('ours')]) {
        const found = await team.newestProofs(['a@x.test', 'c@x.test']);
        const { entry: _, ...stored } = outcome('a@x.test');
        expect([...found]).toEqual([['a@x.test', { ...stored, learnedAt: NOW }]]);
      }
      expect(await theirs.newestProofs(['a@x.test'])).toEqual(new Map());
      expect(await theirs.isEmpty()).toBe(true);
      expect(await ours.newestProofs([])).toEqual(new Map());
    });

    it('an outcome that came before is not stored again, whatever its source', async () => {
      await ours.add([outcome('a@x.test')], NOW);
      const again = [outcome('a@x.test', { source: 'b.eml' }), outcome('a@x.test', { at: NOW })];
      expect(await ours.add(again, NOW + 1)).toBe(1);
      expect(await ours.count()).toBe(2);
      expect((await ours.latest(9)).map(({ learnedAt }) => learnedAt)).toEqual([NOW + 1, NOW]);
      expect(await ours.latest(1)).toHaveLength(1);
    });

    it.for([
      ['a later delivery', NOW - 2000, NOW - 1000, 'there'],
      ['an earlier delivery', NOW - 1000, NOW - 2000, 'gone'],
      ['a delivery of an unknown time', NOW - 1000, null, 'gone'],
      ['a bounce of an unknown time', null, NOW - 2000, 'there'],
      ['the same time', NOW - 1000, NOW - 1000, 'gone'],
    ] as const)(
      'the newest proof decides, by its own time: %s',
      async ([, bounced, came, proof]) => {
        await ours.add([delivery('a@x.test', came)], NOW);
        await ours.add([outcome('a@x.test', { at: bounced })], NOW + 1);
        await ours.add(
          [outcome('a@x.test', { outcome: 'blocked', proof: 'none', at: NOW })],
          NOW + 2,
        );
        expect((await ours.newestProofs(['a@x.test'])).get('a@x.test')?.proof).toBe(proof);
      },
    );

    const accepted = (entry: string, more = {}) => outcome(entry, { wasAccepted: true, ...more });
    const bounced = (team: OutcomeStore, least = 3, since = 0) =>
      team.bouncedDomains(['x.test', 'y.test'], { least, since });

    it('a domain is found by distinct accepted addresses that bounced', async () => {
      await ours.add(
        [accepted('a@x.test'), accepted('a@x.test', { at: NOW }), accepted('b@x.test')],
        NOW,
      );
      await ours.add([outcome('c@x.test'), accepted('c@y.test')], NOW);
      expect(await bounced(ours)).toEqual(new Map());
      await ours.add([accepted('d@x.test', { at: NOW - 5 })], NOW);
      const found = new Map([['x.test', { addresses: 3, delivered: 0, at: NOW }]]);
      expect(await bounced(ours)).toEqual(found);
      expect(await bounced(theirs, 1)).toEqual(new Map());
    });

    it('a domain is counted with addresses that were delivered to since, and by newer outcomes only', async () => {
      await ours.add([accepted('a@x.test', { at: NOW - 9 }), accepted('b@x.test')], NOW);
      await ours.add([delivery('a@x.test', NOW), delivery('c@x.test', null)], NOW);
      await ours.add([delivery('b@x.test', NOW - 2000), delivery('d@x.test', NOW - 9000)], NOW);
      const one = { addresses: 1, delivered: 2, at: NOW - 1000 };
      expect(await bounced(ours, 2)).toEqual(new Map());
      expect(await bounced(ours, 1)).toEqual(new Map([['x.test', { ...one, delivered: 3 }]]));
      expect(await bounced(ours, 1, NOW - 5000)).toEqual(new Map([['x.test', one]]));
      expect(await bounced(ours, 1, NOW - 900)).toEqual(new Map());
    });

    it.for([
      ['is counted again', 500, 501],
      ['that is large keeps its count for a minute', 1000, 1000],
    ] as const)('a domain with more bounces %s', async ([, size, counted]) => {
      const many = Array.from({ length: size }, (_, at) => accepted(`n${at}@x.test`));
      await ours.add(many, NOW);
      expect((await bounced(ours)).get('x.test')?.addresses).toBe(size);
      await ours.add([accepted('one.more@x.test')], NOW);
      expect((await bounced(ours)).get('x.test')?.addresses).toBe(counted);
    });

    it('accepted addresses of a domain are counted once each, up to a limit', async () => {
      const result = foundResult();
      const team = store.team('ours');
      for (const [email, at] of [
        ['a@x.test', NOW],
        ['a@x.test', NOW + 1],
        ['B@X.test', NOW],
        ['c@x.test', NOW - 9],
        ['d@sub.x.test', NOW],
      ] as const)
        await team.recordVerification({ email, result, at });
      const refused = { ...result, reason: 'no_mailbox' };
      await team.recordVerification({ email: 'e@x.test', result: refused, at: NOW });
      const count = (limit: number, since = NOW) =>
        ours.countAccepted({ domain: 'x.test', since, limit });
      expect(await count(9)).toBe(2);
      expect(await count(1)).toBe(1);
      expect(await count(8, 0)).toBe(3);
      expect(await theirs.countAccepted({ domain: 'x.test', since: 0, limit: 9 })).toBe(0);
    });

    it('the history says which addresses were accepted', async () => {
      const result = foundResult();
      const dead = { ...result, facts: { ...ACCEPTED_FACTS, deliverable: false } };
      const team = store.team('ours');
      await team.recordVerification({ email: 'a@x.test', result, at: NOW });
      await team.recordVerification({ email: 'b@x.test', result: dead, at: NOW });
      await team.recordVerification({ email: 'c@x.test', result, at: NOW - 10 });
      const found = await ours.acceptedSince(['a@x.test', 'b@x.test', 'c@x.test'], NOW - 5);
      expect(found).toEqual(new Set(['a@x.test']));
    });

    it('the proofs of an address are found by their order in time, undated ones by when they came', async () => {
      await ours.add([outcome('a@x.test', { at: NOW - 5 }), delivery('a@x.test', NOW - 9)], NOW);
      await ours.add([outcome('a@x.test', { at: null, reply: null })], NOW + 1);
      await ours.add([outcome('a@x.test', { outcome: 'full', proof: 'none' })], NOW);
      await ours.add([delivery('b@y.test', NOW)], NOW - 100);
      const proofs = await tested.other.outcomes('ours').proofs(NOW - 50);
      expect(proofs.find('a@x.test')).toEqual([
        { proof: 'there', at: NOW - 9, isDated: true, reply: '' },
        { proof: 'gone', at: NOW - 5, isDated: true, reply: '550 5.1.1 User unknown' },
        { proof: 'gone', at: NOW + 1, isDated: false, reply: '' },
      ]);
      expect(proofs.find('b@x.test')).toEqual([]);
      expect(proofs.find('b@y.test')).toEqual([]);
      expect((await theirs.proofs(0)).find('a@x.test')).toEqual([]);
    });

    it('no proof is left out where there are many, whenever they came', async () => {
      const entries = Array.from({ length: 5_500 }, (_, at) => `a${at}@x.test`);
      const [early, late] = [entries.slice(0, 3_000), entries.slice(3_000)];
      for (const part of [early, late])
        await ours.add(
          part.map((entry) => outcome(entry)),
          part === early ? NOW : NOW + 1,
        );
      const proofs = await ours.proofs(0);
      expect(entries.filter((entry) => proofs.find(entry).length !== 1)).toEqual([]);
    });

    it('mail to domains is counted by address, each by its newest proof, of the team alone', async () => {
      await ours.add([outcome('a@x.test', { at: NOW - 9 }), delivery('a@x.test', NOW - 5)], NOW);
      await ours.add([delivery('b@x.test', null), delivery('c@x.test', NOW - 3)], NOW);
      await ours.add([outcome('c@x.test', { at: NOW - 2 }), outcome('d@y.test')], NOW);
      await ours.add([outcome('e@z.test', { proof: 'none', isHint: true })], NOW);
      const known = new Map([
        ['x.test', { delivered: 2, bounced: 1, since: NOW - 9 }],
        ['y.test', { delivered: 0, bounced: 1, since: NOW - 1000 }],
      ]);
      for (const team of [ours, tested.other.outcomes('ours')])
        expect(await team.ofDomains(['x.test', 'y.test', 'z.test'])).toEqual(known);
      expect(await theirs.ofDomains(['x.test'])).toEqual(new Map());
      expect(await ours.ofDomains([])).toEqual(new Map());
    });

    it('an address is erased from all teams, and nothing that is stored names it', async () => {
      await ours.add([outcome('a@x.test'), outcome('b@x.test')], NOW);
      await theirs.add([outcome('a@x.test')], NOW);
      const suppressed = { entry: 'a@x.test', hash: () => ':x' };
      const erased = await store.erasure.erase({ emails: [], error: 'erased', suppressed });
      expect(erased).toMatchObject({ outcomes: 2 });
      expect(await ours.count()).toBe(1);
      expect(await theirs.count()).toBe(0);
    });

    it('the address of a provider is found by its token, keeps its key, and counts what came', async () => {
      const { providerAddresses: addresses } = store;
      const ses = { teamId: 'ours', provider: 'ses', createdAt: NOW } as const;
      await addresses.renew({ ...ses, tokenHash: 't1' });
      await addresses.renew({ ...ses, teamId: 'theirs', tokenHash: 't2' });
      expect(await addresses.setKey('ours', 'ses', 'key')).toBe(true);
      expect(await addresses.setKey('ours', 'mailgun', 'key')).toBe(false);
      await addresses.renew({ ...ses, tokenHash: 't3', createdAt: NOW + 1 });
      await addresses.noteReport(ses, { at: NOW + 2, outcomes: 2 });
      await addresses.noteReport(ses, { at: NOW + 3, outcomes: 1 });
      const known = { ...ses, createdAt: NOW + 1, signingKey: 'key' };
      const reported = { ...known, reportedAt: NOW + 3, outcomes: 3 };
      expect(await addresses.list('ours')).toEqual([reported]);
      expect(await addresses.find('ses', 't3')).toEqual(reported);
      expect(await addresses.find('ses', 't1')).toBeUndefined();
      expect(await addresses.find('mailgun', 't3')).toBeUndefined();
    });

    it('outcomes are counted, and deleted by their age', async () => {
      const counted = () => store.storage('ours').rows('outcomes', 9);
      await ours.add([outcome('a@x.test')], NOW);
      await ours.add([outcome('b@x.test')], NOW + 1000);
      expect(await counted()).toBe(2);
      expect(await store.retention.sweepOutcomes(NOW + 1)).toBe(1);
      expect(await store.retention.sweepOutcomes(NOW + 1)).toBe(0);
      expect([...(await ours.newestProofs(['a@x.test', 'b@x.test'])).keys()]).toEqual(['b@x.test']);
    });
  });
}
