import { beforeEach, expect, it } from 'vitest';
import type { Team } from '../../../src/service/records.ts';
import { verifyAddress } from '../../../src/service/verifications/verifications.ts';
import { ACCEPTED_FACTS } from '../../support/accepted-facts.ts';
import { eachTest } from '../../support/each-test.ts';
import { foundResult } from '../../support/found-result.ts';
import { serviceWorld } from '../../support/service-world.ts';

const DAY = 24 * 60 * 60 * 1000;

const world = eachTest(serviceWorld);
let team: Team;

beforeEach(async () => {
  team = (await world.team('ours', 10)).team;
});

function verify(email: string, noCache = false) {
  return verifyAddress(world.context, team, { email, noCache });
}

function history() {
  return world.context.store.team(team.id).listVerifications({ limit: 100, skip: 0 });
}

it('a result has the nine fields, and what it rests on', async () => {
  expect(await verify('anna@example.com')).toEqual({
    email: 'anna@example.com',
    result: foundResult({
      facts: ACCEPTED_FACTS,
      evidence: { attempts: 0, free: false },
      checkedAt: world.clock.now(),
    }),
  });
});

it('a verification that runs costs 1, a cached answer nothing', async () => {
  await verify('anna@example.com');
  await verify('anna@example.com');
  expect(world.verifier.asked).toEqual(['anna@example.com']);
  expect(await world.used('ours')).toBe(1);
});

it('what is no address costs 1 and is not valid', async () => {
  expect(await verify('anna')).toMatchObject({
    email: 'anna',
    result: { facts: { valid: false, score: 0 } },
  });
  expect(await world.used('ours')).toBe(1);
});

it.each(['dns', 'offline'] as const)(
  'mode %s costs nothing, and neither reads nor fills the cache',
  async (mode) => {
    const request = { email: 'anna@example.com', noCache: false };
    await verify(request.email);
    await world.context.store.teams.setQuota('ours', 0);
    for (const email of [request.email, 'bert@example.com']) {
      const found = await verifyAddress(world.context, team, { ...request, email, mode });
      expect(found.result).toMatchObject({ reason: 'not_probed', cached: false });
    }
    expect(world.verifier.asked).toEqual([request.email]);
    expect(await world.used('ours')).toBe(1);
    await expect(verify('bert@example.com')).rejects.toMatchObject({ kind: 'over_quota' });
    expect((await verify(request.email)).result.facts.deliverable).toBe(true);
  },
);

it('a sandbox address costs nothing, even over the quota', async () => {
  await world.context.store.teams.setQuota('ours', 0);
  await verify('anna@sandbox.test');
  await verify('anna@Slow.SANDBOX.test');
  await verify('anna@ｓandbox.test');
  expect(await world.used('ours')).toBe(0);
});

it.each([
  ['anna@EXAMPLE.com', true],
  ['anna@example.com', true],
  ['Anna@example.com', false],
  ['anna@bücher.example', false],
])('the answer for anna@example.com serves %s: %s', async (email, served) => {
  await verify('anna@example.com');
  expect((await verify(email)).email).toBe(email);
  expect(world.verifier.asked).toHaveLength(served ? 1 : 2);
});

it('a decided answer lives 90 days', async () => {
  await verify('anna@example.com');
  world.clock.advance(90 * DAY - 1);
  await verify('anna@example.com');
  expect(world.verifier.asked).toHaveLength(1);
  world.clock.advance(1);
  await verify('anna@example.com');
  expect(world.verifier.asked).toHaveLength(2);
});

it('an undecided answer lives 15 minutes', async () => {
  await verify('grey@example.com');
  world.clock.advance(15 * 60_000 - 1);
  await verify('grey@example.com');
  expect(world.verifier.asked).toHaveLength(1);
  world.clock.advance(1);
  await verify('grey@example.com');
  expect(world.verifier.asked).toHaveLength(2);
});

it('noCache runs afresh and renews the cached answer', async () => {
  await verify('anna@example.com');
  world.clock.advance(60 * DAY);
  await verify('anna@example.com', true);
  world.clock.advance(60 * DAY);
  await verify('anna@example.com');
  expect(world.verifier.asked).toHaveLength(2);
  expect(await world.context.store.teams.list('2027-01')).toMatchObject([{ used: 1 }]);
});

