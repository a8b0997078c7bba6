import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { operationPath } from '../../src/contract/routes.ts';
import { cancelBatch, createBatch } from '../../src/service/batches/batches.ts';
import type { Team } from '../../src/service/records.ts';
import { claimPart } from '../support/claim-part.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
let team: Team;
let key: string;
let id: string;

beforeEach(async () => {
  ({ team, key } = await world.team('ours', 10));
  ({ id } = await createBatch(world.context, team, ['secret@x.com', 'b@x.com']));
});

async function send(method: string, path = operationPath('getBatch', id), body?: object) {
  const response = await world.request(path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), headers: response.headers };
}

/** Verifies the first entry, as a worker does, and ends the batch. */
async function endBatch(): Promise<void> {
  const { store } = world.context;
  const part = await claimPart(store, team.id);
  const outcome = { positions: [0], result: foundResult() };
  await store.parts.record(part, [outcome], world.clock.now());
  await cancelBatch(world.context, team, id);
}

it('an ended batch is deleted with its results', async () => {
  await endBatch();
  expect((await send('GET', '/api/v1/verifications')).body).toHaveLength(1);
  const { status, body } = await send('DELETE');
  expect({ status, body }).toEqual({ status: 200, body: { message: 'Batch deleted', _id: id } });
  expect((await send('GET')).status).toBe(404);
  expect((await send('DELETE')).status).toBe(404);
  expect((await send('GET', '/api/v1/batches')).body).toEqual([]);
  expect((await send('GET', '/api/v1/verifications')).body).toEqual([]);
});

it('nothing of its addresses stays in the files', async () => {
  await endBatch();
  await send('DELETE');
  for (const suffix of ['', '-wal']) {
    const content = readFileSync(`${world.folder.path('service.db')}${suffix}`, 'latin1');
    expect(content).not.toContain('secret@x.com');
  }
});

it('usage stays as it is', async () => {
  await endBatch();
  const used = await world.used('ours');
  await send('DELETE');
  expect(await world.used('ours')).toBe(used);
});

it('an open batch is a 409 and stays', async () => {
  expect(await send('DELETE')).toMatchObject({
    status: 409,
    body: { statusCode: 409, message: 'The batch has not ended: cancel it first' },
  });
  expect((await send('GET')).status).toBe(200);
});

it('other batches keep their entries and their history', async () => {
  const other = await createBatch(world.context, team, ['secret@x.com']);
  await cancelBatch(world.context, team, id);
  await send('DELETE');
  const { body } = await send('GET', operationPath('getBatch', other.id));
  expect(body.emails).toMatchObject([{ email: 'secret@x.com', status: 'pending' }]);
});

it('a batch that had an Idempotency-Key is deleted with it', async () => {
  const request = { key: 'k1', hash: 'h', at: 0, expiresAt: Number.MAX_SAFE_INTEGER };
  const mine = await createBatch(world.context, team, ['c@x.com'], { request });
  await cancelBatch(world.context, team, mine.id);
  expect((await send('DELETE', operationPath('getBatch', mine.id))).status).toBe(200);
  expect(await world.context.store.team(team.id).findRequest(request)).toBeUndefined();
});

it('the path names its methods', async () => {
  const { status, body, headers } = await send('PUT');
  expect(status).toBe(405);
  expect(headers.get('Allow')).toBe('GET, HEAD, DELETE, OPTIONS');
  expect(body.message).toBe('PUT is not allowed here, GET and DELETE are');
});
