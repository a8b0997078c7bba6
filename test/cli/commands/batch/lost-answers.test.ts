/** A service without idempotency keys that loses answers in the middle of a list. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BatchWorld, batchWorld } from '../../../support/batch-world.ts';
import { BAD_GATEWAY, type Fault } from '../../../support/stand-in.ts';

const ROWS = Array.from({ length: 2500 }, (_, index) => `a${index}@b.de,${index}`);
const LIST = `email,id\n${ROWS.join('\n')}\n`;
const FINE: Fault = { kind: 'hold', until: Promise.resolve() };
const NO_LIST = Array<Fault>(100).fill({ kind: 'answer', status: 404, body: '' });

const countOf = (text: string, part: string) =>
  text.split('\n').filter((row) => row.includes(part) && !row.startsWith('email,')).length;

/** The second of three batches is not taken, and the service has no list. */
async function undecidable(): Promise<BatchWorld> {
  const world = await batchWorld();
  world.write('list.csv', LIST);
  world.standIn.fail('createBatch', FINE, BAD_GATEWAY);
  world.standIn.fail('listBatches', ...NO_LIST);
  return world;
}

test('the batch is sent again, and the summary says so, later ones too', async () => {
  await using world = await batchWorld();
  world.write('list.csv', LIST);
  world.standIn.fail('createBatch', FINE, BAD_GATEWAY);
  const { exitCode, stderr } = await world.run('batch submit list.csv -o out.csv');
  expect(exitCode).toBe(0);
  expect(countOf(world.read('out.csv'), ',deliverable,')).toBe(2500);
  const said = 'Sent again: 1 batch (1,000 addresses) whose answer was lost';
  expect(stderr).toContain(said);
  const job = /job_\w+/.exec((await world.run('jobs list')).stdout)?.[0];
  expect((await world.run(`batch watch ${job} -o again.csv`)).stderr).toContain(said);
});

test('where it can not be decided, the others are written and a resume goes on', async () => {
  await using world = await undecidable();
  const { exitCode, stderr } = await world.run('batch submit list.csv -o out.csv');
  expect(exitCode).toBe(6);
  expect(stderr).toMatch(/the answer to a batch \(1,000 addresses\) is missing/);
  expect(stderr).toMatch(/--resend-unknown .* Go on with: mailvet batch resume job_\w+/);
  expect(countOf(world.read('out.csv'), ',unknown,incomplete,')).toBe(1000);
  expect(countOf(world.read('out.csv'), ',deliverable,')).toBe(1500);
  const [job] = JSON.parse((await world.run('jobs list --json')).stdout);
  expect(job).toMatchObject({ state: 'waiting', batches: ['batch_1', 'batch_2'] });
  const watched = await world.run(`batch watch ${job.id} -o out.csv --json`);
  expect(watched.exitCode).toBe(6);
  expect(watched.stderr).toContain('"code":"partial"');
  world.standIn.recover();
  expect((await world.run('batch resume')).exitCode).toBe(0);
  expect(countOf(world.read('out.csv'), ',deliverable,')).toBe(2500);
  expect(world.standIn.batches).toHaveLength(3);
});

test('a list that only is submitted ends with 6 as well, with the ids of the others', async () => {
  await using world = await undecidable();
  const { exitCode, stdout, stderr } = await world.run('batch submit list.csv');
  expect([exitCode, stdout]).toEqual([6, 'batch_1\nbatch_2\n']);
  expect(countOf(stderr, 'batch resume')).toBe(1);
});

test('clean writes its files, and the same command goes on', async () => {
  await using world = await undecidable();
  const clean = 'clean list.csv --split parts';
  expect((await world.run(clean)).exitCode).toBe(6);
  expect(readdirSync(join(world.home, 'parts'))).toContain('unknown.csv');
  expect(countOf(world.read('parts/unknown.csv'), ',incomplete,')).toBe(1000);
  expect(world.read('list.verified.html')).toContain('</html>');
  world.standIn.recover();
  expect((await world.run(clean)).exitCode).toBe(0);
  expect(countOf(world.read('list.verified.csv'), ',deliverable,')).toBe(2500);
  expect(world.standIn.batches).toHaveLength(3);
});

test('a retry of unknown rows is written as far as it came', async () => {
  const unanswered: ('deliverable' | 'smtp')[] = ['deliverable', 'smtp'];
  await using world = await batchWorld({ leaveOut: unanswered });
  world.write('list.csv', LIST);
  await world.run('batch submit list.csv -o out.csv');
  unanswered.length = 0;
  const job = /job_\w+/.exec((await world.run('jobs list')).stdout)?.[0];
  world.standIn.fail('createBatch', FINE, BAD_GATEWAY);
  world.standIn.fail('listBatches', ...NO_LIST);
  expect((await world.run(`batch retry ${job}`)).exitCode).toBe(6);
  expect(countOf(world.read('out.csv'), ',deliverable,')).toBe(1500);
  world.standIn.recover();
  expect((await world.run(`batch retry ${job}`)).exitCode).toBe(0);
  expect(countOf(world.read('out.csv'), ',deliverable,')).toBe(2500);
  expect(world.standIn.batches).toHaveLength(6);
});
