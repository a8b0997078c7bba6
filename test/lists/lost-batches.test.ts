/** Answers to Create Batch that are lost at a service that remembers no keys. */
import { expect, test } from 'vitest';
import { MailvetError } from '../../src/lib/errors.ts';
import type { JobFile } from '../../src/lists/file/job-file.ts';
import { lookupInOrder } from '../../src/lists/file/lookup-in-order.ts';
import { runJob } from '../../src/lists/run/http-transport.ts';
import type { JobRun } from '../../src/lists/run/job-run.ts';
import { eachTest } from '../support/each-test.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { instantClock } from '../support/manual-clock.ts';
import { BAD_GATEWAY, type Fault, QUOTA_EXCEEDED, startStandIn } from '../support/stand-in.ts';
import { addressesOf, makeJob, runOf, START, temporaryDirectory, timesSent } from './job-bench.ts';

const directory = eachTest(temporaryDirectory);
const job = eachTest(() => makeJob(directory.path, LIST));
const standIn = eachTest(startStandIn);

const LIST = addressesOf(3000);
const FINE: Fault = { kind: 'hold', until: Promise.resolve() };
const DROPPED: Fault = { kind: 'drop_before' };
const TAKEN: Fault = { kind: 'drop_after' };
const NOT_FOUND: Fault = { kind: 'answer', status: 404, body: '' };
const ONCE_EACH = LIST.map((address) => [address, 1]);

const clockOf = () => instantClock({ start: START, endless: 60_000 });

/** The run over a list that shows a batch only once it is so old, in milliseconds. */
function lagging<T extends JobRun>(run: T, lag: number): T {
  const { client, clock } = run;
  const listBatches: JobRun['client']['listBatches'] = async (...asked) => {
    const listed = await client.listBatches(...asked);
    return listed.filter(({ createdAt }) => Date.parse(createdAt ?? '') + lag <= clock.now());
  };
  return { ...run, client: { ...client, listBatches } };
}

function resultCount(job: JobFile): number {
  const lookup = lookupInOrder(job);
  return LIST.filter((address) => lookup(address)?.verification).length;
}

const sizes = (requests: readonly { readonly body: unknown }[]) =>
  requests.map(({ body }) => (body as { emails: string[] }).emails[0]);

test.for([
  { which: 'first', faults: [DROPPED] },
  { which: 'second', faults: [FINE, DROPPED] },
  { which: 'last', faults: [FINE, FINE, DROPPED] },
  { which: 'first, by a 502,', faults: [BAD_GATEWAY] },
  { which: 'second and third', faults: [FINE, DROPPED, DROPPED] },
])('a $which batch that was not taken is sent again, behind the others', async ({ faults }) => {
  standIn.fail('createBatch', ...faults);
  const run = runOf(job, standIn);
  const { lost } = await runJob(run, 'collected');
  expect(lost).toBeUndefined();
  expect([...timesSent(standIn)].sort()).toEqual(ONCE_EACH.toSorted());
  expect(resultCount(job)).toBe(3000);
  const losses = faults.filter((fault) => fault !== FINE).length;
  expect(job.batches().filter(({ resent }) => resent)).toHaveLength(losses);
  expect(standIn.requestsOf('createBatch')).toHaveLength(3 + losses);
  // As long as a batch of that size may take to show.
  expect(run.clock.now() - START).toBeGreaterThanOrEqual(40_000);
  const notices = run.events.filter((event) => event.type === 'notice').map(({ text }) => text);
  expect(notices.filter((text) => text.includes('sending it again'))).toHaveLength(losses);
});

test('the other batches go on while a lost one is looked for', async () => {
  standIn.fail('createBatch', DROPPED);
  const run = runOf(job, standIn);
  await runJob(run, 'collected');
  const [, second, third, again] = job.batches().map(({ intendedAt }) => intendedAt - START);
  expect([second, third, again]).toEqual([1000, 1000, undefined]);
  expect(sizes(standIn.requestsOf('createBatch'))).toEqual(
    ['a1', 'a1001', 'a2001', 'a1'].map((name) => `${name}@example.com`),
  );
});

test.for([5, 20, 38])('a batch that was taken and shows %i s later is adopted', async (seconds) => {
  const clock = clockOf();
  await using standIn = await startStandIn({ now: clock.now });
  standIn.fail('createBatch', FINE, TAKEN);
  const run = lagging(runOf(job, standIn, { clock }), seconds * 1000);
  expect((await runJob(run, 'collected')).lost).toBeUndefined();
  expect([...timesSent(standIn)]).toEqual(ONCE_EACH);
  expect(resultCount(job)).toBe(3000);
});

