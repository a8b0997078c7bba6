import { expect, it } from 'vitest';
import { startSweeper } from '../../src/composition/sweeper.ts';
import type { ServiceEvent } from '../../src/service/service-event.ts';
import type { NewestTimes } from '../../src/service/upkeep/records.ts';
import { manualClock } from '../support/manual-clock.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAY_OF_SANDBOX = { keepSandbox: 1 };

/** A retention that has some rows to delete, and notes until when. */
function retentionOf(
  rows: { history: number; batches: number; lists?: number; sandbox?: number },
  newest: NewestTimes = { history: Number.MAX_SAFE_INTEGER, batches: undefined },
) {
  const asked: [string, number][] = [];
  const sweep = (name: 'history' | 'batches' | 'lists' | 'sandbox') => async (before: number) => {
    asked.push([name, before]);
    const count = Math.min(rows[name] ?? 0, 10);
    rows[name] = (rows[name] ?? 0) - count;
    return count;
  };
  const sweeps = { sweepHistory: sweep('history'), sweepBatches: sweep('batches') };
  const others = { sweepLists: sweep('lists'), sweepSandbox: sweep('sandbox') };
  const sweepOutcomes = async () => 0;
  const sweepImports = async () => 0;
  const none = async () => 0;
  const counts = { newest: async () => newest, sweepResults: none };
  const giveBackExpired = async () => {};
  return {
    asked,
    retention: { ...sweeps, ...others, ...counts, giveBackExpired, sweepOutcomes, sweepImports },
  };
}

it('deletes in steps until nothing is left, at the start and an hour later', async () => {
  const clock = manualClock();
  const start = clock.now();
  const rows = { history: 25, batches: 0 };
  const { asked, retention } = retentionOf(rows);
  const events: ServiceEvent[] = [];
  const observe = (event: ServiceEvent) => events.push(event);
  const sweeper = startSweeper(
    { ...DAY_OF_SANDBOX, keepHistory: 30 },
    { store: { retention }, clock, observe },
  );
  while (events.length === 0) await passed(clock, 20);
  expect(events).toEqual([{ event: 'swept', verifications: 25, batches: 0, lists: 0 }]);
  expect(asked).toContainEqual(['history', start - 30 * DAY]);
  expect(asked).toContainEqual(['sandbox', start - DAY]);
  rows.history = 5;
  while (events.length === 1) await passed(clock, 60_000);
  expect(clock.now() - start).toBeGreaterThanOrEqual(60 * 60_000);
  await sweeper.stop();
});

it('refuses to delete everything at first, says so, and does it an hour later', async () => {
  const clock = manualClock();
  const newest = { history: clock.now() - 31 * DAY, batches: clock.now() };
  const { asked, retention } = retentionOf({ history: 25, batches: 5, lists: 2 }, newest);
  const events: ServiceEvent[] = [];
  const observe = (event: ServiceEvent) => events.push(event);
  const keep = { ...DAY_OF_SANDBOX, keepHistory: 30, keepBatches: 30 };
  const sweeper = startSweeper(keep, { store: { retention }, clock, observe });
  while (events.length < 2) await passed(clock, 20);
  const iso = new Date(newest.history).toISOString();
  expect(events).toEqual([
    { event: 'sweep_refused', kind: 'history', newest: iso, keepDays: 30 },
    { event: 'swept', verifications: 0, batches: 5, lists: 2 },
  ]);
  expect(asked.map(([name]) => name)).not.toContain('history');
  while (events.length < 3) await passed(clock, 60_000);
  expect(events[2]).toEqual({ event: 'swept', verifications: 25, batches: 0, lists: 0 });
  await sweeper.stop();
});

it('refuses to delete everything when the clock was set forward', async () => {
  const clock = manualClock();
  const newest = { history: clock.now(), batches: undefined };
  const { asked, retention } = retentionOf({ history: 0, batches: 0 }, newest);
  const events: ServiceEvent[] = [];
  const observe = (event: ServiceEvent) => events.push(event);
  const sweeper = startSweeper(
    { ...DAY_OF_SANDBOX, keepHistory: 30 },
    { store: { retention }, clock, observe },
  );
  while (asked.length === 0) await passed(clock, 20);
  clock.adjust(365 * DAY);
  while (events.length === 0) await passed(clock, 60_000);
  expect(events).toMatchObject([{ event: 'sweep_refused', kind: 'history' }]);
  expect(asked.filter(([name]) => name === 'history')).toHaveLength(1);
  await sweeper.stop();
});

it('leaves all as it is where nothing is to be deleted', async () => {
  const { asked, retention } = retentionOf({ history: 9, batches: 9 });
  const deps = { store: { retention }, clock: manualClock(), observe: () => {} };
  await startSweeper(undefined, deps).stop();
  expect(asked).toEqual([]);
});

it('goes on after an error', async () => {
  const clock = manualClock();
  const events: ServiceEvent[] = [];
  const { retention } = retentionOf({ history: 0, batches: 3 });
  let broken = true;
  const sweepBatches = async (before: number) => {
    if (!broken) return retention.sweepBatches(before);
    broken = false;
    throw new Error('disk full');
  };
  const store = { retention: { ...retention, sweepBatches } };
  const observe = (event: ServiceEvent) => events.push(event);
  const sweeper = startSweeper({ ...DAY_OF_SANDBOX, keepBatches: 1 }, { store, clock, observe });
  while (events.length < 2) await passed(clock, 60_000);
  expect(events.map(({ event }) => event)).toEqual(['worker_error', 'swept']);
  await sweeper.stop();
});

async function passed(clock: ReturnType<typeof manualClock>, ms: number): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(ms);
}
