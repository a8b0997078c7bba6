import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JobFile } from '../../src/lists/file/job-file.ts';
import { runJob } from '../../src/lists/run/http-transport.ts';
import { eachTest } from '../support/each-test.ts';
import { instantClock } from '../support/manual-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { startProgram } from '../support/run-program.ts';
import { serviceWorld } from '../support/service-world.ts';
import { type Fault, type StandIn, startStandIn } from '../support/stand-in.ts';
import { addressesOf, makeJob, runOf, START, temporaryDirectory } from './job-bench.ts';

const directory = eachTest(temporaryDirectory);

const LIST = addressesOf(20);
const HOUR = 60 * 60_000;

const world = eachTest(serviceWorld);
/** The service, of which answers may be lost. */
let front: StandIn;

const LOST: Fault = { kind: 'drop_after' };
const HELD: Fault = { kind: 'hold', until: new Promise(() => {}) };

beforeEach(async () => {
  const { key: apiKey } = await world.team('ours');
  front = await startStandIn({ apiKey, service: world.request });
});
afterEach(async () => {
  await front.close();
});

function keys() {
  return front.requestsOf('createBatch').map(({ headers }) => headers['idempotency-key']);
}

async function batchCount(): Promise<number> {
  const headers = { Authorization: `Bearer ${front.apiKey}` };
  const response = await world.request('/api/v1/batches', { headers });
  return ((await response.json()) as unknown[]).length;
}

test.for([1, 2])('after %i lost answers the batch is sent again and charged once', async (lost) => {
  using job = makeJob(directory.path, LIST);
  front.fail('createBatch', ...Array(lost).fill(LOST));
  await runJob(runOf(job, front), 'sent');
  expect(keys()).toEqual(Array(lost + 1).fill('job_test.1-20'));
  expect(job.batches()).toMatchObject([{ first: 1, last: 20, status: 'pending' }]);
  expect([await batchCount(), await world.used('ours')]).toEqual([1, 20]);
});

test('a run that gave up is resumed without another batch', async () => {
  const { path } = makeJob(directory.path, LIST);
  front.fail('createBatch', ...Array(5).fill(LOST));
  {
    using job = JobFile.open(path);
    const { lost } = await runJob(runOf(job, front), 'sent');
    expect(lost?.message).toContain('5 answers to it were lost');
  }
  using job = JobFile.open(path);
  await runJob(runOf(job, front), 'sent');
  expect(new Set(keys())).toEqual(new Set(['job_test.1-20']));
  expect([await batchCount(), await world.used('ours')]).toEqual([1, 20]);
});

test('each batch of a job has a key of its own', async () => {
  using job = makeJob(directory.path, addressesOf(1500));
  await runJob(runOf(job, front), 'sent');
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(2);
});

test('a batch older than its key is looked for rather than sent again', async () => {
  using job = makeJob(directory.path, LIST);
  const intent = job.recordIntent({ first: 1, last: 20 }, START - 24 * HOUR);
  job.recordLost(intent.number);
  const { lost } = await runJob(runOf(job, front), 'sent');
  expect(lost).toMatchObject({ code: 'answer_lost' });
  expect(keys()).toEqual([]);
});

test('a service that says nothing of keys gets them, and its list decides', async () => {
  await using standIn = await startStandIn();
  using job = makeJob(directory.path, LIST);
  standIn.fail('createBatch', LOST);
  await runJob(runOf(job, standIn), 'sent');
  const [sent, ...more] = standIn.requestsOf('createBatch');
  expect(sent?.headers['idempotency-key']).toBe('job_test.1-20');
  expect(more).toEqual([]);
  expect(job.batches()).toMatchObject([{ serviceId: 'batch_1' }]);
});

test('killed while the answer was on its way, a resume is charged once', async () => {
  using home = temporaryDirectory();
  writeFileSync(join(home.path, 'list.csv'), `email\n${LIST.join('\n')}\n`);
  front.fail('createBatch', HELD, LOST);
  const program = startProgram(front, home.path, ['batch', 'submit', 'list.csv']);
  await front.arrived('createBatch');
  expect(await program.end()).toMatchObject({ exitCode: null });
  const env = { MAILVET_API_KEY: front.apiKey, MAILVET_BASE_URL: front.url };
  const clock = instantClock({ start: Date.now(), endless: 60_000 });
  const resumed = await runCli(['batch', 'resume'], { env, clock, home: home.path });
  expect(resumed.exitCode).toBe(0);
  expect([await batchCount(), await world.used('ours')]).toEqual([1, 20]);
  expect(new Set(keys()).size).toBe(1);
});
