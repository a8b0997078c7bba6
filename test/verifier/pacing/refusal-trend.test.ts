import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefusalTrend, type TrendStep } from '../../../src/verifier/pacing/refusal-trend.ts';
import { runs } from '../../support/property-runs.ts';

/** Sessions one after the other, `x` refused; the step that each led to, with its place from 1. */
function follow(sessions: string, trend = new RefusalTrend()) {
  const steps: [place: number, step: TrendStep][] = [];
  for (const [at, session] of [...sessions].entries()) {
    trend.noteSession(at);
    const step = session === 'x' ? trend.noteRefusal() : undefined;
    if (step) steps.push([at + 1, step]);
  }
  return { steps, trend };
}

describe('the trend of refusals', () => {
  it.each([
    ['no refusal', '.'.repeat(100), []],
    ['two of twenty', '...x....x...............', []],
    ['three of the first eight', '..x.x..x', [[8, 'brake']]],
    ['three before there are eight', 'x.x.x', []],
    ['three of twenty', '.........x.....x..x', [[19, 'brake']]],
    ['a share that stays the same', 'x......'.repeat(12), [[15, 'brake']]],
    [
      'more and more of them',
      '....................x...x..x.....x..x.x.x...',
      [
        [28, 'brake'],
        [41, 'stop'],
      ],
    ],
    ['fewer after the brake', `..x.x..x${'...........x........'}..x..x.......`, [[8, 'brake']]],
  ] as const)('leads with %s to what is due', (_, sessions, steps) => {
    expect(follow(sessions).steps).toEqual(steps);
  });

  it('is braked until twenty sessions went better', () => {
    const { trend } = follow('..x.x..x');
    const states = Array.from({ length: 21 }, (_, at) => {
      trend.noteSession(10 + at);
      return trend.isBraked(10 + at);
    });
    expect(states).toEqual([...Array(20).fill(true), false]);
  });

  it('is forgotten after an hour', () => {
    const { trend } = follow('..x.x..x');
    expect([trend.isBraked(60_000), trend.isFresh(60_000)]).toEqual([true, false]);
    expect([trend.isBraked(4_000_000), trend.isFresh(4_000_000)]).toEqual([false, true]);
  });

  it('never stops before it braked, and never without four refusals since', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('x', '.'), { maxLength: 200 }), (sessions) => {
        let brakedAt: number | undefined;
        for (const [place, step] of follow(sessions.join('')).steps) {
          const since = sessions.slice(brakedAt ?? 0, place).filter((one) => one === 'x').length;
          if (step === 'stop') expect([brakedAt === undefined, since < 4]).toEqual([false, false]);
          brakedAt = step === 'brake' ? place : undefined;
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