it('noCache that finds nothing out leaves the decided answer in the cache', async () => {
  const decided = await verify('anna@example.com');
  world.verifier.becomes('anna@example.com', 'grey@example.com');
  expect((await verify('anna@example.com', true)).result.facts.deliverable).toBe(false);
  expect((await verify('anna@example.com')).result.facts).toEqual(decided.result.facts);
  expect(world.verifier.asked).toHaveLength(2);
});

it('every answer goes into the history, cached or not, newest first', async () => {
  await verify('anna@example.com');
  await verify('gone@example.com');
  await verify('anna@EXAMPLE.com');
  expect((await history()).map(({ email }) => email)).toEqual([
    'anna@EXAMPLE.com',
    'gone@example.com',
    'anna@example.com',
  ]);
});

it('over the quota nothing runs, and nothing is counted', async () => {
  await world.context.store.teams.setQuota('ours', 1);
  await verify('anna@example.com');
  await expect(verify('bert@example.com')).rejects.toMatchObject({ kind: 'over_quota' });
  expect(world.verifier.asked).toEqual(['anna@example.com']);
  expect(await history()).toHaveLength(1);
  expect(await verify('anna@example.com')).toMatchObject({
    result: { facts: { deliverable: true } },
  });
});

it('a new month (UTC) has its quota again', async () => {
  await world.context.store.teams.setQuota('ours', 1);
  await verify('anna@example.com');
  world.clock.advance(10 * DAY);
  await verify('bert@example.com');
  expect(await world.used('ours')).toBe(1);
});

it('requests side by side never exceed the quota together', async () => {
  await world.context.store.teams.setQuota('ours', 3);
  const tries = Array.from({ length: 8 }, (_, index) => verify(`n${index}@example.com`));
  const ends = await Promise.allSettled(tries);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

it('a verification that breaks gives its cost back', async () => {
  world.verifier.breakWith(new Error('a bug'));
  await expect(verify('anna@example.com')).rejects.toThrow('a bug');
  expect(await world.used('ours')).toBe(0);
});

it('a service that stops says so, and gives the cost back', async () => {
  world.verifier.hold();
  const verification = verify('anna@example.com');
  await world.verifier.started('anna@example.com');
  world.stop();
  await expect(verification).rejects.toMatchObject({ kind: 'stopping' });
  expect(await world.used('ours')).toBe(0);
});

it('100 questions at once for one address are one verification, paid for once', async () => {
  world.verifier.hold();
  const asked = Array.from({ length: 100 }, (_, n) =>
    verify(n % 2 ? 'anna@example.com' : 'anna@EXAMPLE.com'),
  );
  await world.verifier.started('anna@EXAMPLE.com');
  world.verifier.letGo('anna@EXAMPLE.com');
  const results = await Promise.all(asked);
  expect(results.map(({ email }) => email.toLowerCase())).toEqual(
    Array(100).fill('anna@example.com'),
  );
  expect(world.verifier.asked).toEqual(['anna@EXAMPLE.com']);
  expect(await world.used('ours')).toBe(1);
  expect(await history()).toHaveLength(100);
});

it('questions of two teams at once are paid for by each', async () => {
  const { team: other } = await world.team('theirs', 10);
  const request = { email: 'anna@example.com', noCache: false };
  await Promise.all([verify(request.email), verifyAddress(world.context, other, request)]);
  expect([await world.used('ours'), await world.used('theirs')]).toEqual([1, 1]);
});

it('questions with noCache run each on its own', async () => {
  await Promise.all([1, 2, 3].map(() => verify('anna@example.com', true)));
  expect(world.verifier.asked).toHaveLength(3);
  expect(await world.used('ours')).toBe(3);
});

it('questions at once share a failure, and the next one begins anew', async () => {
  world.verifier.breakWith(new Error('a bug'));
  const asked = await Promise.allSettled([1, 2, 3].map(() => verify('anna@example.com')));
  expect(asked.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(world.verifier.asked).toHaveLength(1);
  world.verifier.breakWith(undefined);
  await verify('anna@example.com');
  expect(await world.used('ours')).toBe(1);
});

it('results of the sandbox are not cached', async () => {
  await verify('anna@sandbox.test');
  await verify('anna@sandbox.test');
  expect(world.verifier.asked).toHaveLength(2);
  expect(await world.context.store.cache.findOne(team.id, 'anna@sandbox.test', 0)).toBeUndefined();
});
