import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookupInOrder } from '../../src/lists/file/lookup-in-order.ts';
import { runs } from '../support/property-runs.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { makeJob, temporaryDirectory } from './job-bench.ts';

const SEEN = { status: 'completed', processed: 0, collected: true } as const;

/** 2,600 addresses, mixed: 867 at one domain, the others at 500 domains of three or four. */
function scattered(seed: number): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: 2600 }, (_, at) => {
    const domain = at % 3 === 0 ? 'large.example' : `d${at % 500}.example`;
    return { address: `p${at}@${domain}`, key: random() };
  })
    .sort((a, b) => a.key - b.key)
    .map(({ address }) => address);
}

test('a small domain is in one batch, and the results stand in the order of the list', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 3 }), (seed, sent) => {
      using directory = temporaryDirectory();
      const list = scattered(seed);
      using job = makeJob(directory.path, list);
      const batches: (readonly string[])[] = [];
      for (let range = job.nextRange(1000); range; range = job.nextRange(1000)) {
        const batch = job.recordIntent(range, 0);
        const addresses = job.addresses(batch);
        batches.push(addresses);
        if (batches.length > sent) continue;
        // Odd results and plain ones.
        const results = addresses.map((email, at) =>
          at % 2 === 0 ? { error: email } : { verification: { email, score: at % 100 } },
        );
        job.storeResults(batch, results, SEEN);
        expect(job.results(batch)).toMatchObject(results);
      }
      expect(batches.flat().sort()).toEqual(list.toSorted());
      const domainsOf = (batch: readonly string[]) =>
        new Set(batch.map((one) => one.split('@')[1]));
      const meetings = batches.flatMap((batch) => [...domainsOf(batch)]);
      const twice = meetings.filter((domain, at) => meetings.indexOf(domain) !== at);
      expect(new Set(twice)).toEqual(new Set(['large.example']));

      const lookup = lookupInOrder(job);
      const answered = new Set(batches.slice(0, sent).flat());
      for (const email of list) {
        const result = lookup(email);
        const about = result?.error ?? result?.verification?.email;
        expect(about).toBe(answered.has(email) ? email : undefined);
      }
      expect(() => job.check()).not.toThrow();
    }),
    { numRuns: runs(12) },
  );
});
