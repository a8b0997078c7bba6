/** `batch cancel` beside a process that works on the job, which keeps its lock. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { runCli } from '../support/run-cli.ts';
import { type Program, startProgram } from '../support/run-program.ts';
import { type Fault, type StandIn, startStandIn } from '../support/stand-in.ts';
import { addressesOf, temporaryDirectory, timesSent } from './job-bench.ts';

const w = eachTest(world);

const ADDRESSES = addressesOf(3500);
const NEVER = Number.POSITIVE_INFINITY;

/** Acts, and answers once it is released. */
function held(): { readonly fault: Fault; readonly release: () => void } {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  return { fault: { kind: 'hold', until }, release: () => release() };
}

async function world() {
  const standIn = await startStandIn({ pollsToFinish: NEVER });
  const home = temporaryDirectory();
  writeFileSync(join(home.path, 'list.csv'), `email\n${ADDRESSES.join('\n')}\n`);
  const env = { MAILVET_API_KEY: standIn.apiKey, MAILVET_BASE_URL: standIn.url };
  const run = (line: string) => runCli(line.split(' '), { env, home: home.path });
  const children: Program['child'][] = [];
  const start = (line: string) => {
    const { child, ended } = startProgram(standIn, home.path, line.split(' '));
    children.push(child);
    const over = ended.then(({ exitCode }) => exitCode);
    return { over, kill: (signal: NodeJS.Signals) => child.kill(signal) };
  };
  return {
    standIn,
    home: home.path,
    run,
    start,
    job: async () => JSON.parse((await run('jobs list --json')).stdout)[0],
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL');
      await standIn.close();
      home[Symbol.dispose]();
    },
  };
}

function statuses({ batches }: StandIn): string[] {
  return batches.map(({ status }) => status);
}

/** Lets every batch of the stand-in be completed at the next look. */
function finish({ batches }: StandIn): void {
  for (const batch of batches) if (batch.status !== 'cancelled') batch.status = 'completed';
}

test('a submit that still sends is stopped, and its batches are cancelled', async () => {
  const submit = w.start('batch submit list.csv --concurrency 2');
  await w.standIn.arrived('createBatch', 2);
  const { id } = await w.job();
  const cancelled = await w.run(`batch cancel ${id} --json`);
  expect(cancelled).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(cancelled.stdout)).toHaveLength(2);
  expect(cancelled.stderr).toContain(`${id}: 1,500 addresses not sent`);
  expect(await submit.over).toBe(6);
  expect(statuses(w.standIn)).toEqual(['cancelled', 'cancelled']);
  expect(await w.job()).toMatchObject({ state: 'cancelled', sent: 2000 });
});

test('what is left of a cancelled job is sent by a resume of its name alone', async () => {
  const submit = w.start('batch submit list.csv --concurrency 1');
  await w.standIn.arrived('createBatch', 1);
  const { id } = await w.job();
  await w.run(`batch cancel ${id}`);
  await submit.over;
  for (const line of ['clean list.csv', 'batch submit list.csv', 'batch resume']) {
    const refused = await w.run(line);
    expect(refused, line).toMatchObject({ exitCode: 2 });
    expect(refused.stderr, line).toContain(`mailvet batch resume ${id}`);
  }
  expect(w.standIn.batches).toHaveLength(1);
  const resumed = w.start(`batch resume ${id}`);
  await w.standIn.arrived('createBatch', 4);
  expect(await resumed.over).toBe(0);
  expect([...timesSent(w.standIn).values()].every((times) => times === 1)).toBe(true);
  expect(await w.job()).toMatchObject({ sent: ADDRESSES.length });
});

test('a batch whose answer is on its way is cancelled, too', async () => {
  const { fault, release } = held();
  w.standIn.fail('createBatch', { kind: 'hold', until: Promise.resolve() });
  w.standIn.fail('createBatch', fault);
  const submit = w.start('batch submit list.csv');
  await w.standIn.arrived('createBatch', 2);
  const { id } = await w.job();
  const cancelling = w.run(`batch cancel ${id} --json`);
  await w.standIn.arrived('cancelBatch', 1);
  release();
  const { stdout, exitCode } = await cancelling;
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toHaveLength(2);
  expect(await submit.over).toBe(6);
  expect(statuses(w.standIn)).toEqual(['cancelled', 'cancelled']);
});

