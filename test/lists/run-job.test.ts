import { expect, test } from 'vitest';
import { MailvetError } from '../../src/lib/errors.ts';
import type { JobFile } from '../../src/lists/file/job-file.ts';
import { lookupInOrder } from '../../src/lists/file/lookup-in-order.ts';
import { collectNow, followIds } from '../../src/lists/run/follow-batches.ts';
import { runJob } from '../../src/lists/run/http-transport.ts';
import type { JobEvent } from '../../src/lists/run/job-run.ts';
import { eachTest } from '../support/each-test.ts';
import { freePort } from '../support/free-port.ts';
import { BAD_GATEWAY, type Fault, QUOTA_EXCEEDED, startStandIn } from '../support/stand-in.ts';
import { addressesOf, makeJob, runOf, START, temporaryDirectory, timesSent } from './job-bench.ts';

const directory = eachTest(temporaryDirectory);

function missing(job: JobFile, addresses: readonly string[]): string[] {
  const lookup = lookupInOrder(job);
  return addresses.filter((address) => !lookup(address)?.verification);
}

/** The sums of the verdicts of the events that say that all addresses are done. */
function verdictSums(events: readonly JobEvent[], size: number): number[] {
  const seen = events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []));
  return seen
    .filter(({ done }) => done === size)
    .map(({ verdicts }) => Object.values(verdicts).reduce((sum, count) => sum + count, 0));
}

test('a job is sent in batches of at most 1000 and every result is kept', async () => {
  await using standIn = await startStandIn();
  const addresses = addressesOf(2500);
  using job = makeJob(directory.path, addresses);
  const run = runOf(job, standIn);
  const { batches, quota } = await runJob(run, 'collected');
  expect(standIn.batches.map((batch) => batch.emails.length)).toEqual([1000, 1000, 500]);
  expect(batches.map((batch) => batch.status)).toEqual(['completed', 'completed', 'completed']);
  expect(quota).toBeUndefined();
  expect(missing(job, addresses)).toEqual([]);
  expect(job.hasWork()).toBe(false);
  expect(run.events.at(-1)).toEqual({
    type: 'progress',
    progress: {
      total: 2500,
      done: 2500,
      sent: 2500,
      verdicts: { deliverable: 2500, risky: 0, undeliverable: 0, unknown: 0 },
      openBatches: [],
      waiting: [],
    },
  });
});

test('a service that says when a batch ends is polled then', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 2 });
  using job = makeJob(directory.path, addressesOf(10));
  const never = () => new Promise<void>(() => {});
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const run = runOf(job, standIn);
  await runJob({ ...run, clock: { ...run.clock, sleep: never }, sleep }, 'collected');
  expect(waits).toHaveLength(standIn.requestsOf('getBatch').length);
});

test('a service that says when a batch ends is polled then for a batch without a job', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 2 });
  using job = makeJob(directory.path, addressesOf(10));
  const run = runOf(job, standIn);
  await runJob(run, 'sent');
  const never = () => new Promise<void>(() => {});
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  await followIds({ ...run, clock: { ...run.clock, sleep: never }, sleep }, ['batch_1']);
  expect(waits).toHaveLength(standIn.requestsOf('getBatch').length - 1);
});

test('a clock with state of its own keeps it', async () => {
  class CountingClock {
    sleeps = 0;
    readonly now = () => START;
    readonly monotonic = () => 0;
    async sleep() {
      this.sleeps++;
    }
  }
  await using standIn = await startStandIn({ pollsToFinish: 2 });
  using job = makeJob(directory.path, addressesOf(10));
  const clock = new CountingClock();
  await runJob({ ...runOf(job, standIn), clock }, 'collected');
  expect(clock.sleeps).toBe(standIn.requestsOf('getBatch').length);
});

test('the goal sent is reached once the last batch is accepted', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 1000 });
  using job = makeJob(directory.path, addressesOf(1500));
  await runJob(runOf(job, standIn), 'sent');
  expect(standIn.batches).toHaveLength(2);
  expect(standIn.requestsOf('getBatch')).toHaveLength(0);
});

test('no more batches are open at once than the concurrency allows', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 3 });
  using job = makeJob(directory.path, addressesOf(7000));
  let most = 0;
  const run = runOf(job, standIn, {
    concurrency: 2,
    onEvent: () => {
      most = Math.max(most, job.openBatches().length);
    },
  });
  await runJob(run, 'collected');
  expect(standIn.batches).toHaveLength(7);
  expect(most).toBe(2);
});

