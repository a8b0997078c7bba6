import { beforeEach, expect, it } from 'vitest';
import type { DueWebhook, WantedDeliveries } from '../../src/service/webhooks/webhook-ports.ts';
import { AttemptPlaces, type Place } from '../../src/webhooks/attempt-places.ts';

const LIMITS = { fresh: 12, all: 30, ofTeam: 6, ofWebhook: 4 };

let places: AttemptPlaces;
beforeEach(() => {
  places = new AttemptPlaces(LIMITS);
});

function webhook(team: string, name = 'a', isFailing = false): DueWebhook {
  return { webhookId: `${team}.${name}`, teamId: team, isFailing };
}

/** Begins what is planned, as if there were messages for all of it. */
function begin(isFailing = false): { id: string; place: Place }[] {
  const wanted = places.plan();
  const claimed = wanted.flatMap(claimsOf);
  places.settle(wanted, claimed);
  return claimed.map((one) => ({
    id: one.webhookId,
    place: places.begin({ ...one, failingSince: isFailing ? 1 : null }),
  }));
}

function claimsOf({ webhookId, count }: WantedDeliveries) {
  const [teamId = ''] = webhookId.split('.');
  return Array.from({ length: count }, () => ({ webhookId, teamId, failingSince: null }));
}

/** How many attempts begin, by webhook, when all that is under way succeeds so many times. */
function afterSuccesses(rounds: number): Record<string, number> {
  let begun = begin();
  for (let round = 0; round < rounds; round++) {
    for (const { place } of begun) place.end(true);
    begun = begin();
  }
  const counts: Record<string, number> = {};
  for (const { id } of begun) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

it.each([
  [0, 1],
  [1, 2],
  [2, 4],
])('after %i rounds of successes a webhook gets %i attempts side by side', (rounds, count) => {
  places.setDue([webhook('x')]);
  expect(afterSuccesses(rounds)).toEqual({ 'x.a': count });
});

it('a webhook and a team have a share at most', () => {
  places.setDue([webhook('x')]);
  expect(afterSuccesses(5)).toEqual({ 'x.a': 4 });
  places = new AttemptPlaces(LIMITS);
  places.setDue(['a', 'b', 'c'].map((name) => webhook('x', name)));
  expect(afterSuccesses(5)).toEqual({ 'x.a': 2, 'x.b': 2, 'x.c': 2 });
});

it('teams have the same share, however many webhooks they have', () => {
  places.setDue([...['a', 'b', 'c', 'd'].map((name) => webhook('x', name)), webhook('y')]);
  const counts = afterSuccesses(5);
  expect(counts['y.a']).toBe(4);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(10);
});

it('more teams than places take turns', () => {
  const teams = Array.from({ length: 30 }, (_, n) => webhook(`t${n}`));
  places.setDue(teams);
  const seen = new Set<string>();
  for (let round = 0; round < 3; round++) {
    for (const { id, place } of begin()) {
      seen.add(id);
      place.end(true);
    }
    places.setDue(teams);
  }
  expect(seen.size).toBe(30);
});

it('silent receivers keep a place for a moment only', () => {
  places.setDue(Array.from({ length: 20 }, (_, n) => webhook(`silent${n}`)));
  const silent = begin();
  expect(silent).toHaveLength(LIMITS.fresh);
  places.setDue([webhook('x')]);
  expect(places.plan()).toEqual([]);
  silent[0]?.place.age();
  silent[0]?.place.age();
  expect(begin().map(({ id }) => id)).toEqual(['x.a']);
  expect(places.plan()).toEqual([]);
});

it('so many attempts are under way in all', () => {
  places.setDue(Array.from({ length: 40 }, (_, n) => webhook(`silent${n}`)));
  let underWay = 0;
  for (let round = 0; round < 5; round++) {
    const begun = begin();
    underWay += begun.length;
    for (const { place } of begun) place.age();
  }
  expect(underWay).toBe(LIMITS.all);
});

it('a failing webhook gets one attempt at a time', () => {
  places.setDue([webhook('x', 'a', true)]);
  const [probe] = begin(true);
  expect(places.plan()).toEqual([]);
  probe?.place.end(false);
  expect(begin(true)).toHaveLength(1);
});

it('one that takes messages again has more of them', () => {
  places.setDue([webhook('x', 'a', true)]);
  const wanted = places.plan();
  const place = places.begin({ webhookId: 'x.a', teamId: 'x', failingSince: 1 });
  // A claim of a failing webhook gets one message, of however many.
  places.settle(wanted, []);
  expect(places.plan()).toEqual([]);
  place.end(true);
  expect(places.plan()).toEqual([{ webhookId: 'x.a', count: 2 }]);
});

it('what a claim did not get is not wanted again before the next look', () => {
  places.setDue([webhook('x'), webhook('y')]);
  const wanted = places.plan();
  places.settle(wanted, claimsOf({ webhookId: 'x.a', count: 1 }));
  expect(places.plan()).toEqual([{ webhookId: 'x.a', count: 1 }]);
});
