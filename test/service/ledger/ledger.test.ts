import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REASONS } from '../../../src/contract/verdict.ts';
import type { Result } from '../../../src/result/result.ts';
import {
  type Acceptance,
  countBounces,
  DEFAULT_HALF_LIVES,
  findLedger,
  isDue,
  learnHalfLives,
} from '../../../src/service/ledger/ledger.ts';
import type { ImportedResult, RepeatedLooks } from '../../../src/service/ledger/records.ts';
import type { StoredProof } from '../../../src/service/outcomes/records.ts';
import type { Store } from '../../../src/service/ports.ts';
import { foundResult } from '../../support/found-result.ts';
import { runs } from '../../support/property-runs.ts';
import { serviceWorld } from '../../support/service-world.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 22, 9);
const EMAIL = 'a@x.test';

interface Stored {
  readonly last?: Partial<Omit<Result, 'evidence'>>;
  readonly imported?: readonly Partial<ImportedResult>[];
  readonly proof?: { readonly proof: 'gone' | 'there'; readonly at: number };
}

/** What is said of an address that the store knows this about. */
async function entryOf({ last, imported = [], proof }: Stored, email = EMAIL) {
  const verification = { email: EMAIL, result: foundResult({ checkedAt: NOW - DAY, ...last }) };
  const results = imported.map((one) => {
    return {
      address: EMAIL,
      source: 'bouncer',
      verdict: 'deliverable',
      reason: null,
      checkedAt: null,
      ...one,
    };
  });
  const store = {
    ledger: () => ({
      last: async () => new Map(last ? [[EMAIL, verification]] : []),
      imported: async () => results,
      repeatedLooks: async () => [],
    }),
    outcomes: () => ({
      isEmpty: async () => proof === undefined,
      newestProofs: async () => new Map([[EMAIL, proof]]),
      proofs: async () => ({ find: () => [] }),
    }),
    reports: () => ({ searchAll: async function* () {} }),
  } as unknown as Store;
  const [entry] = await findLedger({ store, clock: { now: () => NOW } as never }, 'ours', [email]);
  return entry;
}

describe('the ledger', () => {
  it('says of an address of which nothing is known that it is due', async () => {
    expect(await entryOf({})).toEqual({
      ...{ email: EMAIL, due: true, disputed: false, result: null, reason: null },
      ...{ provider: null, checkedAt: null, imported: [] },
    });
  });

  it('has the last verification, found by the address as mail is delivered to it', async () => {
    expect(await entryOf({ last: {} }, 'a@X.test')).toMatchObject({
      due: false,
      result: { email: 'a@X.test', deliverable: true },
      checkedAt: '2026-11-21T09:00:00.000Z',
    });
  });

  it.each([
    ['an accepted address', { last: { checkedAt: NOW - 27 * DAY } }, false],
    ['an old one', { last: { checkedAt: NOW - 29 * DAY } }, true],
    ['an undecided one', { last: { decided: false, reason: 'greylisted' } }, true],
    ['one that bounced afterwards', { last: {}, proof: { proof: 'gone', at: NOW - 1 } }, true],
    ['one that bounced before', { last: {}, proof: { proof: 'gone', at: NOW - 2 * DAY } }, false],
    [
      'an old one to which mail was delivered lately',
      { last: { checkedAt: NOW - 90 * DAY }, proof: { proof: 'there', at: NOW - DAY } },
      false,
    ],
  ] as const)('says whether %s is due', async (_, stored, expected) => {
    expect((await entryOf(stored))?.due).toBe(expected);
  });

  it.each([
    ['one verifier alone', { imported: [{}] }, false],
    ['two that say the same', { last: {}, imported: [{}] }, false],
    ['two that differ', { last: {}, imported: [{ verdict: 'risky' }] }, true],
    ['an undecided one beside another', { last: {}, imported: [{ verdict: 'unknown' }] }, false],
    [
      'two others that differ',
      { imported: [{ verdict: 'undeliverable' }, { source: 'kickbox' }] },
      true,
    ],
  ] as const)('is disputed or not for %s', async (_, stored, expected) => {
    expect((await entryOf(stored as Stored))?.disputed).toBe(expected);
  });
});

type Said = readonly [proof: StoredProof['proof'], day: number];

function proofsOf(said: Readonly<Record<string, readonly Said[]>>) {
  return {
    find: (entry: string): StoredProof[] =>
      (said[entry] ?? []).map(([proof, day]) => {
        return { proof, at: day * DAY, isDated: true, reply: '' };
      }),
  };
}

const accepted = (entry: string, day = 0, provider = 'google'): Acceptance => {
  return { entry, reason: 'accepted', provider, at: day * DAY };
};
const change = { provider: 'google', before: 'accepted', after: 'no_mailbox' };
const held = { provider: 'google', before: 'accepted', after: 'accepted' };

