import { beforeEach, expect, it } from 'vitest';
import { type AttemptSlot, AttemptSlots } from '../../src/notify/attempt-slots.ts';
import type { DueWebhook, WantedMessages } from '../../src/service/webhooks/records.ts';

const LIMITS = { fresh: 12, all: 30, ofTeam: 6, ofWebhook: 4 };

let slots: AttemptSlots;
beforeEach(() => {
  slots = new AttemptSlots(LIMITS);
});

function webhook(team: string, name = 'a', isFailing = false): DueWebhook {
  return { webhookId: `${team}.${name}`, teamId: team, isFailing };
}

/** Begins what is planned, as if there were messages for all of it. */
function begin(isFailing = false): { id: string; slot: AttemptSlot }[] {
  const wanted = slots.plan();
  const claimed = wanted.flatMap(claimsOf);
  slots.settle(wanted, claimed);
  return claimed.map((one) => ({
    id: one.webhookId,
    slot: slots.begin({ ...one, failingSince: isFailing ? 1 : null }),
  }));
}

function claimsOf({ webhookId, count }: WantedMessages) {
  const [teamId = ''] = webhookId.split('.');
  return Array.from({ length: count }, () => ({ webhookId, teamId, failingSince: null }));
}

/** How many attempts begin, by webhook, when all that is under way succeeds so many times. */
function afterSuccesses(rounds: number): Record<string, number> {
  let begun = begin();
  for (let round = 0; round < rounds; round++) {
    for (const { slot } of begun) slot.end(true);
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
  slots.setDue([webhook('x')]);
  expect(afterSuccesses(rounds)).toEqual({ 'x.a': count });
});

it('a webhook and a team have a share at most', () => {
  slots.setDue([webhook('x')]);
  expect(afterSuccesses(5)).toEqual({ 'x.a': 4 });
  slots = new AttemptSlots(LIMITS);
  slots.setDue(['a', 'b', 'c'].map((name) => webhook('x', name)));
  expect(afterSuccesses(5)).toEqual({ 'x.a': 2, 'x.b': 2, 'x.c': 2 });
});

it('teams have the same share, however many webhooks they have', () => {
  slots.setDue([...['a', 'b', 'c', 'd'].map((name) => webhook('x', name)), webhook('y')]);
  const counts = afterSuccesses(5);
  expect(counts['y.a']).toBe(4);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(10);
});

it('more teams than slots take turns', () => {
  const teams = Array.from({ length: 30 }, (_, n) => webhook(`t${n}`));
  slots.setDue(teams);
  const seen = new Set<string>();
  for (let round = 0; round < 3; round++) {
    for (const { id, slot } of begin()) {
      seen.add(id);
      slot.end(true);
    }
    slots.setDue(teams);
  }
  expect(seen.size).toBe(30);
});

it('silent receivers keep a slot for a moment only', () => {
  slots.setDue(Array.from({ length: 20 }, (_, n) => webhook(`silent${n}`)));
  const silent = begin();
  expect(silent).toHaveLength(LIMITS.fresh);
  slots.setDue([webhook('x')]);
  expect(slots.plan()).toEqual([]);
  silent[0]?.slot.age();
  silent[0]?.slot.age();
  expect(begin().map(({ id }) => id)).toEqual(['x.a']);
  expect(slots.plan()).toEqual([]);
});

it('so many attempts are under way in all', () => {
  slots.setDue(Array.from({ length: 40 }, (_, n) => webhook(`silent${n}`)));
  let underWay = 0;
  for (let round = 0; round < 5; round++) {
    const begun = begin();
    underWay += begun.length;
    for (const { slot } of begun) slot.age();
  }
  expect(underWay).toBe(LIMITS.all);
});

it('a failing webhook gets one attempt at a time', () => {
  slots.setDue([webhook('x', 'a', true)]);
  const [probe] = begin(true);
  expect(slots.plan()).toEqual([]);
  probe?.slot.end(false);
  expect(begin(true)).toHaveLength(1);
});

it('one that takes messages again has more of them', () => {
  slots.setDue([webhook('x', 'a', true)]);
  const wanted = slots.plan();
  const slot = slots.begin({ webhookId: 'x.a', teamId: 'x', failingSince: 1 });
  // A claim of a failing webhook gets one message, of however many.
  slots.settle(wanted, []);
  expect(slots.plan()).toEqual([]);
  slot.end(true);
  expect(slots.plan()).toEqual([{ webhookId: 'x.a', count: 2 }]);
});

it('what a claim did not get is not wanted again before the next look', () => {
  slots.setDue([webhook('x'), webhook('y')]);
  const wanted = slots.plan();
  slots.settle(wanted, claimsOf({ webhookId: 'x.a', count: 1 }));
  expect(slots.plan()).toEqual([{ webhookId: 'x.a', count: 1 }]);
});
