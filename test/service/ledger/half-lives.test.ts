import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REASONS } from '../../../src/contract/verdict.ts';
import { DEFAULT_HALF_LIVES, isDue, learnHalfLives } from '../../../src/service/ledger/ledger.ts';
import type { RepeatedLooks } from '../../../src/service/ledger/records.ts';
import { runs } from '../../support/property-runs.ts';

const DAY = 24 * 60 * 60_000;
const accepted = { reason: 'accepted', provider: 'google' };

function looks(changes: number, pairs: number, days: number): readonly RepeatedLooks[] {
  const common = { provider: 'google', before: 'accepted' };
  return [
    { ...common, after: 'no_mailbox', pairs: changes, time: changes * days * DAY },
    { ...common, after: 'accepted', pairs: pairs - changes, time: (pairs - changes) * days * DAY },
  ];
}

describe('half-lives', () => {
  it('are the published ones while nothing was looked at again', () => {
    expect(learnHalfLives([])(accepted)).toBe(DEFAULT_HALF_LIVES.accepted.days);
  });

  it('have a source each', () => {
    expect(REASONS.filter((reason) => DEFAULT_HALF_LIVES[reason].source === '')).toEqual([]);
  });

  it('follow the looks of the team where there are many, of that provider and reason alone', () => {
    // Half of them within 100 days.
    const halfLives = learnHalfLives(looks(5000, 10_000, 100));
    expect(halfLives(accepted)).toBeGreaterThan(90);
    expect(halfLives(accepted)).toBeLessThan(120);
    expect(halfLives({ ...accepted, provider: 'yahoo' })).toBe(770);
    expect(halfLives({ reason: 'accept_all', provider: 'google' })).toBe(770);
  });

  it('stay near the published ones where there are few', () => {
    expect(learnHalfLives(looks(0, 3, 10))(accepted)).toBeCloseTo(770, -2);
  });

  it('count no look that found nothing out', () => {
    const unknown = looks(10, 10, 10).map((one) => ({ ...one, after: 'greylisted' }));
    expect(learnHalfLives(unknown)(accepted)).toBe(770);
  });

  it('are shorter the more has changed', () => {
    const share = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)];
        const of = (changes: number) => learnHalfLives(looks(changes, 1000, 30))(accepted) ?? 0;
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