describe('outcomes of accepted addresses', () => {
  it.each<[string, readonly Acceptance[], Readonly<Record<string, readonly Said[]>>, object[]]>([
    ['a bounce later', [accepted('a')], { a: [['gone', 40]] }, [{ ...change, pairs: 1, time: 40 }]],
    [
      'the first of two bounces',
      [accepted('a')],
      {
        a: [
          ['gone', 40],
          ['gone', 50],
        ],
      },
      [{ ...change, pairs: 1, time: 40 }],
    ],
    ['a bounce before', [accepted('a', 41)], { a: [['gone', 40]] }, []],
    [
      'a delivery later',
      [accepted('a')],
      { a: [['there', 40]] },
      [{ ...held, pairs: 1, time: 40 }],
    ],
    [
      'a delivery behind a bounce',
      [accepted('a')],
      {
        a: [
          ['gone', 30],
          ['there', 40],
        ],
      },
      [{ ...held, pairs: 1, time: 40 }],
    ],
    ['no outcome at all', [accepted('a')], {}, []],
    [
      'a bounce of another address',
      [accepted('a'), accepted('b', 10)],
      { a: [['gone', 40]] },
      [
        { ...change, pairs: 1, time: 40 },
        { ...held, pairs: 1, time: 30 },
      ],
    ],
    [
      'a bounce of another provider',
      [accepted('a'), accepted('b', 10, 'yahoo')],
      { a: [['gone', 40]] },
      [{ ...change, pairs: 1, time: 40 }],
    ],
  ])('count with %s', (_, acceptances, said, expected) => {
    const counted = countBounces(acceptances, proofsOf(said));
    expect(counted.map((one) => ({ ...one, time: one.time / DAY }))).toEqual(expected);
  });

  it('give the half-life of those that died, whether or not the others are heard of', () => {
    // 5 % in 100 days: half of them in 1350.
    const acceptances = Array.from({ length: 10_000 }, (_, at) => accepted(String(at)));
    const said = Object.fromEntries(
      acceptances.slice(0, 500).map(({ entry }) => [entry, [['gone', 100] as const]]),
    );
    const halfLife = learnHalfLives(countBounces(acceptances, proofsOf(said)));
    const days = halfLife({ reason: 'accepted', provider: 'google' });
    expect(days).toBeGreaterThan(1300);
    expect(days).toBeLessThan(1400);
  });

  it('make what is accepted at a provider due earlier where many bounced', async () => {
    const world = await serviceWorld();
    const { context, clock } = world;
    const { team } = await world.team('ours');
    const emails = Array.from({ length: 40 }, (_, at) => `a${at}@x.com`);
    for (const email of emails) {
      const evidence = { provider: 'google' };
      const result = foundResult({ evidence, checkedAt: clock.now() });
      await context.store.team(team.id).recordVerification({ email, result, at: clock.now() });
    }
    clock.advance(10 * DAY);
    const due = async () => {
      const entries = await findLedger(context, team.id, emails.slice(20));
      return entries.filter((entry) => entry.due).length;
    };
    expect(await due()).toBe(0);
    const bounced = emails.slice(0, 20).map((email) => ({
      ...{ entry: email, domain: 'x.com', outcome: 'no_mailbox', proof: 'gone', wasAccepted: true },
      ...{ code: 550, status: '5.1.1', host: null, reply: null, at: clock.now(), source: null },
    }));
    await context.store.outcomes(team.id).add(bounced as never, clock.now());
    // Learned again once an hour.
    clock.advance(2 * 60 * 60_000);
    expect(await due()).toBe(20);
    await world.dispose();
  });
});

const found = { reason: 'accepted', provider: 'google' };

function looks(changes: number, pairs: number, days: number): readonly RepeatedLooks[] {
  const common = { provider: 'google', before: 'accepted' };
  return [
    { ...common, after: 'no_mailbox', pairs: changes, time: changes * days * DAY },
    { ...common, after: 'accepted', pairs: pairs - changes, time: (pairs - changes) * days * DAY },
  ];
}

describe('half-lives', () => {
  it('are the published ones while nothing was looked at again', () => {
    expect(learnHalfLives([])(found)).toBe(DEFAULT_HALF_LIVES.accepted.days);
  });

  it('have a source each', () => {
    expect(REASONS.filter((reason) => DEFAULT_HALF_LIVES[reason].source === '')).toEqual([]);
  });

  it('follow the looks of the team where there are many, of that provider and reason alone', () => {
    // Half of them within 100 days.
    const halfLives = learnHalfLives(looks(5000, 10_000, 100));
    expect(halfLives(found)).toBeGreaterThan(90);
    expect(halfLives(found)).toBeLessThan(120);
    expect(halfLives({ ...found, provider: 'yahoo' })).toBe(770);
    expect(halfLives({ reason: 'accept_all', provider: 'google' })).toBe(770);
  });

  it('stay near the published ones where there are few', () => {
    expect(learnHalfLives(looks(0, 3, 10))(found)).toBeCloseTo(770, -2);
  });

  it('count no look that found nothing out', () => {
    const unknown = looks(10, 10, 10).map((one) => ({ ...one, after: 'greylisted' }));
    expect(learnHalfLives(unknown)(found)).toBe(770);
  });

  it('are shorter the more has changed', () => {
    const share = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)];
        const of = (changes: number) => learnHalfLives(looks(changes, 1000, 30))(found) ?? 0;
        expect(of(many)).toBeLessThanOrEqual(of(few));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('another look', () => {
  it.each([
    ['no result', 0, 0, true],
    ['one that never changes', null, 1e6, false],
    ['a fresh one', 770, 1, false],
    ['one whose chance to have changed is below 2.5 %', 770, 27, false],
    ['one whose chance is above', 770, 29, true],
  ])('is due for %s', (_, halfLife, days, expected) => {
    expect(isDue(halfLife, days * DAY)).toBe(expected);
  });

  it('is due of a full mailbox within days', () => {
    const halfLives = learnHalfLives([]);
    expect(isDue(halfLives({ reason: 'full', provider: undefined }), 3 * DAY)).toBe(true);
    expect(isDue(halfLives({ reason: 'no_mailbox', provider: undefined }), 3 * DAY)).toBe(false);
  });
});
