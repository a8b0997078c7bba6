import { expect, test } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';

const LIST = 'Name,E-mail,Billing address\nAda,ada@b.de,x@b.de\n';

test('jobs and batches are offered, the newest first', async () => {
  await using world = await batchWorld();
  world.write('list.csv', 'email\nada@b.de\n');
  await world.run('batch submit list.csv');
  const [job] = JSON.parse((await world.run('jobs list --json')).stdout);
  expect((await world.run('offers jobs -- mailvet batch retry')).stdout).toBe(`${job.id}\n`);
  expect((await world.run('offers batches -- mailvet')).stdout).toBe(`${job.id}\nbatch_1\n`);
});

test('profiles are offered', async () => {
  await using world = await batchWorld();
  await world.run('config set baseUrl http://127.0.0.1:9 --profile shop');
  const { stdout } = await world.run('offers profiles --');
  expect(stdout).toBe('default\nshop\n');
});

test('the columns of the list that stands on the command line are offered', async () => {
  await using world = await batchWorld();
  world.write('list.csv', LIST);
  const { stdout } = await world.run('offers columns -- mailvet clean list.csv --column ');
  expect(stdout).toBe('Name\nE-mail\nBilling address\n');
});

test.each(['columns -- mailvet clean nothing.csv', 'columns -- mailvet', 'nonsense --'])(
  '%s offers nothing and disturbs nobody',
  async (words) => {
    await using world = await batchWorld();
    expect(await world.run(`offers ${words}`)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  },
);

test('the command is no part of the help', async () => {
  await using world = await batchWorld();
  expect((await world.run('--help')).stdout).not.toContain('offers');
});
