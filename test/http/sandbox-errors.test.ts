import { expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
const ours = eachTest(() => world.team('ours', 10));

async function post(path: string, body: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${ours.key}`, 'Content-Type': 'application/json' };
  return world.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

it.each([
  ['rate-limited@sandbox.test', 429, 'Too many requests at once, slow down'],
  [
    'quota@sandbox.test',
    402,
    "The team's verification quota for this month does not cover that many",
  ],
  ['server-error@sandbox.test', 500, 'Internal server error'],
  ['Quota@Sandbox.Test', 402, expect.any(String)],
])('%s is answered %i with the Error body', async (email, statusCode, message) => {
  const response = await post('/api/v1/verify', { email });
  expect(response.status).toBe(statusCode);
  expect(await response.json()).toEqual({ statusCode, message });
  expect(response.headers.get('Retry-After')).toBe(statusCode === 429 ? '1' : null);
  expect(await world.used('ours')).toBe(0);
});

it('an error that was asked for is not logged as one of the service', async () => {
  await post('/api/v1/verify', { email: 'server-error@sandbox.test' });
  expect(world.loggedErrors).toEqual([]);
});

it.each(['quota@x.com', 'quota@accept-all.sandbox.test', 'quotas@sandbox.test'])(
  '%s is an address like any other',
  async (email) => {
    expect((await post('/api/v1/verify', { email })).status).toBe(200);
  },
);

it('a batch takes them as any address', async () => {
  const emails = ['rate-limited@sandbox.test', 'quota@sandbox.test', 'server-error@sandbox.test'];
  expect((await post('/api/v1/verify/batch', { emails })).status).toBe(200);
});
