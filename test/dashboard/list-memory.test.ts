import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DashboardDeps } from '../../src/dashboard/environment.ts';
import { asCounted, FactsCache, ListPaces } from '../../src/dashboard/list-memory.ts';
import type { ListFacts } from '../../src/service/lists/list-files.ts';
import type { ListCounts, ListRecord } from '../../src/service/lists/list-ports.ts';
import { manualClock } from '../support/manual-clock.ts';

const clock = manualClock();
const START = clock.now();

function listAt(processedCount: number): ListRecord {
  return {
    id: 'list_1',
    name: 'list.csv',
    folder: null,
    createdBy: 'ada@example.com',
    createdAt: START,
    status: 'running',
    size: 0,
    form: null,
    counts: null,
    verdicts: { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 },
    judgedBy: '',
    totalCount: 1000,
    processedCount,
    isRetry: false,
    places: 1,
    sent: 1,
    startedAt: START,
    endedAt: null,
    waitsFor: null,
    retryPlan: null,
  };
}

const NOTHING = { waits: [] };

it('says nothing of the time left in the first seconds, then what the pace makes of it', () => {
  const paces = new ListPaces(clock);
  const found = [];
  for (let second = 0; second <= 20; second++) {
    found.push(paces.timeLeft(listAt(20 * second), NOTHING));
    clock.advance(1000);
  }
  expect(found.slice(0, 5).map(({ kind }) => kind)).toEqual(Array(5).fill('unknown'));
  const last = found.at(-1);
  expect(last).toMatchObject({ kind: 'time' });
  expect(last?.kind === 'time' && last.left).toBeGreaterThan(20_000);
  expect(last?.kind === 'time' && last.left).toBeLessThan(45_000);
});

it('goes by the slowest provider where this process does the work', () => {
  const paces = new ListPaces(clock);
  const found = [];
  for (let second = 0; second <= 20; second++) {
    const providers = [
      { provider: 'fast', open: 600 - 20 * second, waiting: 0, settled: 20 * second, closedFor: 0 },
      { provider: 'slow', open: 400 - second, waiting: 0, settled: second, closedFor: 0 },
    ];
    found.push(paces.timeLeft(listAt(21 * second), { waits: [], providers }));
    clock.advance(1000);
  }
  const last = found.at(-1);
  expect(last?.kind === 'time' && last.left).toBeGreaterThan(320_000);
  expect(last?.kind === 'time' && last.left).toBeLessThan(410_000);
});

it('says for how long nothing has happened', () => {
  const paces = new ListPaces(clock);
  paces.quietFor(listAt(10));
  clock.advance(30_000);
  expect(paces.quietFor(listAt(10))).toBe(30_000);
  expect(paces.quietFor(listAt(11))).toBe(0);
});

it('begins anew with each round', () => {
  const paces = new ListPaces(clock);
  for (const done of [0, 300, 600]) {
    paces.timeLeft(listAt(done), NOTHING);
    clock.advance(10_000);
  }
  expect(paces.timeLeft(listAt(900), NOTHING).kind).toBe('time');
  expect(paces.timeLeft({ ...listAt(0), startedAt: START + 1 }, NOTHING).kind).toBe('unknown');
});

const COUNTS = { rows: 1500, distinct: 1000, empty: 0 } as ListCounts;

/** So many rows were read with a verdict, and so many addresses are processed. */
function readAt(deliverable: number, processedCount: number): ListRecord {
  const list = listAt(processedCount);
  return { ...list, counts: COUNTS, verdicts: { ...list.verdicts, deliverable } };
}

it('counts a row for each address that was processed since rows were read', () => {
  const paces = new ListPaces(clock);
  const looks = [
    [300, 250],
    [300, 300],
    [300, 420],
    // Read again: some of what was processed is not in its file yet.
    [440, 450],
    [440, 500],
    [1450, 1000],
    [1450, 1100],
  ] as const;
  const shown = looks.map(([rows, done]) => paces.withAnswers(readAt(rows, done)).answered);
  expect(shown).toEqual([300, 350, 470, 470, 490, 1450, 1500]);
});

it('never shows fewer answers than before, nor more than are there', () => {
  const steps = fc.array(
    fc.record({ answers: fc.nat(90), behind: fc.nat(200), isRead: fc.boolean() }),
  );
  fc.assert(
    fc.property(steps, (taken) => {
      const paces = new ListPaces(clock);
      let [done, read, last] = [0, 0, 0];
      for (const { answers, behind, isRead } of taken) {
        done = Math.min(1000, done + answers);
        if (isRead) read = Math.max(read, done - behind);
        const { answered = 0 } = paces.withAnswers(readAt(read, done));
        expect(answered).toBeGreaterThanOrEqual(last);
        expect(answered).toBeLessThanOrEqual(done);
        last = answered;
      }
    }),
  );
});

it('leaves lists alone that check again, or do not run', () => {
  const paces = new ListPaces(clock);
  for (const other of [{ isRetry: true }, { status: 'completed' }] as const) {
    paces.withAnswers({ ...readAt(300, 0), ...other });
    expect(paces.withAnswers({ ...readAt(300, 90), ...other }).answered).toBeUndefined();
  }
});

const NONE = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
const RUNNING = { id: 'list_1', status: 'running', counts: {}, verdicts: NONE } as ListRecord;

/** Facts by the number of their reading, which takes so many milliseconds. */
function cacheOf(readingMs: number) {
  const clock = manualClock();
  let readings = 0;
  const files = {
    facts: async () => {
      clock.advance(readingMs);
      const rows = ++readings;
      const verdicts = { ...NONE, deliverable: rows };
      return { reasons: [{ reason: 'deliverable', rows, verdicts }] } as unknown as ListFacts;
    },
  };
  const cache = new FactsCache({ lists: { files }, clock } as unknown as DashboardDeps);
  // Its numbers move all the time.
  const shown = async () => {
    const list = { ...RUNNING, verdicts: { ...NONE, risky: clock.monotonic() } };
    const facts = await cache.of(list);
    return facts && asCounted(list, facts).verdicts;
  };
  return { clock, shown };
}

it('two pages of a running list show the numbers of one reading, for two seconds', async () => {
  const { clock, shown } = cacheOf(1);
  const [one, other] = await Promise.all([shown(), shown()]);
  expect(one).toEqual({ ...NONE, deliverable: 1 });
  expect(other).toEqual(one);
  clock.advance(1800);
  expect(await shown()).toEqual(one);
  clock.advance(200);
  expect(await shown()).toEqual({ ...NONE, deliverable: 2 });
});

it('a list that takes long to read is read for a tenth of the time', async () => {
  const { clock, shown } = cacheOf(500);
  await shown();
  clock.advance(3900);
  expect(await shown()).toMatchObject({ deliverable: 1 });
  clock.advance(200);
  expect(await shown()).toMatchObject({ deliverable: 2 });
});
