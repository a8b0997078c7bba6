import { describe, expect, it } from 'vitest';
import { IDEMPOTENCY_LIFETIME_MS } from '../../src/contract/idempotency.ts';
import { forgetAddress } from '../../src/service/upkeep/forget-address.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
const ours = eachTest(() => world.team('ours', 100));

interface Asked {
  readonly path?: string;
  readonly body: object;
  readonly idempotencyKey?: string;
  readonly apiKey?: string;
}

const VERIFY = '/api/v1/verify';
const CREATE = '/api/v1/verify/batch';

async function post({ path = CREATE, body, idempotencyKey, apiKey = ours.key }: Asked) {
  const response = await world.request(path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function batches(apiKey = ours.key): Promise<unknown[]> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return (await (await world.request('/api/v1/batches', { headers })).json()) as unknown[];
}

const EMAILS = { emails: ['a@x.com', 'b@x.com'] };

describe('Create Batch with an Idempotency-Key', () => {
  const create = (idempotencyKey = 'k1', body: object = EMAILS) => post({ body, idempotencyKey });

  it('answers an equal request with the same batch, and charges it once', async () => {
    const first = await create();
    expect(first.status).toBe(200);
    expect(await create()).toEqual(first);
    expect(await batches()).toHaveLength(1);
    expect(await world.used('ours')).toBe(2);
    expect(world.signals).toEqual(['created']);
  });

  it('answers so too when the batch has gone on or was cancelled', async () => {
    const first = await create();
    await world.request(`/api/v1/batches/${first.body.id}/cancel`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ours.key}` },
    });
    expect(await create()).toEqual(first);
  });

  it('answers so too at the quota and at the limit of open batches', async () => {
    const first = await create();
    await world.context.store.teams.setQuota('ours', 2);
    expect(await create()).toEqual(first);
    expect((await create('k2')).status).toBe(402);
  });

  it('creates one batch for requests that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await batches()).toHaveLength(1);
    expect(await world.used('ours')).toBe(2);
  });

  it('refuses another body with a 409, and creates nothing', async () => {
    await create();
    expect(await create('k1', { emails: ['b@x.com', 'a@x.com'] })).toEqual({
      status: 409,
      body: {
        statusCode: 409,
        message: 'Idempotency-Key was used for another request: send this one with a new key',
      },
    });
    expect(await batches()).toHaveLength(1);
  });

  it('remembers nothing of a request that was refused', async () => {
    await world.context.store.teams.setQuota('ours', 1);
    expect((await create()).status).toBe(402);
    await world.context.store.teams.setQuota('ours', 2);
    expect((await create()).status).toBe(200);
  });

  it('forgets the key after 24 hours', async () => {
    const first = await create();
    world.clock.advance(IDEMPOTENCY_LIFETIME_MS - 1);
    expect(await create()).toEqual(first);
    world.clock.advance(1);
    const later = await create();
    expect(later.status).toBe(200);
    expect(later.body.id).not.toBe(first.body.id);
  });

  it("knows nothing of another team's key", async () => {
    const stranger = await world.team('stranger', 10);
    const ours = await create();
    const theirs = await post({ body: EMAILS, idempotencyKey: 'k1', apiKey: stranger.key });
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(ours.body.id);
    const other = { body: { emails: ['c@x.com'] }, idempotencyKey: 'k2', apiKey: stranger.key };
    await create('k2');
    expect((await post(other)).status).toBe(200);
  });

  it('still answers with its batch after an address of it was erased', async () => {
    const first = await create();
    await forgetAddress(world.context, 'a@x.com');
    expect(await create()).toEqual(first);
  });

  it('is deleted with its batch by the retention', async () => {
    const first = await create();
    await world.request(`/api/v1/batches/${first.body.id}/cancel`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ours.key}` },
    });
    expect(await world.context.store.retention.sweepBatches(world.clock.now() + 1)).toBe(1);
    expect((await create()).body.id).not.toBe(first.body.id);
  });
});

