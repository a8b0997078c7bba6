import { expect, test } from 'vitest';
import { lookupInOrder } from '../../src/lists/file/lookup-in-order.ts';
import { addressesOf, makeJob, temporaryDirectory } from './job-bench.ts';

const SEEN = { status: 'completed', processed: 0, collected: true } as const;

/** Two batches of two, and two addresses that were not sent; each result tells its address. */
function jobWithResults(directory: string) {
  const addresses = addressesOf(6);
  const job = makeJob(directory, addresses);
  for (const first of [1, 3]) {
    const batch = job.recordIntent({ first, last: first + 1 }, 0);
    const results = job.addresses(batch).map((error) => ({ error }));
    job.storeResults(batch, results, SEEN);
  }
  return { job, addresses };
}

test.each([
  ['in the order of the list', [0, 1, 2, 3, 4, 5]],
  ['met again and again', [0, 0, 1, 0, 1, 2, 3, 2, 0, 4, 3, 5, 4]],
  ['backwards', [5, 4, 3, 2, 1, 0]],
  ['with some left out', [1, 3, 5, 0]],
])('an address has its result, %s', (_name, order) => {
  using directory = temporaryDirectory();
  const { job, addresses } = jobWithResults(directory.path);
  using _job = job;
  const lookup = lookupInOrder(job);
  for (const index of order) {
    const address = addresses[index] ?? '';
    expect(lookup(address)).toEqual(index < 4 ? { error: address } : undefined);
    expect(lookup('stranger@example.com')).toBeUndefined();
  }
});

test('an unpackable result, replaced by a packable one, is read packed', () => {
  using directory = temporaryDirectory();
  using job = makeJob(directory.path, addressesOf(1));
  const batch = job.recordIntent({ first: 1, last: 1 }, 0);
  const [email = ''] = job.addresses(batch);
  const plain = { verification: { email, score: 7 } };
  job.storeResults(batch, [{ error: 'later' }], { ...SEEN, collected: false });
  expect(lookupInOrder(job)(email)).toEqual({ error: 'later' });
  job.storeResults(batch, [plain], SEEN);
  expect(lookupInOrder(job)(email)).toEqual(plain);
  expect(job.results(batch)).toEqual([plain]);
});
