import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { setSharedAlarm } from '../../src/lib/shared-alarms.ts';
import { manualClock } from '../support/manual-clock.ts';

/** A clock that counts the timers set on it. */
function countingClock() {
  const clock = manualClock();
  let [set, open] = [0, 0];
  return {
    monotonic: () => clock.monotonic(),
    async sleep(ms: number, signal?: AbortSignal) {
      set++;
      open++;
      await clock.sleep(ms, signal).finally(() => open--);
    },
    /** Moves time on, until all that is due has rung. */
    async advance(ms: number) {
      clock.advance(ms);
      await nextTurn();
    },
    get timersSet() {
      return set;
    },
    get timersOpen() {
      return open;
    },
  };
}

describe('alarms of one length', () => {
  it('ring in the order in which they were set, each at its time', async () => {
    const clock = countingClock();
    const rung: string[] = [];
    setSharedAlarm(clock, 1000, () => rung.push('first'));
    await clock.advance(400);
    setSharedAlarm(clock, 1000, () => rung.push('second'));
    await clock.advance(600);
    expect(rung).toEqual(['first']);
    await clock.advance(399);
    expect(rung).toEqual(['first']);
    await clock.advance(1);
    expect(rung).toEqual(['first', 'second']);
    expect(clock.timersOpen).toBe(0);
  });

  it('share one timer', async () => {
    const clock = countingClock();
    let rung = 0;
    for (let at = 0; at < 1000; at++) setSharedAlarm(clock, 1000, () => rung++);
    expect(clock.timersSet).toBe(1);
    await clock.advance(1000);
    expect(rung).toBe(1000);
    expect(clock.timersOpen).toBe(0);
  });

  it('do not ring once they are cancelled, and leave no timer behind', async () => {
    const clock = countingClock();
    let rung = 0;
    const cancels = [1, 2, 3].map(() => setSharedAlarm(clock, 1000, () => rung++));
    for (const cancel of cancels) cancel();
    await clock.advance(0);
    expect(clock.timersOpen).toBe(0);
    await clock.advance(2000);
    expect(rung).toBe(0);
  });

  it('that are set by one that rings, ring in their turn', async () => {
    const clock = countingClock();
    const rung: string[] = [];
    setSharedAlarm(clock, 1000, () => {
      rung.push('first');
      setSharedAlarm(clock, 1000, () => rung.push('next'));
    });
    await clock.advance(1000);
    await clock.advance(1000);
    expect(rung).toEqual(['first', 'next']);
    expect(clock.timersOpen).toBe(0);
  });

  it('that are set by one that rings, do not hold up those before them', async () => {
    const clock = countingClock();
    const rung: string[] = [];
    setSharedAlarm(clock, 1000, () => {
      rung.push('first');
      setSharedAlarm(clock, 1000, () => rung.push('third'));
    });
    await clock.advance(300);
    setSharedAlarm(clock, 1000, () => rung.push('second'));
    await clock.advance(700);
    await clock.advance(300);
    expect(rung).toEqual(['first', 'second']);
    await clock.advance(700);
    expect(rung).toEqual(['first', 'second', 'third']);
  });

  it('of other lengths ring on their own', async () => {
    const clock = countingClock();
    const rung: string[] = [];
    setSharedAlarm(clock, 3000, () => rung.push('long'));
    setSharedAlarm(clock, 1000, () => rung.push('short'));
    await clock.advance(1000);
    expect(rung).toEqual(['short']);
    await clock.advance(2000);
    expect(rung).toEqual(['short', 'long']);
  });
});