test('a list that is far behind decides nothing, until it shows the batch', async () => {
  const clock = clockOf();
  await using standIn = await startStandIn({ now: clock.now, pollsToFinish: 200 });
  standIn.fail('createBatch', FINE, TAKEN);
  // Both others go on for longer than the list is behind.
  const run = lagging(runOf(job, standIn, { clock }), 120_000);
  expect((await runJob(run, 'collected')).lost).toBeUndefined();
  expect([...timesSent(standIn)]).toEqual(ONCE_EACH);
  expect(job.batches().map(({ resent }) => resent)).toEqual([false, false, false]);
});

test.for([
  { list: 'shows nothing', listing: { kind: 'answer', status: 200, body: [] } as const },
  { list: 'is not there', listing: NOT_FOUND },
  { list: 'is broken', listing: BAD_GATEWAY },
])('where the list $list, the others go on and a later run decides', async ({ listing }) => {
  standIn.fail('createBatch', FINE, TAKEN);
  standIn.fail('listBatches', ...Array<Fault>(500).fill(listing));
  const { lost } = await runJob(runOf(job, standIn), 'collected');
  expect(lost).toMatchObject({ code: 'answer_lost', hint: hintSaying('--resend') });
  expect(resultCount(job)).toBe(2000);
  expect(standIn.requestsOf('createBatch')).toHaveLength(3);
  expect(standIn.requestsOf('listBatches').length).toBeLessThan(100);
  standIn.recover();
  expect((await runJob(runOf(job, standIn), 'collected')).lost).toBeUndefined();
  expect(resultCount(job)).toBe(3000);
  expect([...timesSent(standIn)]).toEqual(ONCE_EACH);
});

test('a list that is broken for a while is asked on', async () => {
  standIn.fail('createBatch', FINE, BAD_GATEWAY);
  standIn.fail('listBatches', FINE, ...Array<Fault>(20).fill(BAD_GATEWAY));
  expect((await runJob(runOf(job, standIn), 'collected')).lost).toBeUndefined();
  expect(resultCount(job)).toBe(3000);
});

test('of two lost batches the one that was taken is adopted, and the other sent again', async () => {
  standIn.fail('createBatch', DROPPED, TAKEN);
  await runJob(runOf(job, standIn), 'collected');
  expect(job.batches().map(({ resent }) => resent)).toEqual([true, false, false]);
  expect(timesSent(standIn).size).toBe(3000);
  expect(standIn.batches).toHaveLength(3);
});

test('with one batch at a time, too, the others go on', async () => {
  standIn.fail('createBatch', DROPPED);
  expect((await runJob(runOf(job, standIn, { concurrency: 1 }), 'collected')).lost).toBeUndefined();
  expect(resultCount(job)).toBe(3000);
  expect(standIn.batches).toHaveLength(3);
});

test.for([
  ['nothing else of the job was taken', 1000],
  ['every answer is lost', 50_000],
] as const)('where %s, the run ends and a later one goes on', async ([, size]) => {
  standIn.fail('createBatch', ...Array<Fault>(size === 1000 ? 1 : 200).fill(BAD_GATEWAY));
  using directory = temporaryDirectory();
  using job = makeJob(directory.path, addressesOf(size));
  const run = runOf(job, standIn);
  expect((await runJob(run, 'collected')).lost?.code).toBe('answer_lost');
  expect(standIn.requestsOf('createBatch').length).toBeLessThanOrEqual(20);
  expect(standIn.requestsOf('listBatches').length).toBeLessThan(200);
  expect(run.clock.now() - START).toBeGreaterThanOrEqual(size === 1000 ? 40_000 : 120_000);
  standIn.recover();
  const later = runOf(job, standIn, {
    resendUnknown: size === 1000,
    clock: run.clock,
    concurrency: 60,
  });
  expect((await runJob(later, 'collected')).lost).toBeUndefined();
  expect(timesSent(standIn).size).toBe(size);
  expect([...timesSent(standIn).values()].every((times) => times === 1)).toBe(true);
});

test('a batch that the service never takes is left after some tries, and the others are followed', async () => {
  const tries = [1, 2, 3, 4, 5].flatMap((attempt) =>
    attempt === 1 ? [FINE, DROPPED, FINE] : [DROPPED],
  );
  standIn.fail('createBatch', ...tries);
  const { lost } = await runJob(runOf(job, standIn), 'collected');
  expect(lost?.message).toContain('5 answers to it were lost');
  expect(resultCount(job)).toBe(2000);
});