test('a run that waits writes what there is', async () => {
  const submit = w.start('batch submit list.csv --concurrency 1 -o out.csv');
  await w.standIn.arrived('createBatch', 1);
  await w.run(`batch cancel ${(await w.job()).id}`);
  expect(await submit.over).toBe(6);
  const rows = readFileSync(join(w.home, 'out.csv'), 'utf8').trimEnd().split('\n');
  expect(rows).toHaveLength(ADDRESSES.length + 1);
  expect(w.standIn.batches).toHaveLength(1);
});

test('a submit that is killed before it looks is cancelled, and the resume says so', async () => {
  const { fault } = held();
  w.standIn.fail('createBatch', { kind: 'hold', until: Promise.resolve() });
  w.standIn.fail('createBatch', fault);
  const submit = w.start('batch submit list.csv');
  await w.standIn.arrived('createBatch', 2);
  const { id } = await w.job();
  const cancelling = w.run(`batch cancel ${id} --json`);
  await w.standIn.arrived('cancelBatch', 1);
  submit.kill('SIGKILL');
  const { stdout } = await cancelling;
  // The second batch had no answer: it is found by its addresses.
  expect(JSON.parse(stdout)).toHaveLength(2);
  expect(statuses(w.standIn)).toEqual(['cancelled', 'cancelled']);
  const resumed = await w.run(`batch resume ${id}`);
  expect(resumed.stderr).toMatch(new RegExp(`${id} was cancelled on .* UTC: going on`));
  expect(w.standIn.batches).toHaveLength(4);
  expect([...timesSent(w.standIn).values()].every((times) => times === 1)).toBe(true);
});

test('a cancel that is interrupted has asked the submit to stop all the same', async () => {
  const submit = w.start('batch submit list.csv --concurrency 1');
  // It polls: the answer to its batch is in the record.
  await w.standIn.arrived('getBatch', 1);
  const { id } = await w.job();
  submit.kill('SIGSTOP');
  const cancel = w.start(`batch cancel ${id}`);
  await w.standIn.arrived('cancelBatch', 1);
  cancel.kill('SIGINT');
  expect(await cancel.over).toBe(130);
  submit.kill('SIGCONT');
  expect(await submit.over).toBe(6);
  expect(statuses(w.standIn)).toEqual(['cancelled']);
});

test('a submit that is interrupted while it is cancelled sends nothing more', async () => {
  const submit = w.start('batch submit list.csv --concurrency 1');
  await w.standIn.arrived('createBatch', 1);
  const { id } = await w.job();
  submit.kill('SIGINT');
  expect((await w.run(`batch cancel ${id}`)).exitCode).toBe(0);
  expect([6, 130]).toContain(await submit.over);
  expect(statuses(w.standIn)).toEqual(['cancelled']);
  expect(await w.job()).toMatchObject({ state: 'cancelled' });
});

test('jobs forget --cancel stops a submit, and erases its job', async () => {
  const submit = w.start('batch submit list.csv --concurrency 1');
  // It polls: the answer to its batch is in the record.
  await w.standIn.arrived('getBatch', 1);
  const { id } = await w.job();
  submit.kill('SIGSTOP');
  const forget = w.start(`jobs forget ${id} --cancel`);
  await w.standIn.arrived('cancelBatch', 1);
  submit.kill('SIGKILL');
  expect(await forget.over).toBe(0);
  expect(statuses(w.standIn)).toEqual(['cancelled']);
  expect(await w.job()).toBeUndefined();
});

test('each batch that could not be cancelled is named, and the others are cancelled', async () => {
  await w.run('batch submit list.csv');
  const { id } = await w.job();
  w.standIn.fail('cancelBatch', { kind: 'answer', status: 403, body: { message: 'Not yours' } });
  const { exitCode, stderr, stdout } = await w.run(`batch cancel ${id} --json`);
  expect(exitCode).toBe(8);
  expect(stderr).toContain('batch_1 was not cancelled');
  expect(JSON.parse(stdout)).toHaveLength(3);
});

test('a job of which all batches have ended has nothing to cancel', async () => {
  await w.run('batch submit list.csv');
  finish(w.standIn);
  const { id } = await w.job();
  const { exitCode, stderr } = await w.run(`batch cancel ${id}`);
  expect(exitCode).toBe(8);
  expect(stderr).toContain('batch_1 had ended already: it is completed');
  expect(stderr).toContain(`${id} has no batch that could be cancelled`);
  const directory = join(w.home, '.local/state/mailvet/jobs');
  expect(readdirSync(directory).filter((name) => name.includes('cancel'))).toEqual([]);
});
