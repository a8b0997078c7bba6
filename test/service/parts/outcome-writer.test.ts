import { expect, it } from 'vitest';
import { LeaseLost, OutcomeWriter, WritePace } from '../../../src/service/parts/outcome-writer.ts';
import type { EntryOutcome } from '../../../src/service/parts/part-queue.ts';
import { foundResult } from '../../support/found-result.ts';
import { manualClock } from '../../support/manual-clock.ts';

const RESULT = foundResult();

function outcomes(count: number): EntryOutcome[] {
  return Array.from({ length: count }, (_, position) => ({
    positions: [position],
    result: RESULT,
  }));
}

function writerWith(pace: WritePace, leaseStands = true) {
  const written: number[] = [];
  const stopped: unknown[] = [];
  const writer = new OutcomeWriter({
    pace,
    record: async (group) => {
      written.push(group.length);
      return leaseStands;
    },
    onStop: (reason) => stopped.push(reason),
  });
  return { writer, written, stopped };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

it('the first outcome is written at once, those behind it together at the next moment', async () => {
  const clock = manualClock();
  const { writer, written } = writerWith(new WritePace(clock));
  const [first, ...others] = outcomes(10) as [EntryOutcome, ...EntryOutcome[]];
  writer.add(first);
  await turns();
  for (const outcome of others) writer.add(outcome);
  await turns();
  expect(written).toEqual([1]);
  clock.advance(500);
  await turns();
  expect(written).toEqual([1, 9]);
});

it('batches that share a pace write in the same turn', async () => {
  const clock = manualClock();
  const pace = new WritePace(clock);
  const [one, other] = [writerWith(pace), writerWith(pace)];
  one.writer.add(outcomes(1)[0] as EntryOutcome);
  await turns();
  one.writer.add(outcomes(1)[0] as EntryOutcome);
  clock.advance(400);
  other.writer.add(outcomes(1)[0] as EntryOutcome);
  await turns();
  expect([one.written, other.written]).toEqual([[1], []]);
  clock.advance(100);
  await turns();
  expect([one.written, other.written]).toEqual([[1, 1], [1]]);
});

it('a full group waits for no moment', async () => {
  const { writer, written } = writerWith(new WritePace(manualClock()));
  writer.add(outcomes(1)[0] as EntryOutcome);
  await turns();
  for (const outcome of outcomes(2050)) writer.add(outcome);
  await turns();
  expect(written).toEqual([1, 1000, 1000]);
  await writer.drained();
  expect(written).toEqual([1, 1000, 1000, 50]);
});

it('a lease that is lost stops the writing', async () => {
  const { writer, stopped } = writerWith(new WritePace(manualClock()), false);
  writer.add(outcomes(1)[0] as EntryOutcome);
  await expect(writer.drained()).rejects.toBeInstanceOf(LeaseLost);
  expect(stopped).toHaveLength(1);
  expect(writer.progressed).toBe(false);
});

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
