import { expect, it } from 'vitest';
import { AccountSchema } from '../../src/contract/schemas.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import { COMMAND_LINE } from '../../src/service/people/records.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
const ours = eachTest(() => world.team('ours', 10));

async function account(withKey = ours.key): Promise<unknown> {
  const headers = { Authorization: `Bearer ${withKey}` };
  const response = await world.request('/api/v1/account', { headers });
  expect(response.status).toBe(200);
  const body = await response.json();
  expect(AccountSchema.strict().parse(body)).toEqual(body);
  return body;
}

it('the account shows team, quota, usage and when that begins anew', async () => {
  await createBatch(world.context, ours.team, ['a@x.com', 'b@x.com', 'c@sandbox.test']);
  const now = new Date(world.clock.now());
  const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
  const key = {
    keyLabel: null,
    keyScopes: ['verify', 'read', 'manage', 'learn'],
    keyExpiresAt: null,
  };
  expect(await account()).toMatchObject({ team: 'ours', quota: 10, used: 2, resetsAt, ...key });
});

it('the usage is 0 from the time that it says', async () => {
  await createBatch(world.context, ours.team, ['a@x.com']);
  const { resetsAt } = (await account()) as { resetsAt: string };
  const left = Date.parse(resetsAt) - world.clock.now();
  world.clock.advance(left - 1);
  expect(await account()).toMatchObject({ used: 1 });
  world.clock.advance(1);
  expect(await account()).toMatchObject({ used: 0 });
});

it('December is followed by January', async () => {
  world.clock.advance(Date.UTC(2030, 11, 31, 23, 59, 59) - world.clock.now());
  expect(await account()).toMatchObject({ resetsAt: '2031-01-01T00:00:00.000Z' });
});

it('a team without a quota has null', async () => {
  await world.context.store.teams.setQuota('ours', null);
  expect(await account()).toMatchObject({ quota: null });
});

it('the label is that of the key that was used', async () => {
  const created = await createKey(world.context, ours.team, { label: 'shop', actor: COMMAND_LINE });
  expect(await account(created.key)).toMatchObject({ keyLabel: 'shop' });
  expect(await account()).toMatchObject({ keyLabel: null });
});

it('a key shows its scopes and when it expires, whatever its scopes are', async () => {
  const expiresAt = world.clock.now() + 1000;
  const limited = { label: '', actor: COMMAND_LINE, scopes: ['manage'], expiresAt } as const;
  const created = await createKey(world.context, ours.team, limited);
  expect(await account(created.key)).toMatchObject({
    keyScopes: ['manage'],
    keyExpiresAt: new Date(expiresAt).toISOString(),
  });
});
