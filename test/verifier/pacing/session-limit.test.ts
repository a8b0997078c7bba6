import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SessionLimit } from '../../../src/verifier/pacing/session-limit.ts';
import { manualClock } from '../../support/manual-clock.ts';

function start(most: number) {
  const clock = manualClock();
  const state = { busyness: 0, isHeldUp: true, more: 0 };
  const limit = new SessionLimit(most, {
    clock,
    busyness: () => state.busyness,
    isHeldUp: () => state.isHeldUp,
    onMore: () => state.more++,
  });
  /** Sessions end at that many looks, a tenth of a second apart. */
  const pass = async (looks: number) => {
    for (let look = 0; look < looks; look++) {
      clock.advance(100);
      limit.look();
      await setImmediate();
    }
  };
  return { clock, state, limit, pass };
}

describe('the sessions of a busy thread', () => {
  it('become fewer while a provider holds the list up, down to a quarter', async () => {
    const { state, limit, pass } = start(200);
    state.busyness = 1;
    await pass(1);
    expect(limit.size).toBe(160);
    await pass(20);
    expect(limit.size).toBe(50);
  });

  it('stay where nobody waits for a provider, or where the thread has time', async () => {
    const { state, limit, pass } = start(200);
    state.busyness = 0.9;
    await pass(5);
    expect(limit.size).toBe(200);
    state.busyness = 1;
    state.isHeldUp = false;
    await pass(5);
    expect(limit.size).toBe(200);
  });

  it('grow again by themselves, though no session ends, and requests that wait are granted', async () => {
    const { clock, state, limit, pass } = start(200);
    state.busyness = 1;
    await pass(20);
    state.busyness = 0.5;
    for (let look = 0; look < 11; look++) {
      clock.advance(100);
      await setImmediate();
    }
    expect(limit.size).toBe(200);
    expect(state.more).toBeGreaterThan(5);
  });

  it('are looked at ten times a second at most, and there is always one', async () => {
    const { clock, state, limit, pass } = start(2);
    state.busyness = 1;
    limit.look();
    clock.advance(99);
    limit.look();
    expect(limit.size).toBe(2);
    await pass(20);
    expect(limit.size).toBe(1);
  });
});
