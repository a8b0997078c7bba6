import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { awakeTime, systemClock, withAwakeTime } from '../../src/lib/clock.ts';
import { manualClock } from '../support/manual-clock.ts';

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

  it('does not warn of a moment that is over', async () => {
    const warn = vi.spyOn(process, 'emitWarning');
    await systemClock.sleep(-0.5);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
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

describe('the time that a process is awake', () => {
  const HOUR = 60 * 60_000;

  it.each([
    { what: 'waits that end on time', waits: [10, 20], steps: [10_000, 10_000], awake: 20_000 },
    { what: 'a wait that a busy process ends late', waits: [10], steps: [10_900], awake: 10_900 },
    { what: 'a stop beyond a wait', waits: [10], steps: [4000, HOUR], awake: 10_000 },
    { what: 'a stop beyond several waits', waits: [30, 10, 20], steps: [HOUR], awake: 10_000 },
    { what: 'a stop within a wait', waits: [10], steps: [2000, 5000, 3000], awake: 10_000 },
    { what: 'a stop that nothing waits for', waits: [], steps: [HOUR], awake: HOUR },
  ])('is, with $what, $awake ms', async ({ waits, steps, awake }) => {
    const manual = manualClock();
    const clock = withAwakeTime(manual);
    const began = awakeTime(clock);
    const sleeps = waits.map((seconds) => clock.sleep(seconds * 1000));
    for (const step of steps) {
      manual.advance(step);
      await new Promise(setImmediate);
    }
    expect(awakeTime(clock) - began).toBe(awake);
    expect(clock.monotonic() - manual.monotonic()).toBe(0);
    manual.advance(60_000);
    await Promise.all(sleeps);
  });

  it('counts each of several stops once', async () => {
    const manual = manualClock();
    const clock = withAwakeTime(manual);
    const began = awakeTime(clock);
    const long = clock.sleep(60_000);
    for (const _ of [1, 2, 3]) {
      const short = clock.sleep(10_000);
      manual.advance(HOUR);
      await short;
    }
    await long;
    expect(awakeTime(clock) - began).toBe(30_000);
  });

  it('is that of the interval where a clock can not notice a stop', () => {
    expect(awakeTime({ monotonic: () => 7 })).toBe(7);
  });

  it('leaves out how long a process was stopped by SIGSTOP', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', STOPPED], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    await systemClock.sleep(2500);
    child.kill('SIGCONT');
    const [answer] = await once(child.stdout, 'data');
    const { passed, awake } = JSON.parse(String(answer));
    expect(passed).toBeGreaterThan(2000);
    expect(passed - awake).toBeGreaterThan(1500);
  });

  /** Says how much time has passed, by both measures, once it was stopped. */
  const STOPPED = `
    import { systemClock as clock } from '../../src/lib/clock.ts';
    const [began, woke] = [clock.monotonic(), clock.awake()];
    let sleeping = clock.sleep(100);
    console.log('ready');
    for (;;) {
      await sleeping;
      sleeping = clock.sleep(100);
      const passed = clock.monotonic() - began;
      if (passed < 2000) continue;
      console.log(JSON.stringify({ passed, awake: clock.awake() - woke }));
      break;
    }
  `;
});
