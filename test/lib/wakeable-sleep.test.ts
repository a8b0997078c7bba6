import { expect, it } from 'vitest';
import { createWakeUps, wakeableSleep } from '../../src/lib/wakeable-sleep.ts';
import { manualClock } from '../support/manual-clock.ts';

it('ends when woken, when it was woken before, and in the end by itself', async () => {
  const clock = manualClock();
  const { sleep, wake } = wakeableSleep(clock);
  const woken = sleep(1000);
  wake();
  await woken;
  wake();
  await sleep(1000);
  const slept = sleep(1000);
  clock.advance(1000);
  await slept;
});

it('ends for every sleeper that is under way', async () => {
  const clock = manualClock();
  const { sleep, wake } = wakeableSleep(clock);
  const long = sleep(5000);
  const short = sleep(1000);
  clock.advance(1000);
  await short;
  const other = sleep(1000);
  wake();
  await Promise.all([long, other]);
});

it('ends the next sleep alone where none is under way', async () => {
  const clock = manualClock();
  const { sleep, wake } = wakeableSleep(clock);
  wake();
  const woken = sleep(1000);
  let ended = false;
  const next = sleep(1000).then(() => {
    ended = true;
  });
  await woken;
  expect(ended).toBe(false);
  clock.advance(1000);
  await next;
});

it('rejects with the reason of a signal, and sleeps again for others', async () => {
  const clock = manualClock();
  const { sleep, wake } = wakeableSleep(clock);
  const leaving = new AbortController();
  const sleeping = sleep(1000, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(sleeping).rejects.toThrow('gone');
  await expect(sleep(1000, leaving.signal)).rejects.toThrow('gone');
  const other = sleep(1000);
  wake();
  await other;
});

it('ends the next sleep of a loop that was awake, also where another one slept', async () => {
  const clock = manualClock();
  const { sleeper, wake } = createWakeUps(clock);
  const [asleep, awake] = [sleeper(), sleeper()];
  const sleeping = asleep(1000);
  wake();
  await sleeping;
  await awake(1000);
  const later = sleeper()(1000);
  clock.advance(1000);
  await later;
});
