import { expect, it } from 'vitest';
import type { DashboardDeps } from '../../src/dashboard/environment.ts';
import { asCounted, FactsCache } from '../../src/dashboard/list-memory.ts';
import type { ListFacts } from '../../src/service/lists/list-files.ts';
import type { ListRecord } from '../../src/service/lists/list-ports.ts';
import { manualClock } from '../support/manual-clock.ts';

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
