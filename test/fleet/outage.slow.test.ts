import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type CutProxy, cutProxy } from '../support/cut-proxy.ts';
import { eachTest } from '../support/each-test.ts';
import { migratedDatabase } from '../support/postgres.ts';

const database = eachTest(migratedDatabase);
let way: CutProxy;
let service: RunningService;

beforeEach(async () => {
  const url = new URL(database.url);
  way = await cutProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(way.port);
  url.hostname = '127.0.0.1';
  service = await startService(
    { host: '127.0.0.1', port: 0, database: url.href, lists: 'off', workers: 1, rateLimit: 0 },
    { clock: systemClock, random: Math.random },
  );
});
afterEach(async () => {
  if (!(await isReady())) await way.mend().catch(() => {});
  await service.close();
  await way[Symbol.asyncDispose]();
});

const SANDBOX = ['anything@sandbox.test', 'undeliverable@sandbox.test'];

function ask(path: string, body?: object): Promise<Response> {
  return fetch(`${service.url}${path}`, {
    headers: {
      Authorization: `Bearer ${service.firstKey}`,
      'Content-Type': 'application/json',
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

async function isReady(): Promise<boolean> {
  return (await ask('/readyz')).status === 200;
}

it('a service whose database is away answers 503 with Retry-After, and recovers by itself', async () => {
  await way.cut();
  const requests: [string, object?][] = [
    ['/api/v1/verify', { email: SANDBOX[0] }],
    ['/api/v1/verify/batch', { emails: SANDBOX }],
    ['/api/v1/batches'],
    ['/api/v1/account'],
    ['/readyz'],
    ['/metrics'],
  ];
  for (const [path, body] of requests) {
    const { status, headers } = await ask(path, body);
    expect([path, status, Number(headers.get('retry-after')) > 0]).toEqual([path, 503, true]);
  }
  expect((await ask('/healthz')).status).toBe(200);
  await way.mend();
  while (!(await isReady()));
  const created = await ask('/api/v1/verify/batch', { emails: SANDBOX });
  expect(created.status).toBe(200);
  const { id } = (await created.json()) as { id: string };
  const look = async () =>
    ((await (await ask(`/api/v1/batches/${id}`)).json()) as { batch: { status: string } }).batch;
  while ((await look()).status !== 'completed');
});
