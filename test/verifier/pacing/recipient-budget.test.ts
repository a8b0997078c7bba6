import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecipientBudget } from '../../../src/verifier/pacing/recipient-budget.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ANY = Number.POSITIVE_INFINITY;

function budgetOf(recipientsPerHour: number, processes = 1, refusedPerHour = ANY) {
  return new RecipientBudget({ recipientsPerHour, refusedPerHour }, () => processes);
}

describe('the hourly budget of a process', () => {
  it.each([
    [1, 24],
    [2, 12],
    [5, 4],
    [24, 1],
    [100, 1],
    [ANY, 1],
  ])('is an equal part of that of %d processes, and at least one: %d of 24', (processes, share) => {
    expect(budgetOf(24, processes).left(0)).toBe(share);
    expect(budgetOf(ANY, processes, 24).left(0)).toBe(share);
  });

  it('is spent until its oldest recipient is an hour old', () => {
    const budget = budgetOf(6, 2);
    for (const time of [0, 1000, 2000]) budget.note(time, false);
    expect([budget.left(2000), budget.wait(2000)]).toEqual([0, HOUR - 2000]);
    expect([budget.left(HOUR), budget.wait(HOUR)]).toEqual([1, 0]);
    expect(budget.isUntouched(HOUR + 1999)).toBe(false);
    expect(budget.isUntouched(HOUR + 2000)).toBe(true);
  });

  it('grows when another process has ended, and shrinks when one joins', () => {
    let processes = 2;
    const limits = { recipientsPerHour: 6, refusedPerHour: ANY };
    const budget = new RecipientBudget(limits, () => processes);
    for (let at = 0; at < 3; at++) budget.note(0, false);
    expect(budget.left(0)).toBe(0);
    processes = 1;
    expect([budget.left(0), budget.wait(0)]).toEqual([3, 0]);
    processes = 3;
    expect([budget.left(0), budget.wait(0)]).toEqual([0, HOUR]);
  });

  it('is what others have left of the whole, as long as what they counted is younger than an hour', () => {
    const [first, second] = [budgetOf(10), budgetOf(10)];
    for (let minute = 0; minute < 8; minute++) first.note(minute * 2 * MINUTE, false);
    const now = 20 * MINUTE;
    second.adopt('first', first.counts(now), now);
    expect([second.left(now), second.isUntouched(now)]).toEqual([2, false]);
    second.note(now, false);
    second.note(now, false);
    expect([second.left(now), second.wait(now)]).toEqual([0, HOUR - now]);
    expect(second.left(HOUR + 2 * MINUTE)).toBe(2);
    expect(second.left(HOUR + 14 * MINUTE)).toBe(8);
  });

  it('counts what another process counted once, however often that is published', () => {
    const budget = budgetOf(10);
    for (const count of [1, 2, 3]) budget.adopt('other', { asked: [[0, count]], refused: [] }, 0);
    expect(budget.left(0)).toBe(7);
    budget.adopt('other', { asked: [], refused: [] }, 0);
    expect(budget.left(0)).toBe(10);
  });

  it('has no end where the provider says nothing', () => {
    const budget = budgetOf(ANY, 3);
    budget.note(0, true);
    budget.adopt('other', { asked: [[0, 9]], refused: [[0, 9]] }, 0);
    expect([budget.left(0), budget.wait(0), budget.isLimited]).toEqual([ANY, 0, false]);
    expect(budget.isUntouched(0)).toBe(true);
  });
});

/** Asks as many as are allowed; the times of those. */
function spend(budget: RecipientBudget, most: number, now: number): number[] {
  const asked = Array.from({ length: Math.min(most, budget.left(now)) }, () => now);
  for (const time of asked) budget.note(time, false);
  return asked;
}

/** In any hour. */
function expectAtMost(most: number, asked: readonly number[]): void {
  for (const time of asked) {
    const hour = asked.filter((one) => one >= time && one - time < HOUR - 1);
    expect(hour.length).toBeLessThanOrEqual(most);
  }
}

describe('the hourly budgets of several processes', () => {
  const steps = fc.array(
    fc.record({
      process: fc.nat(4),
      wait: fc.nat(20 * MINUTE),
      asks: fc.integer({ min: 1, max: 30 }),
    }),
    { maxLength: 60 },
  );

  it('are never more than the provider allows in any hour, told or not', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 5, max: 50 }), fc.boolean(), (all, most, isTold) => {
        const budgets = Array.from({ length: 5 }, () => budgetOf(most, 5));
        const asked: number[] = [];
        let now = 0;
        for (const { process, wait, asks } of all) {
          now += wait;
          const budget = budgets[process] as RecipientBudget;
          asked.push(...spend(budget, asks, now));
          if (!isTold) continue;
          for (const other of budgets)
            if (other !== budget) other.adopt(String(process), budget.counts(now), now);
        }
        expectAtMost(most, asked);
      }),
    );
  });

  it('hold for processes that come and go, where each knows what the others counted', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 50 }), (all, most) => {
        const asked: number[] = [];
        let now = 0;
        let earlier: RecipientBudget[] = [];
        for (const { process, wait, asks } of all) {
          now += wait;
          const budget = budgetOf(most, process + 1);
          for (const [at, one] of earlier.entries()) budget.adopt(String(at), one.counts(now), now);
          asked.push(...spend(budget, asks, now));
          earlier = [...earlier, budget];
        }
        expectAtMost(most, asked);
      }),
    );
  });

  it('know when one more may be asked: the first moment at which something is left', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(HOUR), { minLength: 1, maxLength: 30 }),
        fc.nat(5),
        (times, others) => {
          const budget = budgetOf(12, 2);
          for (const time of times.toSorted((a, b) => a - b)) budget.note(time, false);
          const now = Math.max(...times);
          budget.adopt('other', { asked: [[0, others * 2]], refused: [] }, now);
          const wait = budget.wait(now);
          expect(budget.left(now) === 0).toBe(wait > 0);
          if (wait > 1) expect(budget.left(now + wait - 2)).toBe(0);
          expect(budget.left(now + wait)).toBeGreaterThan(0);
        },
      ),
      { examples: [[[1, 1, 1, 1, 1, HOUR], 0]] },
    );
  });
});
