import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ErrorBodySchema } from '../../src/contract/schemas.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
const ours = eachTest(() => world.team('ours'));

interface Call {
  readonly method?: string;
  readonly body?: NonNullable<RequestInit['body']>;
  readonly headers?: Record<string, string>;
}

function call(path: string, { method, body, headers }: Call = {}): Promise<Response> {
  return world.request(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      Authorization: `Bearer ${ours.key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
}

/** The message of an answer that must be an Error body with this status. */
async function refusal(answer: Promise<Response>, status: number): Promise<string> {
  const response = await answer;
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(response.headers.get('x-request-id')).toBeTruthy();
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  const body = ErrorBodySchema.strict().parse(await response.json());
  expect({ status: response.status, statusCode: body.statusCode }).toEqual({
    status,
    statusCode: status,
  });
  return body.message;
}

const VERIFY = '/api/v1/verify';
const BATCH = '/api/v1/verify/batch';
const LONG = `${'a'.repeat(995)}@x.com`;

describe('bodies', () => {
  it.each([
    [VERIFY, '{}', 'email is required and must be a string'],
    [VERIFY, '{"email":7}', 'email must be a string'],
    [VERIFY, '{"email":"a@x.com","noCache":"yes"}', 'noCache must be true or false'],
    [VERIFY, '[]', 'The body must be a JSON object'],
    [VERIFY, 'null', 'The body must be a JSON object'],
    [VERIFY, '', 'The body is empty, a JSON object is needed'],
    [VERIFY, '{"email":', 'The body is not valid JSON in UTF-8'],
    [BATCH, '{}', 'emails is required and must be an array of strings'],
    [BATCH, '{"emails":[]}', 'emails must have at least 1 element'],
    [BATCH, '{"emails":"a@x.com"}', 'emails must be an array of strings'],
    [BATCH, '{"emails":["a@x.com",null]}', 'emails[1] must be a string'],
    [BATCH, JSON.stringify({ emails: many(1001) }), 'emails must have at most 1000 elements'],
    [VERIFY, JSON.stringify({ email: LONG }), 'email must have at most 1000 characters'],
    [
      BATCH,
      JSON.stringify({ emails: ['a@x.com', LONG] }),
      'emails[1] must have at most 1000 characters',
    ],
  ])('%s with %.30s is a 400: %s', async (path, body, message) => {
    expect(await refusal(call(path, { body }), 400)).toBe(message);
  });

  it('broken UTF-8 is a 400', async () => {
    const body = new Uint8Array([0x22, 0xff, 0x22]);
    expect(await refusal(call(VERIFY, { body }), 400)).toContain('UTF-8');
  });

  it('1000 addresses are accepted, and a null byte in one', async () => {
    const emails = [...many(999), 'a\u0000@x.com'];
    const response = await call(BATCH, { body: JSON.stringify({ emails }) });
    expect(await response.json()).toMatchObject({ totalCount: 1000 });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    'the content type %s is a 415',
    async (type) => {
      const headers = { 'Content-Type': type };
      const answer = call(VERIFY, { body: '{"email":"a@x.com"}', headers });
      expect(await refusal(answer, 415)).toBe('Content-Type must be application/json, in UTF-8');
      expect(world.verifier.asked).toEqual([]);
    },
  );

  it.each(['application/json', 'Application/JSON; charset=UTF-8'])(
    'the content type %s is accepted',
    async (type) => {
      const headers = { 'Content-Type': type };
      const response = await call(VERIFY, { body: '{"email":"a@x.com"}', headers });
      expect(response.status).toBe(200);
    },
  );

  it('a compressed body is a 415', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    for (const body of [gzipSync('{"email":"a@x.com"}'), '{"email":"a@x.com"}'])
      expect(await refusal(call(VERIFY, { body, headers }), 415)).toBe(
        'The body must not be compressed',
      );
    expect(world.verifier.asked).toEqual([]);
  });

  it('a body that is encoded as it stands is read', async () => {
    const headers = { 'Content-Encoding': 'identity' };
    const response = await call(VERIFY, { body: '{"email":"a@x.com"}', headers });
    expect(response.status).toBe(200);
  });

  it('a body over 1 MiB is a 413, whether it says its length or not', async () => {
    const body = JSON.stringify({ email: 'a'.repeat(1024 * 1024) });
    const length = String(body.length);
    await refusal(call(VERIFY, { body, headers: { 'Content-Length': length } }), 413);
    await refusal(call(VERIFY, { body: new Blob([body]).stream() }), 413);
    expect(world.verifier.asked).toEqual([]);
  });

  it('a cancel needs no body', async () => {
    const { id } = await createBatch(world.context, ours.team, ['a@x.com']);
    const path = `/api/v1/batches/${id}/cancel`;
    expect((await call(path, { method: 'POST' })).status).toBe(200);
    expect(await refusal(call(path, { method: 'POST' }), 409)).toContain('cancelled');
  });
});

describe('pages', () => {
  it.each([
    ['limit=0', 'limit must be 1 or more'],
    ['limit=1001', 'limit must be 1000 or less'],
    ['limit=', 'limit must be a whole number'],
    ['limit=1.5', 'limit must be a whole number'],
    ['limit=1e2', 'limit must be a whole number'],
    ['limit=+5', 'limit must be a whole number'],
    ['limit=ten', 'limit must be a whole number'],
    ['skip=-1', 'skip must be 0 or more'],
    ['limit=1&limit=2', 'limit is given more than once'],
    ['skip=99999999999999999999', 'skip must be a whole number'],
  ])('%s is a 400: %s', async (query, message) => {
    expect(await refusal(call(`/api/v1/batches?${query}`), 400)).toBe(message);
    expect(await refusal(call(`/api/v1/verifications?${query}`), 400)).toBe(message);
  });

  it('without limit 50 batches and 100 verifications are listed', async () => {
    for (let n = 0; n < 52; n++) await createBatch(world.context, ours.team, ['a@x.com']);
    for (let n = 0; n < 102; n++) await call(VERIFY, { body: '{"email":"a@x.com"}' });
    const listed = async (path: string) => ((await (await call(path)).json()) as unknown[]).length;
    expect(await listed('/api/v1/batches')).toBe(50);
    expect(await listed('/api/v1/batches?skip=50')).toBe(2);
    expect(await listed('/api/v1/verifications')).toBe(100);
    expect(await listed('/api/v1/verifications?limit=1000')).toBe(102);
  });
});

describe('keys', () => {
  it('are judged before the body', async () => {
    const headers = { Authorization: 'Bearer mv_no', 'Content-Type': 'text/plain' };
    expect(await refusal(call(VERIFY, { body: '{', headers }), 401)).toBe('API key is invalid');
  });

  it('are asked for by name', async () => {
    const response = await world.request('/api/v1/batches');
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(await refusal(Promise.resolve(response), 401)).toBe('API key is required');
  });

  it('open no other team', async () => {
    const stranger = (await world.team('theirs')).team;
    const { id } = await createBatch(world.context, stranger, ['a@x.com']);
    expect(await refusal(call(`/api/v1/batches/${id}`), 404)).toBe('Batch not found');
    expect(await refusal(call(`/api/v1/batches/${id}/cancel`, { method: 'POST' }), 404)).toBe(
      'Batch not found',
    );
  });
});

describe('paths and methods', () => {
  it.each(['/', '/api/v1', '/api/v1/verify/', '/api/v1/batches/', '/api/v2/verify'])(
    '%s is a 404',
    async (path) => {
      await refusal(call(path), 404);
    },
  );

  it.each([
    ['GET', VERIFY, 'POST, OPTIONS'],
    ['DELETE', '/api/v1/batches', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/v1/batches/x', 'GET, HEAD, DELETE, OPTIONS'],
    ['GET', '/api/v1/batches/x/cancel', 'POST, OPTIONS'],
    ['PUT', '/api/v1/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('%s %s is a 405 that allows %s', async (method, path, allow) => {
    const response = await call(path, { method });
    expect(response.headers.get('Allow')).toBe(allow);
    await refusal(Promise.resolve(response), 405);
  });

  it('HEAD answers as GET without a body, OPTIONS says what is allowed', async () => {
    const head = await call('/api/v1/batches', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const options = await world.request(VERIFY, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('health needs no key', async () => {
    expect(await (await world.request('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await world.request('/readyz')).json()).toEqual({ status: 'ready' });
  });
});

describe('request ids', () => {
  it('differ', async () => {
    const ids = [await call('/healthz'), await call('/healthz')].map((response) =>
      response.headers.get('x-request-id'),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('of the caller are kept where they are sane', async () => {
    const given = async (id: string) =>
      (await call('/healthz', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await given('job-7.3')).toBe('job-7.3');
    expect(await given('a b')).not.toBe('a b');
    expect(await given('x'.repeat(101))).toHaveLength(36);
  });
});

it('an unexpected error is a 500 without any detail, and is logged', async () => {
  world.verifier.breakWith(new Error('secret detail'));
  const body = JSON.stringify({ email: 'a@x.com' });
  expect(await refusal(call(VERIFY, { body }), 500)).toBe('Internal server error');
  expect(world.loggedErrors).toMatchObject([{ message: 'secret detail' }]);
});

it('a stopping service is a 503 that says when to come back', async () => {
  world.verifier.hold();
  const answer = call(VERIFY, { body: JSON.stringify({ email: 'a@x.com' }) });
  await world.verifier.started('a@x.com');
  world.stop();
  expect((await answer).headers.get('Retry-After')).toBe('5');
  await refusal(answer, 503);
});

function many(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `n${index}@x.com`);
}
