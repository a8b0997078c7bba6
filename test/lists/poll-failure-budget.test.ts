import { describe, expect, it } from 'vitest';
import { withAwakeTime } from '../../src/lib/clock.ts';
import { MailvetError } from '../../src/lib/errors.ts';
import { PollFailureBudget } from '../../src/lists/run/follow-batches.ts';
import { manualClock } from '../support/manual-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const fail = () => Promise.reject(new MailvetError('network', 'gone'));

describe('failed polls', () => {
  it.each([DAY, -DAY])(
    'are borne for five minutes, whatever the clock is set to: %d',
    async (step) => {
      const clock = manualClock();
      const failures = new PollFailureBudget(clock, () => {});
      await failures.during(fail);
      clock.adjust(step);
      clock.advance(5 * MINUTE - 1);
      await failures.during(fail);
      clock.advance(1);
      await expect(failures.during(fail)).rejects.toThrow('gone');
    },
  );

  it.each([1, 60, 3 * 24 * 60])('are borne behind a stop of %i minutes', async (minutes) => {
    const manual = manualClock();
    const clock = withAwakeTime(manual);
    const failures = new PollFailureBudget(clock, () => {});
    await failures.during(fail);
    const pause = clock.sleep(10_000);
    manual.advance(minutes * MINUTE);
    await pause;
    await failures.during(fail);
    manual.advance(5 * MINUTE - 10_001);
    await failures.during(fail);
    manual.advance(1);
    await expect(failures.during(fail)).rejects.toThrow('gone');
  });

  it('are said when the next poll begins, once: there may be no time left for one', async () => {
    const said: string[] = [];
    const failures = new PollFailureBudget(manualClock(), (text) => said.push(text));
    await failures.during(fail);
    expect(said).toEqual([]);
    await failures.during(fail);
    await failures.during(fail);
    expect(said).toEqual(['A poll failed (gone); the batches go on, trying again']);
  });
});
