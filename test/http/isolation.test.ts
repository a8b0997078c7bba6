/** What belongs to one team does not exist for another, in any operation. */
import { beforeEach, describe, expect, it } from 'vitest';
import { operationPath, SERVICE_ROUTES, type ServiceOperation } from '../../src/contract/routes.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import type { Team } from '../../src/service/records.ts';
import { verifyAddress } from '../../src/service/verifications/verifications.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
let owner: { team: Team; key: string };
let stranger: { team: Team; key: string };
let batchId: string;

beforeEach(async () => {
  owner = await world.team('owner', 10);
  stranger = await world.team('stranger', 10);
  batchId = (await createBatch(world.context, owner.team, ['secret@x.com', 'b@x.com'])).id;
  await verifyAddress(world.context, owner.team, { email: 'secret@x.com', noCache: false });
});

const BODIES: Partial<Record<ServiceOperation, object>> = {
  verify: { email: 'own@x.com' },
  createBatch: { emails: ['own@x.com'] },
};

interface Seen {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** All that a caller can see of an answer, but for the request's own id. */
async function seen(operation: ServiceOperation, key: string, id = batchId): Promise<Seen> {
  const { method } = SERVICE_ROUTES[operation];
  const body = BODIES[operation];
  const response = await world.request(operationPath(operation, id), {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.json() };
}

const BY_ID = ['getBatch', 'cancelBatch', 'deleteBatch'] as const;

describe.each(BY_ID)('%s of another team', (operation) => {
  it('answers so too when the batch has ended', async () => {
    await seen('cancelBatch', owner.key);
    expect((await seen(operation, stranger.key)).status).toBe(404);
  });

  it('changes nothing', async () => {
    await seen(operation, stranger.key);
    const { body } = await seen('getBatch', owner.key);
    expect(body).toMatchObject({ batch: { status: 'pending', totalCount: 2 } });
  });
});

describe.each(['listBatches', 'listVerifications'] as const)('%s', (operation) => {
  it("shows nothing of another team's", async () => {
    expect((await seen(operation, owner.key)).body).toHaveLength(1);
    expect((await seen(operation, stranger.key)).body).toEqual([]);
  });
});

it.each(['verify', 'createBatch'] as const)(
  '%s is charged to its own team alone',
  async (operation) => {
    const before = await world.used('owner');
    expect((await seen(operation, stranger.key)).status).toBe(200);
    expect(await world.used('owner')).toBe(before);
    expect(await world.used('stranger')).toBe(1);
  },
);

it('getAccount shows the own team alone', async () => {
  expect((await seen('getAccount', owner.key)).body).toMatchObject({ team: 'owner', used: 3 });
  expect((await seen('getAccount', stranger.key)).body).toMatchObject({
    team: 'stranger',
    used: 0,
  });
});

it("a team's quota is no other team's", async () => {
  await world.context.store.teams.setQuota('stranger', 0);
  expect((await seen('verify', stranger.key)).status).toBe(402);
  expect((await seen('verify', owner.key)).status).toBe(200);
});
