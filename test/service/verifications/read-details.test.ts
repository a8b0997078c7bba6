import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDetails } from '../../../src/service/verifications/read-details.ts';
import { type ServiceWorld, serviceWorld } from '../../support/service-world.ts';

let world: ServiceWorld;
beforeEach(async () => {
  world = await serviceWorld();
});
afterEach(() => world.dispose());

async function verify(key: string, email: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email });
  await world.request('/api/v1/verify', { method: 'POST', headers, body });
  world.clock.advance(1000);
}

it('reads the details of all teams since a time, newest first by team', async () => {
  const [one, two] = [await world.team('one'), await world.team('two')];
  await verify(one.key, 'old@x.com');
  const since = world.clock.now();
  for (let n = 0; n < 3; n += 1) await verify(one.key, `n${n}@x.com`);
  await verify(two.key, 'b@y.com');
  const found: string[] = [];
  for await (const { email, detail } of readDetails(world.context, since)) {
    expect(detail.checkedAt).not.toBeUndefined();
    found.push(email);
  }
  expect(found).toEqual(['n2@x.com', 'n1@x.com', 'n0@x.com', 'b@y.com']);
});