test('several batches are followed through List Batches, each asked for its results once', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 4 });
  using job = makeJob(directory.path, addressesOf(3000));
  await runJob(runOf(job, standIn), 'collected');
  expect(standIn.requestsOf('getBatch')).toHaveLength(3);
});

test('a service without List Batches is followed batch by batch', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 3 });
  const notFound = { kind: 'answer', status: 404, body: 'no' } as const;
  standIn.fail('listBatches', ...Array<typeof notFound>(10).fill(notFound));
  const addresses = addressesOf(2000);
  using job = makeJob(directory.path, addresses);
  await runJob(runOf(job, standIn), 'collected');
  expect(missing(job, addresses)).toEqual([]);
  expect(standIn.requestsOf('listBatches').length).toBeLessThan(5);
});

const TAKEN: readonly { readonly name: string; readonly fault: Fault }[] = [
  { name: 'the connection drops', fault: { kind: 'drop_after' } },
  { name: 'a 502 comes', fault: { kind: 'act_then_answer', status: 502 } },
  { name: 'the answer is cut', fault: { kind: 'act_then_answer', status: 201, body: '{"id": "b' } },
];

test.for(TAKEN)('nothing is sent twice when $name after the service acted', async ({ fault }) => {
  await using standIn = await startStandIn({ letterCase: 'upper', order: 'reversed' });
  standIn.fail('createBatch', fault, fault);
  const addresses = addressesOf(2100);
  using job = makeJob(directory.path, addresses);
  await runJob(runOf(job, standIn), 'collected');
  expect([...timesSent(standIn)]).toEqual(addresses.map((address) => [address, 1]));
  expect(missing(job, addresses)).toEqual([]);
});

test('a plan limit met while sending again leaves the lost batch on record', async () => {
  await using standIn = await startStandIn();
  standIn.fail('createBatch', { kind: 'drop_before' }, QUOTA_EXCEEDED);
  using job = makeJob(directory.path, addressesOf(10));
  expect(await runJob(runOf(job, standIn), 'sent')).toMatchObject({
    lost: { code: 'answer_lost' },
  });
  await runJob(runOf(job, standIn, { resendUnknown: true }), 'sent');
  expect(job.unanswered()).toMatchObject([{ lost: true }]);
});

test('402 stops the sending, the first batch is followed, and a later run sends the rest', async () => {
  await using standIn = await startStandIn();
  const addresses = addressesOf(2500);
  using job = makeJob(directory.path, addresses);
  standIn.quota = 1000;
  const { quota } = await runJob(runOf(job, standIn), 'collected');
  expect(quota?.code).toBe('quota');
  expect(missing(job, addresses)).toEqual(addresses.slice(1000));
  expect(job.hasWork()).toBe(true);
  standIn.quota = undefined;
  await runJob(runOf(job, standIn), 'collected');
  expect([...timesSent(standIn).values()].every((times) => times === 1)).toBe(true);
  expect(missing(job, addresses)).toEqual([]);
});

test.for([0, 1, 437, 999, 1000, 1001, 2499])(
  'of a plan that allows %i more addresses, so many are sent, each once',
  async (quota) => {
    await using standIn = await startStandIn();
    using job = makeJob(directory.path, addressesOf(2500));
    standIn.quota = quota;
    expect((await runJob(runOf(job, standIn), 'collected')).quota?.code).toBe('quota');
    expect(timesSent(standIn).size).toBe(quota);
    standIn.quota = undefined;
    expect((await runJob(runOf(job, standIn), 'collected')).quota).toBeUndefined();
    expect([...timesSent(standIn).values()].every((times) => times === 1)).toBe(true);
    expect(timesSent(standIn).size).toBe(2500);
  },
);

test('401 ends the run at once and leaves the addresses unsent', async () => {
  await using standIn = await startStandIn();
  using job = makeJob(directory.path, addressesOf(3));
  const run = runOf(job, { url: standIn.url, apiKey: 'mv_wrong' });
  await expect(runJob(run, 'collected')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(job.batches()).toEqual([]);
  expect(standIn.requestsOf('createBatch')).toHaveLength(0);
});

test('failed polls are survived', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 2 });
  standIn.fail('getBatch', ...Array<typeof BAD_GATEWAY>(12).fill(BAD_GATEWAY));
  const addresses = addressesOf(3);
  using job = makeJob(directory.path, addresses);
  const run = runOf(job, standIn);
  await runJob(run, 'collected');
  expect(missing(job, addresses)).toEqual([]);
  const notices = run.events.filter((event) => event.type === 'notice');
  expect(notices).toHaveLength(1);
});

