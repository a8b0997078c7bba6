import { describe, expect, it } from 'vitest';
import { type GuessLimits, guessLimits } from '../../../src/service/people/guess-limits.ts';
import { manualClock } from '../../support/manual-clock.ts';

const ADA = { account: 'ada', source: '192.0.2.1' };

function count(limits: GuessLimits, times: number, guesser = ADA): void {
  for (let guess = 0; guess < times; guess++) limits.count(guesser);
}

describe('limits of guesses', () => {
  it('say when the next one may be made', () => {
    const clock = manualClock();
    const limits = guessLimits(clock);
    count(limits, 10);
    clock.advance(60_000);
    expect(() => limits.check(ADA)).toThrow(
      expect.objectContaining({ kind: 'too_many', retryAfterMs: 14 * 60_000 }),
    );
  });

  it('are not washed out by 20,000 made-up names', () => {
    const limits = guessLimits(manualClock());
    count(limits, 10);
    for (let name = 0; name < 20_000; name++) {
      limits.count({ account: `name ${name}`, source: `source ${name}` });
    }
    expect(() => limits.check(ADA)).toThrow('wait 15 minutes');
  });

  it('begin anew for the pair with the right password; the day goes on', () => {
    const clock = manualClock();
    const limits = guessLimits(clock);
    for (let round = 0; round < 11; round++) {
      count(limits, 9);
      limits.count(ADA);
      limits.succeeded(ADA);
      clock.advance(15 * 60_000);
    }
    count(limits, 1);
    expect(() => limits.check({ ...ADA, source: 'elsewhere' })).toThrow('Too many');
  });

  it('are a device’s own', () => {
    const limits = guessLimits(manualClock());
    for (let source = 0; source < 10; source++) count(limits, 10, { ...ADA, source: `s${source}` });
    expect(() => limits.check(ADA)).toThrow('Too many');
    expect(() => limits.check({ ...ADA, device: 'laptop' })).not.toThrow();
  });
});