test('a plan limit met meanwhile ends the sending; what was taken is adopted all the same', async () => {
  const clock = clockOf();
  await using standIn = await startStandIn({ now: clock.now });
  standIn.quota = 1000;
  standIn.fail('createBatch', TAKEN);
  const { quota, lost } = await runJob(
    lagging(runOf(job, standIn, { clock }), 20_000),
    'collected',
  );
  expect(quota?.code).toBe('quota');
  expect(lost).toBeUndefined();
  expect(resultCount(job)).toBe(1000);
});

test('a plan limit met when a batch is sent again behind others leaves no gap in the job', async () => {
  const clock = clockOf();
  await using standIn = await startStandIn({ now: clock.now });
  standIn.quota = 1000;
  await runJob(runOf(job, standIn, { clock }), 'collected');
  standIn.quota = undefined;
  // Killed before this one left; where the list is behind, the third goes before it.
  job.recordIntent({ first: 1001, last: 2000 }, clock.now());
  standIn.fail('createBatch', FINE, QUOTA_EXCEEDED);
  const behind = lagging(runOf(job, standIn, { clock }), 60_000);
  expect((await runJob(behind, 'collected')).lost?.code).toBe('answer_lost');
  expect((await runJob(runOf(job, standIn, { clock }), 'collected')).quota?.code).toBe('quota');
  expect(job.unanswered()).toMatchObject([{ number: 2, first: 1001, last: 2000 }]);
  await runJob(runOf(job, standIn), 'collected');
  expect(resultCount(job)).toBe(3000);
  expect(standIn.batches).toHaveLength(3);
});

test('an interruption ends the look with its reason, and a later run goes on', async () => {
  standIn.fail('createBatch', FINE, TAKEN);
  const wall = clockOf();
  const controller = new AbortController();
  const onEvent: JobRun['onEvent'] = (event) => {
    if (event.type === 'notice') controller.abort(new MailvetError('interrupted', 'interrupted'));
  };
  const run = runOf(job, standIn, { clock: wall, signal: controller.signal, onEvent });
  await expect(runJob(lagging(run, 86_400_000), 'collected')).rejects.toMatchObject({
    code: 'interrupted',
  });
  expect(job.unanswered()).toMatchObject([{ number: 2, lost: true }]);
  await runJob(runOf(job, standIn), 'collected');
  expect([...timesSent(standIn)]).toEqual(ONCE_EACH);
});

test('a key that is revoked meanwhile ends the run at once', async () => {
  standIn.fail('createBatch', FINE, DROPPED);
  standIn.fail('listBatches', FINE, { kind: 'answer', status: 401, body: '' });
  await expect(runJob(runOf(job, standIn), 'collected')).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(job.unanswered()).toHaveLength(1);
});

test('a batch of which the service has no results yet may be the lost one: nothing is sent', async () => {
  standIn.fail('createBatch', FINE, TAKEN);
  const run = runOf(job, standIn);
  const { client } = run;
  const conflict = new MailvetError('refused', 'not yet', { status: 409 });
  const getBatch: typeof client.getBatch = async (id, options) => {
    if (id === 'batch_2') throw conflict;
    return await client.getBatch(id, options);
  };
  const { lost } = await runJob({ ...run, client: { ...client, getBatch } }, 'collected');
  expect(lost?.message).toContain('batch batch_2 may be it');
  expect(standIn.requestsOf('createBatch')).toHaveLength(3);
});

test('behind a kill, too, a list that does not show the job’s other batch decides nothing', async () => {
  using directory = temporaryDirectory();
  const clock = clockOf();
  await using standIn = await startStandIn({ now: clock.now });
  using job = makeJob(directory.path, addressesOf(2000));
  standIn.quota = 1000;
  await runJob(runOf(job, standIn, { clock }), 'collected');
  standIn.quota = undefined;
  job.recordIntent({ first: 1001, last: 2000 }, clock.now());
  const behind = lagging(runOf(job, standIn, { clock }), 86_400_000);
  expect((await runJob(behind, 'collected')).lost?.code).toBe('answer_lost');
  expect(standIn.batches).toHaveLength(1);
  expect((await runJob(runOf(job, standIn, { clock }), 'collected')).lost).toBeUndefined();
  expect(standIn.batches).toHaveLength(2);
});
