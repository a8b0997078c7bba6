import { expect, it } from 'vitest';
import { WritePace } from '../../../src/service/parts/outcome-writer.ts';
import { manualClock } from '../../support/manual-clock.ts';

it('the moment after a stop is now, and no timer stays behind', async () => {
  const clock = manualClock();
  let sleeping = 0;
  const sleep: typeof clock.sleep = (ms, signal) => {
    sleeping += 1;
    return clock.sleep(ms, signal).finally(() => {
      sleeping -= 1;
    });
  };
  const pace = new WritePace({ ...clock, sleep });
  await pace.next();
  const next = pace.next();
  expect(sleeping).toBe(1);
  pace.stop();
  await next;
  await pace.next();
  expect(sleeping).toBe(0);
});
