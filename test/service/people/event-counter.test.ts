import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventCounter } from '../../../src/service/people/guess-limits.ts';
import { manualClock } from '../../support/manual-clock.ts';

describe('an event counter', () => {
  it('lets a key wait until its oldest event leaves the window', () => {
    const clock = manualClock();
    const counter = new EventCounter({ max: 2, windowMs: 1000 }, clock);
    counter.add('a');
    clock.advance(400);
    counter.add('a');
    expect([counter.waitFor('a'), counter.waitFor('b')]).toEqual([600, 0]);
    clock.advance(600);
    expect(counter.waitFor('a')).toBe(0);
    counter.add('a');
    expect(counter.waitFor('a')).toBe(400);
  });

  it('never counts more than its limit in any window of that length', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 60 }), (pauses) => {
        const clock = manualClock();
        const counter = new EventCounter({ max: 3, windowMs: 1000 }, clock);
        const times: number[] = [];
        for (const pause of pauses) {
          clock.advance(pause);
          if (counter.waitFor('a') > 0) continue;
          counter.add('a');
          times.push(clock.now());
        }
        times.forEach((at, index) => {
          expect((times[index + 3] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(1000);
        });
      }),
    );
  });

  it('keeps a key at its limit, however many others come', () => {
    const counter = new EventCounter({ max: 3, windowMs: 1000 }, manualClock(), 100);
    for (let event = 0; event < 3; event++) counter.add('locked');
    for (let name = 0; name < 20_000; name++) counter.add(`made up ${name}`);
    expect(counter.waitFor('locked')).toBe(1000);
  });

  it('forgets expired keys first', () => {
    const clock = manualClock();
    const counter = new EventCounter({ max: 1, windowMs: 1000 }, clock, 2);
    counter.add('old');
    clock.advance(1000);
    counter.add('a');
    counter.add('b');
    expect([counter.waitFor('a'), counter.waitFor('b')]).toEqual([1000, 1000]);
  });
});
