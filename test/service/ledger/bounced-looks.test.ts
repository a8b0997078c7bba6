import { describe, expect, it } from 'vitest';
import {
  type Acceptance,
  countBounces,
  findLedger,
  learnHalfLives,
} from '../../../src/service/ledger/ledger.ts';
import type { StoredProof } from '../../../src/service/outcomes/records.ts';
import { foundResult } from '../../support/found-result.ts';
import { serviceWorld } from '../../support/service-world.ts';

const DAY = 24 * 60 * 60_000;

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
