import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilson } from '../../src/lib/wilson.ts';
import { runs } from '../support/property-runs.ts';

const Z = 1.959963984540054;
const counts = fc
  .integer({ min: 1, max: 1_000_000 })
  .chain((count) => fc.tuple(fc.integer({ min: 0, max: count }), fc.constant(count)));

describe('the interval of a share', () => {
  it.each([
    [0, 0, 0, 1],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [1, 1, 0.2065, 1],
    [5, 10, 0.2366, 0.7634],
    [81, 263, 0.2553, 0.3662],
  ])('of %i in %i is from %f to %f', (hits, count, low, high) => {
    const found = wilson(hits, count);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  it('ends where the observed share is z standard errors away', () => {
    fc.assert(
      fc.property(counts, ([hits, count]) => {
        const { low, high } = wilson(hits, count);
        const share = hits / count;
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
        for (const bound of [low, high]) {
          const errors = Z * Math.sqrt((bound * (1 - bound)) / count);
          expect(Math.abs(share - bound)).toBeCloseTo(errors, 9);
        }
      }),
      { numRuns: runs(1000), examples: [[[0, 1]], [[1, 1]], [[1, 3]]] },
    );
  });

  it('of failures mirrors that of successes', () => {
    fc.assert(
      fc.property(counts, ([hits, count]) => {
        const one = wilson(hits, count);
        const other = wilson(count - hits, count);
        expect(one.low).toBeCloseTo(1 - other.high, 12);
        expect(one.high).toBeCloseTo(1 - other.low, 12);
      }),
      { numRuns: runs(1000) },
    );
  });
});
