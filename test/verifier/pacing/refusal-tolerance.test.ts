import { describe, expect, it } from 'vitest';
import { RefusalTolerance } from '../../../src/verifier/pacing/refusal-tolerance.ts';

/** Sessions that use up what is allowed with a host that minds from so many refusals on. */
function afterSessions(count: number, mindsFrom: number): { most: number; minded: number } {
  const tolerance = new RefusalTolerance();
  let minded = 0;
  for (let session = 0; session < count; session++) {
    const isMinded = tolerance.max > mindsFrom;
    if (isMinded) minded++;
    tolerance.note(tolerance.max, isMinded ? mindsFrom : undefined);
  }
  return { most: tolerance.max, minded };
}

describe('the refusals that a session may have', () => {
  it('are nine at first', () => {
    expect(new RefusalTolerance().max).toBe(9);
  });

  it('grow to a hundred where the host minds none', () => {
    expect(afterSessions(30, Number.POSITIVE_INFINITY)).toEqual({ most: 100, minded: 0 });
  });

  it.each([3, 10, 19, 40])('stay at what a host bears: %d', (mindsFrom) => {
    expect(afterSessions(30, mindsFrom)).toEqual({ most: mindsFrom, minded: 1 });
  });

  it('are tried a little higher once in a while, since a host may have minded something else', () => {
    const { minded } = afterSessions(1000, 10);
    expect(minded).toBeGreaterThan(1);
    expect(minded).toBeLessThanOrEqual(32);
  });

  it('do not grow in sessions that had fewer', () => {
    const tolerance = new RefusalTolerance();
    for (let session = 0; session < 10; session++) tolerance.note(3, undefined);
    expect(tolerance.max).toBe(9);
  });

  it.each([
    ['hung up', 5, 5],
    ['bore more than was allowed', 12, undefined],
  ] as const)(
    'are kept to without an estimate for eight sessions once a host %s',
    (_, refused, tolerated) => {
      const tolerance = new RefusalTolerance();
      expect(tolerance.mayEstimate).toBe(true);
      tolerance.note(refused, tolerated);
      for (let session = 0; session < 8; session++) {
        expect(tolerance.mayEstimate).toBe(false);
        tolerance.note(1, undefined);
      }
      expect(tolerance.mayEstimate).toBe(true);
    },
  );
});