test('a service that stays away is given up after minutes, with what it last said', async () => {
  const standIn = await startStandIn({ pollsToFinish: 5, port: await freePort() });
  using job = makeJob(directory.path, addressesOf(3));
  await runJob(runOf(job, standIn), 'sent');
  await standIn.close();
  const run = runOf(job, standIn);
  await expect(runJob(run, 'collected')).rejects.toMatchObject({ code: 'network' });
  expect(run.clock.now()).toBeGreaterThan(START + 5 * 60_000);
});

test('a batch that the service no longer shows ends as missing', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 9 });
  using job = makeJob(directory.path, addressesOf(3));
  await runJob(runOf(job, standIn), 'sent');
  standIn.batches.length = 0;
  const { batches } = await runJob(runOf(job, standIn), 'collected');
  expect(batches.map((batch) => batch.status)).toEqual(['missing']);
});

/** Everything is done, in a word that the interface does not have, and nothing is there yet. */
const DONE_WITHOUT_RESULTS: Fault = {
  kind: 'answer',
  status: 200,
  body: { batch: { _id: 'batch_1', status: 'done', totalCount: 3, processedCount: 3 }, emails: [] },
};

test.for([
  ['a Conflict', { kind: 'answer', status: 409, body: '' }],
  ['a Too Early', { kind: 'answer', status: 425, body: '' }],
  ['a state unknown to us without results', DONE_WITHOUT_RESULTS],
] as const)('%s in the place of results is asked again until they are there', async ([, fault]) => {
  await using standIn = await startStandIn();
  standIn.fail('getBatch', ...Array<Fault>(6).fill(fault));
  using job = makeJob(directory.path, addressesOf(3));
  const { batches } = await runJob(runOf(job, standIn), 'collected');
  expect(batches.map((batch) => batch.status)).toEqual(['completed']);
  expect(missing(job, addressesOf(3))).toEqual([]);
});

test('a state unknown to us is the end once no more results come', async () => {
  await using standIn = await startStandIn({ withoutEntry: ['a2@example.com'] });
  using job = makeJob(directory.path, addressesOf(3));
  await runJob(runOf(job, standIn), 'sent');
  Object.assign(standIn.batches[0] ?? {}, { status: 'done', processed: 3 });
  await runJob(runOf(job, standIn), 'collected');
  expect(missing(job, addressesOf(3))).toEqual(['a2@example.com']);
  expect(standIn.requestsOf('getBatch')).toHaveLength(30);
});

test('results that are not there yet are left for later by a look without waiting', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 0 });
  standIn.fail('getBatch', { kind: 'answer', status: 409, body: '' }, DONE_WITHOUT_RESULTS);
  using job = makeJob(directory.path, addressesOf(3));
  const run = runOf(job, standIn);
  await runJob(run, 'sent');
  for (const left of [1, 1, 0]) {
    await collectNow(job, run.client, run.signal);
    expect(job.openBatches()).toHaveLength(left);
  }
  expect(missing(job, addressesOf(3))).toEqual([]);
});

test('batches of which no list is known are asked again until their results are there', async () => {
  await using standIn = await startStandIn();
  using job = makeJob(directory.path, addressesOf(3));
  const run = runOf(job, standIn);
  await runJob(run, 'sent');
  const conflict: Fault = { kind: 'answer', status: 409, body: '' };
  standIn.fail('getBatch', conflict, DONE_WITHOUT_RESULTS, conflict);
  const [results] = await followIds(run, ['batch_1']);
  expect(results?.batch.status).toBe('completed');
  expect(results?.entries).toHaveLength(3);
});

test('a batch that is not ready is no sign that no more results come', async () => {
  await using standIn = await startStandIn();
  using job = makeJob(directory.path, addressesOf(3));
  const run = runOf(job, standIn);
  await runJob(run, 'sent');
  const conflicts = Array<Fault>(40).fill({ kind: 'answer', status: 409, body: '' });
  standIn.fail('getBatch', DONE_WITHOUT_RESULTS, ...conflicts);
  const [results] = await followIds(run, ['batch_1']);
  expect(results?.entries).toHaveLength(3);
});