describe('Verify Email with an Idempotency-Key', () => {
  const BODY = { email: 'a@x.com', noCache: true };
  const verify = (idempotencyKey = 'k1', body: object = BODY) =>
    post({ path: VERIFY, body, idempotencyKey });

  it('answers an equal request alike, and charges it once', async () => {
    const first = await verify();
    expect(first.status).toBe(200);
    expect(await verify()).toEqual(first);
    expect(await world.used('ours')).toBe(1);
    await verify('k2');
    expect(await world.used('ours')).toBe(2);
  });

  it('verifies once for requests that come at once', async () => {
    const answers = await Promise.all([verify(), verify(), verify()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await world.used('ours')).toBe(1);
  });

  it('refuses another body with a 409', async () => {
    await verify();
    expect((await verify('k1', { email: 'a@x.com' })).status).toBe(409);
    expect((await verify('k1', { email: 'b@x.com', noCache: true })).status).toBe(409);
    expect((await post({ body: EMAILS, idempotencyKey: 'k1' })).status).toBe(409);
  });

  it('refuses other bodies that come while the first is worked on, and charges that alone', async () => {
    world.verifier.hold();
    const first = verify('k1', { email: 'a@x.com' });
    await world.verifier.started('a@x.com');
    const others = ['b@x.com', 'c@x.com'].map((email) => verify('k1', { email }));
    const equal = verify('k1', { email: 'a@x.com' });
    world.verifier.letGo('a@x.com');
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([409, 409]);
    expect(await equal).toEqual(await first);
    expect(world.verifier.asked).toEqual(['a@x.com']);
    expect(await world.used('ours')).toBe(1);
  });

  it('refuses a batch that comes while the first is worked on', async () => {
    world.verifier.hold();
    const first = verify('k1', { email: 'a@x.com' });
    await world.verifier.started('a@x.com');
    expect((await post({ body: EMAILS, idempotencyKey: 'k1' })).status).toBe(409);
    world.verifier.letGo('a@x.com');
    expect((await first).status).toBe(200);
    expect(await batches()).toEqual([]);
    expect(await world.used('ours')).toBe(1);
  });

  it('leaves the key to a batch where it fails', async () => {
    world.verifier.breakWith(new Error('broken'));
    expect((await verify('k1')).status).toBe(500);
    expect((await post({ body: EMAILS, idempotencyKey: 'k1' })).status).toBe(200);
  });

  it('is answered also where the key and the address have words in common', async () => {
    const answer = await verify('k1', { email: 'request k1' });
    expect(answer).toMatchObject({ status: 200, body: { email: 'request k1', valid: false } });
  });

  it('takes the next body where the first fails', async () => {
    world.verifier.hold();
    world.verifier.breakWith(new Error('broken'));
    const first = verify('k1', { email: 'a@x.com' });
    const second = verify('k1', { email: 'b@x.com' });
    await first;
    world.verifier.breakWith(undefined);
    await world.verifier.started('b@x.com');
    world.verifier.letGo('b@x.com');
    expect((await first).status).toBe(500);
    expect((await second).status).toBe(200);
  });

  it('remembers answers from the cache, too', async () => {
    await verify('k1', { email: 'a@x.com' });
    const cached = await verify('k2', { email: 'a@x.com' });
    expect(await verify('k2', { email: 'a@x.com' })).toEqual(cached);
    expect((await verify('k2', { email: 'c@x.com' })).status).toBe(409);
  });

  it('leaves nothing of an address that is erased', async () => {
    await verify();
    await forgetAddress(world.context, 'A@X.com');
    expect(await world.context.store.erasure.addressesWith('a@x')).toEqual([]);
    expect((await verify()).status).toBe(200);
    expect(await world.used('ours')).toBe(2);
  });

  it('leaves nothing of keys that have expired once the workers sweep', async () => {
    await verify();
    const { store } = world.context;
    await store.retention.sweepHistory(world.clock.now() + 1);
    await store.cache.sweep(world.clock.now() + IDEMPOTENCY_LIFETIME_MS);
    const found = await store.team(ours.team.id).findRequest({ key: 'k1', at: 0 });
    expect(found).toBeUndefined();
  });
});

it.each(['', 'two words', 'x'.repeat(256), 'é'])('the key %j is a 400', async (idempotencyKey) => {
  const answer = await post({ body: EMAILS, idempotencyKey });
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain('Idempotency-Key');
  expect(await batches()).toEqual([]);
});
