import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';

describe('systemClock', () => {
  it('measures intervals by a clock that the wall clock does not move', () => {
    const began = systemClock.monotonic();
    vi.setSystemTime(Date.now() - 2 * 24 * 60 * 60 * 1000);
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(began);
    vi.useRealTimers();
  });

  it('rejects a sleep with the reason of its signal', async () => {
    const aborter = new AbortController();
    const sleep = systemClock.sleep(60_000, aborter.signal);
    const reason = new Error('enough');
    aborter.abort(reason);
    await expect(sleep).rejects.toBe(reason);
  });

  it('does not begin a sleep whose signal has aborted', async () => {
    const reason = new Error('before');
    await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('sleeps longer than a timer of Node can be set for', async () => {
    vi.useFakeTimers();
    const day = 24 * 60 * 60 * 1000;
    let woken = false;
    const sleep = systemClock.sleep(60 * day).then(() => {
      woken = true;
    });
    await vi.advanceTimersByTimeAsync(60 * day - 1);
    expect(woken).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await sleep;
    vi.useRealTimers();
  });
});