test.for([
  { name: 'one batch', size: 900 },
  { name: 'several batches', size: 2500 },
])('all of $name is done once every verdict is here', async ({ size }) => {
  await using standIn = await startStandIn({ pollsToFinish: 3, completesLate: true });
  using job = makeJob(directory.path, addressesOf(size));
  const run = runOf(job, standIn);
  await runJob(run, 'collected');
  expect(verdictSums(run.events, size)).toEqual([size]);
  const ids = job.batches().map(({ serviceId }) => serviceId ?? '');
  for (const batch of standIn.batches) Object.assign(batch, { status: 'processing', polls: 2 });
  const followed = runOf(job, standIn);
  await followIds(followed, ids);
  expect(verdictSums(followed.events, size)).toEqual([size]);
});

test('addresses without a result count as unknown once their batch has ended', async () => {
  await using standIn = await startStandIn({
    withoutEntry: ['a2@example.com'],
    entryErrors: { 'a3@example.com': 'mailbox on fire' },
  });
  using job = makeJob(directory.path, addressesOf(3));
  const run = runOf(job, standIn);
  await runJob(run, 'collected');
  const followed = runOf(job, standIn);
  await followIds(followed, ['batch_1']);
  const resumed = runOf(job, standIn);
  await runJob(resumed, 'collected');
  for (const { events } of [run, followed, resumed]) {
    const verdicts = { deliverable: 1, risky: 0, undeliverable: 0, unknown: 2 };
    expect(events.at(-1)).toMatchObject({ progress: { done: 3, total: 3, verdicts } });
  }
});

test('the addresses of a batch that the service has lost count as unknown', async () => {
  await using standIn = await startStandIn();
  using job = makeJob(directory.path, addressesOf(3));
  await runJob(runOf(job, standIn), 'sent');
  const gone = { kind: 'answer', status: 404, body: '' } as const;
  standIn.fail('getBatch', gone, gone, gone);
  const run = runOf(job, standIn);
  await runJob(run, 'collected');
  expect(run.events.at(-1)).toMatchObject({ progress: { done: 3, verdicts: { unknown: 3 } } });
});

test('entries that miss stay without a result, errors are kept', async () => {
  await using standIn = await startStandIn({
    withoutEntry: ['a2@example.com'],
    entryErrors: { 'a3@example.com': 'mailbox on fire' },
  });
  using job = makeJob(directory.path, addressesOf(3));
  await runJob(runOf(job, standIn), 'collected');
  expect(lookupInOrder(job)('a1@example.com')?.verification?.deliverable).toBe(true);
  expect(lookupInOrder(job)('a2@example.com')).toBeUndefined();
  expect(lookupInOrder(job)('a3@example.com')).toEqual({ error: 'mailbox on fire' });
});

test('a cancelled batch ends the run with the results that it reached', async () => {
  await using standIn = await startStandIn({ pollsToFinish: 10 });
  using job = makeJob(directory.path, addressesOf(10));
  await runJob(runOf(job, standIn), 'sent');
  Object.assign(standIn.batches[0] ?? {}, { status: 'cancelled', processed: 4 });
  const { batches } = await runJob(runOf(job, standIn), 'followed');
  expect(batches.map((batch) => batch.status)).toEqual(['cancelled']);
  expect(missing(job, addressesOf(10))).toHaveLength(6);
  const followed = runOf(job, standIn);
  await followIds(followed, ['batch_1']);
  const verdicts = { deliverable: 4, risky: 0, undeliverable: 0, unknown: 6 };
  expect(followed.events.at(-1)).toMatchObject({ progress: { done: 10, verdicts } });
});

test('an interruption ends the run with its reason; the answer under way is still recorded', async () => {
  await using standIn = await startStandIn();
  using job = makeJob(directory.path, addressesOf(2000));
  const controller = new AbortController();
  const release = Promise.withResolvers<void>();
  standIn.fail('createBatch', { kind: 'hold', until: release.promise });
  const running = runJob(
    runOf(job, standIn, { signal: controller.signal, clock: neverClock() }),
    'collected',
  );
  await standIn.arrived('createBatch');
  controller.abort(new MailvetError('interrupted', 'interrupted'));
  release.resolve();
  await expect(running).rejects.toMatchObject({ code: 'interrupted' });
  expect(job.batches().map((batch) => batch.serviceId)).toEqual(['batch_1']);
  expect(standIn.batches).toHaveLength(1);
});

function neverClock() {
  return { now: () => 0, monotonic: () => 0, sleep: () => new Promise<void>(() => {}) };
}
