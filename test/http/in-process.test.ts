import { expect, it } from 'vitest';
import { createServiceClient } from '../../src/contract/client/create-client.ts';
import { eachTest } from '../support/each-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
const ours = eachTest(() => world.team('ours'));

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

function headersWith(given = ours.key) {
  return { authorization: `Bearer ${given}`, 'content-type': 'application/json' };
}

async function overWire({ method, path, body }: Asked, headers = headersWith()) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await world.request(path, { method, headers, ...sent });
  return { status: response.status, value: await response.json() };
}

async function withinProcess({ method, path, body }: Asked, headers = headersWith()) {
  const url = new URL(path, 'http://127.0.0.1');
  const { status, content } = await world.transport({ method, url, headers, body }, alive());
  return { status, value: JSON.parse(JSON.stringify(content.value)) };
}

function alive(): AbortSignal {
  return new AbortController().signal;
}

const BATCH = '/api/v1/verify/batch';

it.each<Asked>([
  { method: 'POST', path: '/api/v1/verify', body: { email: 'a@x.com' } },
  { method: 'POST', path: '/api/v1/verify', body: {} },
  { method: 'POST', path: BATCH, body: { emails: [] } },
  { method: 'GET', path: '/api/v1/verifications' },
  { method: 'GET', path: '/api/v1/batches?limit=0' },
  { method: 'GET', path: '/api/v1/batches/batch_none' },
  { method: 'POST', path: '/api/v1/batches/batch_none/cancel' },
  { method: 'GET', path: '/api/v1/nothing' },
  { method: 'GET', path: '/api/v1/verify' },
])('$method $path $body is answered within the process as over the wire', async (asked) => {
  expect(await withinProcess(asked)).toEqual(await overWire(asked));
});

it('a batch is created and shown within the process as over the wire', async () => {
  const created = await withinProcess({
    method: 'POST',
    path: BATCH,
    body: { emails: ['a@x.com', 'A@x.com'] },
  });
  const path = `/api/v1/batches/${created.value.id}?include=detail`;
  const shown = await withinProcess({ method: 'GET', path });
  expect(shown.value.emails).toHaveLength(2);
  expect(shown).toEqual(await overWire({ method: 'GET', path }));
});

it('a wrong key is refused within the process', async () => {
  const asked: Asked = { method: 'GET', path: '/api/v1/batches' };
  const wrong = headersWith('mv_wrong');
  expect(await withinProcess(asked, wrong)).toEqual(await overWire(asked, wrong));
  expect((await withinProcess(asked, wrong)).status).toBe(401);
});

it('a call ends with its signal, whatever the service still does', async () => {
  const leaving = new AbortController();
  world.verifier.verify = () => new Promise(() => {});
  const request = {
    method: 'POST',
    url: new URL('http://127.0.0.1/api/v1/verify'),
    headers: headersWith(),
    body: { email: 'a@x.com' },
  } as const;
  const call = world.transport(request, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(call).rejects.toThrow('gone');
});

it('the client reads answers, details and errors of a service in its process', async () => {
  const settings = { baseUrl: 'http://127.0.0.1:9', apiKey: ours.key };
  const deps = { clock: manualClock(), random: () => 0, env: {}, transport: world.transport };
  const client = createServiceClient(settings, deps);
  expect(await client.verify('a@x.com')).toMatchObject({ email: 'a@x.com', deliverable: true });
  const { id } = await client.createBatch(['a@x.com', 'b@x.com']);
  expect(await client.getBatch(id)).toMatchObject({
    batch: { id, status: 'pending', totalCount: 2 },
    entries: [{ email: 'a@x.com' }, { email: 'b@x.com' }],
  });
  await expect(client.getBatch('batch_none')).rejects.toMatchObject({
    code: 'refused',
    status: 404,
    message: expect.stringContaining('Batch not found'),
  });
  await client.close();
});
