import { expect, it } from 'vitest';
import type { LaneRest, ProviderBrake } from '../../../src/verifier/pacing/provider-queues.ts';
import type { Provider } from '../../../src/verifier/providers/provider.ts';
import type { Finding, ProviderBacklog } from '../../../src/verifier/verifier.ts';
import { MailWorld } from '../../support/mail-world.ts';

/** Takes one recipient a session, on four connections. */
const BIG: Provider = {
  id: 'big',
  name: 'Big',
  kind: 'mailbox',
  confidence: 'high',
  mx: ['.big.test'],
  limits: { connections: 4, recipientsPerSession: 1, restMinutes: 30 },
  rcpt: 'refuses',
  acceptAll: 'never',
  refusals: 'certain',
  sources: [],
  date: '2026-11-01',
};

const BLOCKED = '554 5.7.1 Your address is on our list';
const emails = (count: number) => Array.from({ length: count }, (_, at) => `u${at}@a.test`);

/** A provider that refuses the sessions with these numbers, from 1. */
async function verifyAt(refuses: (session: number) => boolean) {
  await using world = new MailWorld();
  world.domain('a.test', 'mx.big.test');
  let sessions = 0;
  const after: number[] = [];
  let isBraked = false;
  const host = await world.host('mx.big.test', {
    greet: (one) => {
      if (isBraked) after.push(one.open);
      return refuses(++sessions) ? BLOCKED : '220 mx.big.test';
    },
  });
  const brakes: ProviderBrake[] = [];
  const shown: ProviderBacklog[] = [];
  const rests: LaneRest[] = [];
  const verifier = world.verifier(
    { providers: [BIG] },
    {
      pacing: { firstPause: 1, longestPause: 60_000, refusalsBeforeRest: 5 },
      onBrake(brake) {
        isBraked = true;
        // What the page of a list shows.
        queueMicrotask(() => shown.push(...(verifier.backlog?.(new Set(['list'])) ?? [])));
        brakes.push(brake);
      },
      rests: { earlier: [], keep: (rest) => void rests.push(rest) },
    },
  );
  const findings: Finding[] = [];
  const owner = { team: 'team', batch: 'list' };
  await verifier.verifyAll(emails(200), (index, one) => (findings[index] = one), { owner });
  const count = (reason: string) => findings.filter((one) => one.reason === reason).length;
  return { host, brakes, rests, after, shown, count };
}

it('brakes at a provider that refuses more and more, then stops before it is worse', async () => {
  // One in ten at first, later one in four.
  const found = await verifyAt((at) => (at < 40 ? at % 20 === 0 : at % 4 === 0));
  expect(found.brakes).toMatchObject([{ provider: 'big', egress: 'default', refusals: 3 }]);
  expect(found.shown).toMatchObject([{ provider: 'big', isBraked: true }]);
  expect(found.rests).toMatchObject([{ provider: 'big', cause: 'trend', milliseconds: 1_800_000 }]);
  expect(found.host.sessions.length).toBeLessThan(90);
  // Sessions that were open when it braked end by themselves.
  expect(Math.max(...found.after.slice(4))).toBeLessThanOrEqual(2);
  expect(found.count('accepted')).toBeGreaterThan(40);
  expect(found.count('blocked')).toBe(200 - found.count('accepted'));
});

it('goes on as before at a provider whose refusals stay few', async () => {
  const found = await verifyAt((at) => at % 20 === 0);
  expect([found.brakes, found.rests]).toEqual([[], []]);
  expect(found.count('accepted')).toBeGreaterThan(150);
});

it('takes the brake off where the provider refuses no more', async () => {
  const found = await verifyAt((at) => at > 10 && at < 23 && at % 3 === 0);
  expect(found.brakes).toHaveLength(1);
  expect(found.rests).toEqual([]);
  expect(found.count('accepted')).toBeGreaterThan(150);
  expect(Math.max(...found.after.slice(-40))).toBeGreaterThan(2);
});
