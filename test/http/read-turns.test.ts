import { beforeEach, expect, it } from 'vitest';
import { createBatch } from '../../src/service/batches/batches.ts';
import type { Team } from '../../src/service/records.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
let ours: { readonly team: Team; readonly key: string };
let theirs: { readonly team: Team; readonly key: string };

beforeEach(async () => {
  ours = await world.team('ours');
  theirs = await world.team('theirs');
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

async function largeBatch(): Promise<string> {
  const emails = Array.from({ length: 1000 }, (_, n) => `n${n}@example.com`);
  return (await createBatch(world.context, ours.team, emails)).id;
}

it('a request of another team is answered before long reads that came first', async () => {
  const id = await largeBatch();
  const answered: string[] = [];
  const ask = async (name: string, path: string, init: RequestInit) => {
    const { status } = await world.request(path, init);
    answered.push(`${name} ${status}`);
  };
  const read = () => ask('read', `/api/v1/batches/${id}`, { headers: bearer(ours.key) });
  const verify = ask('verify', '/api/v1/verify', {
    method: 'POST',
    headers: { ...bearer(theirs.key), 'Content-Type': 'application/json' },
    body: '{"email":"ann@sandbox.test"}',
  });
  await Promise.all([...Array.from({ length: 20 }, read), verify]);
  expect(answered.filter((one) => one === 'read 200')).toHaveLength(20);
  expect(answered.indexOf('verify 200')).toBeLessThan(10);
});

it('an answer of many rows is the same as one of few, written in slices', async () => {
  const id = await largeBatch();
  const answer = await world.request(`/api/v1/batches/${id}`, { headers: bearer(ours.key) });
  const { batch, emails } = (await answer.json()) as {
    readonly batch: object;
    readonly emails: readonly object[];
  };
  expect(batch).toMatchObject({ _id: id, totalCount: 1000 });
  expect(emails).toHaveLength(1000);
  expect(emails[999]).toEqual({
    id: `${id}.1000`,
    email: 'n999@example.com',
    status: 'pending',
    result: null,
    error: null,
  });
});

it('more than 200 reads of one team that wait are a 429, and take nothing from the others', async () => {
  const list = (key: string) => world.request('/api/v1/batches', { headers: bearer(key) });
  const statuses = await Promise.all(
    Array.from({ length: 250 }, async () => (await list(ours.key)).status),
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect((await list(theirs.key)).status).toBe(200);
  expect((await list(ours.key)).status).toBe(200);
});
