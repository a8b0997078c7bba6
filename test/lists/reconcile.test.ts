import { expect, test } from 'vitest';
import type { JobFile } from '../../src/lists/file/job-file.ts';
import { runJob } from '../../src/lists/run/http-transport.ts';
import { eachTest } from '../support/each-test.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { instantClock } from '../support/manual-clock.ts';
import { type StandIn, startStandIn } from '../support/stand-in.ts';
import { addressesOf, makeJob, runOf, START, temporaryDirectory } from './job-bench.ts';

const directory = eachTest(temporaryDirectory);
const job = eachTest(() => makeJob(directory.path, MINE));
const standIn = eachTest(startStandIn);

const HOUR = 60 * 60_000;
const MINE = addressesOf(20);

/** A batch in the service's books that did not come through this job. */
function book(standIn: StandIn, emails: readonly string[], at: number, id = 'batch_booked'): void {
  const createdAt = new Date(at).toISOString();
  standIn.batches.push({
    id,
    status: 'completed',
    emails,
    processed: emails.length,
    polls: 0,
    createdAt,
  });
}

function adopted(job: JobFile): (string | null)[] {
  return job.batches().map((batch) => batch.serviceId);
}

test.for([
  { name: 'hours behind ours', skew: -5 * HOUR },
  { name: 'hours ahead of ours', skew: 5 * HOUR },
  { name: 'the same as ours', skew: 0 },
  { name: 'years behind ours', skew: -3 * 365 * 24 * HOUR },
])('a lost batch is adopted when the service’s clock is $name', async ({ skew }) => {
  await using standIn = await startStandIn({ now: () => START + skew });
  standIn.fail('createBatch', { kind: 'drop_after' });
  await runJob(runOf(job, standIn), 'collected');
  expect(adopted(job)).toEqual(['batch_1']);
  expect(standIn.requestsOf('createBatch')).toHaveLength(1);
});

test('a batch of these very addresses that was there before is not taken for the lost one', async () => {
  await using standIn = await startStandIn({ now: () => START - 5 * HOUR });
  book(standIn, MINE, START - 5 * HOUR - 1);
  standIn.fail('createBatch', { kind: 'drop_before' });
  expect(await runJob(runOf(job, standIn), 'collected')).toMatchObject({
    lost: { code: 'answer_lost' },
  });
  expect(adopted(job)).toEqual([null]);
});

test.for([5, 20, 29])('a lost batch that shows %i s later is adopted', async (seconds) => {
  const clock = instantClock({ start: START, endless: 60_000 });
  standIn.fail('createBatch', { kind: 'drop_after' });
  const run = runOf(job, standIn, { clock });
  const client: typeof run.client = {
    ...run.client,
    async listBatches(...asked) {
      const listed = await run.client.listBatches(...asked);
      return clock.now() < START + seconds * 1000 ? [] : listed;
    },
  };
  await runJob({ ...run, client }, 'collected');
  expect(adopted(job)).toEqual(['batch_1']);
  expect(standIn.requestsOf('createBatch')).toHaveLength(1);
});

test('a batch that only our clock speaks against is neither adopted nor sent again', async () => {
  // Sent by a run that could not list the service's batches.
  job.recordIntent({ first: 1, last: 20 }, START);
  book(standIn, MINE, START - 48 * HOUR);
  expect(await runJob(runOf(job, standIn), 'collected')).toMatchObject({
    lost: { code: 'answer_lost' },
  });
  expect(standIn.requestsOf('createBatch')).toHaveLength(0);
});

test('a batch of another job here is not taken for the lost one', async () => {
  job.recordIntent({ first: 1, last: 20 }, START);
  book(standIn, MINE, START + 1);
  const foreignBatchIds = () => new Set(['batch_booked']);
  await runJob(runOf(job, standIn, { foreignBatchIds }), 'collected');
  expect(adopted(job)).toEqual(['batch_2']);
});

test('a batch of the same size with other addresses is not taken for the lost one', async () => {
  job.recordIntent({ first: 1, last: 20 }, START);
  book(standIn, [...MINE.slice(1), 'stranger@example.com'], START + 1);
  await runJob(runOf(job, standIn), 'collected');
  expect(adopted(job)).toEqual(['batch_2']);
});

test('the lost batch is found behind pages of others', async () => {
  await using standIn = await startStandIn({ maxLimit: 20 });
  job.recordIntent({ first: 1, last: 20 }, START);
  book(standIn, MINE, START + 1);
  for (let index = 0; index < 70; index += 1) {
    book(standIn, ['b@example.com'], START + 2, `other_${index}`);
  }
  await runJob(runOf(job, standIn), 'collected');
  expect(adopted(job)).toEqual(['batch_booked']);
  expect(standIn.requestsOf('createBatch')).toHaveLength(0);
});

test('a batch that shows most of its addresses, all of them ours, is adopted', async () => {
  await using standIn = await startStandIn({ withoutEntry: MINE.slice(12) });
  standIn.fail('createBatch', { kind: 'drop_after' });
  await runJob(runOf(job, standIn), 'collected');
  expect(adopted(job)).toEqual(['batch_1']);
});

test('a batch that shows too few addresses leaves the matter open, and nothing is sent', async () => {
  await using standIn = await startStandIn({ withoutEntry: MINE });
  standIn.fail('createBatch', { kind: 'drop_after' });
  expect(await runJob(runOf(job, standIn), 'collected')).toMatchObject({
    lost: { code: 'answer_lost', hint: hintSaying('--resend-unknown') },
  });
  expect(job.unanswered()).toHaveLength(1);
  expect(standIn.requestsOf('createBatch')).toHaveLength(1);
  await runJob(runOf(job, standIn, { resendUnknown: true }), 'sent');
  expect(adopted(job)).toEqual(['batch_2']);
});

test('a service that can’t list its batches leaves the matter open', async () => {
  const refusal = { kind: 'answer', status: 404, body: 'no' } as const;
  standIn.fail('listBatches', refusal, refusal);
  standIn.fail('createBatch', { kind: 'drop_after' });
  expect(await runJob(runOf(job, standIn), 'sent')).toMatchObject({
    lost: { code: 'answer_lost' },
  });
  expect(job.unanswered()).toHaveLength(1);
});

test('an answer that comes into being after the look is still found', async () => {
  job.recordIntent({ first: 1, last: 20 }, START);
  standIn.fail('listBatches', { kind: 'answer', status: 200, body: [] });
  book(standIn, MINE, START + 1);
  await runJob(runOf(job, standIn), 'collected');
  expect(adopted(job)).toEqual(['batch_booked']);
});
