import { beforeEach, expect, it } from 'vitest';
import { cancelBatch, createBatch, getBatch } from '../../../src/service/batches/batches.ts';
import type { Team } from '../../../src/service/records.ts';
import { eachTest } from '../../support/each-test.ts';
import { serviceWorld } from '../../support/service-world.ts';

const world = eachTest(serviceWorld);
let team: Team;

beforeEach(async () => {
  team = (await world.team('ours', 5)).team;
});

it('a batch reserves its size, duplicates included, sandbox addresses not', async () => {
  await createBatch(world.context, team, ['a@x.com', 'a@x.com', 'no address', 'b@sandbox.test']);
  expect(await world.used('ours')).toBe(3);
  expect(world.signals).toEqual(['created']);
});

it('over the quota no batch is created', async () => {
  const emails = Array.from({ length: 6 }, (_, index) => `n${index}@x.com`);
  await expect(createBatch(world.context, team, emails)).rejects.toMatchObject({
    kind: 'over_quota',
  });
  expect(await world.used('ours')).toBe(0);
  expect(world.signals).toEqual([]);
});

it('a cancelled batch gives its cost back and tells the workers', async () => {
  const { id } = await createBatch(world.context, team, ['a@x.com', 'b@x.com']);
  expect(await cancelBatch(world.context, team, id)).toMatchObject({ status: 'cancelled' });
  expect(world.signals).toEqual(['created', id]);
  expect(await world.used('ours')).toBe(0);
  await expect(cancelBatch(world.context, team, id)).rejects.toMatchObject({
    kind: 'batch_ended',
    message: "A cancelled batch can't be cancelled",
  });
});

it("another team's batch is not found", async () => {
  const stranger = (await world.team('theirs')).team;
  const { id } = await createBatch(world.context, team, ['a@x.com']);
  const notFound = { kind: 'batch_not_found', message: 'Batch not found' };
  await expect(getBatch(world.context, stranger, id)).rejects.toMatchObject(notFound);
  await expect(cancelBatch(world.context, stranger, id)).rejects.toMatchObject(notFound);
});
