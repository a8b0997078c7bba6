import { expect, it } from 'vitest';
import { wakeableSleep } from '../../src/lib/wakeable-sleep.ts';
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
