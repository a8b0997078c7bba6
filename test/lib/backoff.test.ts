import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffDelay } from '../../src/lib/backoff.ts';

describe('backoffDelay', () => {
  it('doubles from the first delay to the longest', () => {
    const delays = [0, 1, 2, 3, 20].map((n) => backoffDelay({ first: 100, max: 500 }, n, 1));
    expect(delays).toEqual([100, 200, 400, 500, 500]);
  });

  it('stays within the upper half of its delay', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
        const whole = Math.min(8000, 250 * 2 ** attempt);
        const delay = backoffDelay({ first: 250, max: 8000 }, attempt, random);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(whole / 2));
        expect(delay).toBeLessThanOrEqual(whole);
      }),
    );
  });
});
