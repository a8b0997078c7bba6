import { beforeEach, expect, it } from 'vitest';
import { secureToken } from '../../src/lib/secure-token.ts';
import {
  anyAuthenticator,
  authenticate,
  memoryKey,
  storedKeys,
} from '../../src/service/authenticate.ts';
import { createKey, newKey, revokeKey } from '../../src/service/teams/keys.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
let key: string;

beforeEach(async () => {
  key = (await world.team('ours')).key;
});

function enter(header: string | undefined) {
  return authenticate(storedKeys(world.context), header);
}

it('a key is mv_ and 40 URL-safe characters', () => {
  expect(newKey(secureToken)).toMatch(/^mv_[A-Za-z0-9_-]{40}$/);
});

it('a key opens its team', async () => {
  expect(await enter(`Bearer ${key}`)).toMatchObject({ name: 'ours' });
});

it('only the hash and the last four characters of a key are stored', async () => {
  const [stored] = await world.context.store.keys.list();
  expect(stored?.lastFour).toBe(key.slice(-4));
  expect(JSON.stringify(stored)).not.toContain(key);
  expect(stored?.hash).toMatch(/^[0-9a-f]{64}$/);
});

it('without a header a key is required', async () => {
  await expect(enter(undefined)).rejects.toMatchObject({
    kind: 'key_required',
    message: 'API key is required',
  });
});

it.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer mv_unknown', 'mv_unknown', 'Bearer a b'])(
  'the header %j is invalid',
  async (header) => {
    await expect(enter(header)).rejects.toMatchObject({
      kind: 'key_invalid',
      message: 'API key is invalid',
    });
  },
);

it('a revoked key is invalid at once', async () => {
  const [{ id = '' } = {}] = await world.context.store.keys.list();
  await revokeKey(world.context, id);
  await expect(enter(`Bearer ${key}`)).rejects.toMatchObject({ kind: 'key_invalid' });
});

it('the time of use is noted once a minute', async () => {
  const first = world.clock.now();
  const lastUsed = async () => (await world.context.store.keys.list())[0]?.lastUsedAt;
  await enter(`Bearer ${key}`);
  world.clock.advance(59_999);
  await enter(`Bearer ${key}`);
  expect(await lastUsed()).toBe(first);
  world.clock.advance(1);
  await enter(`Bearer ${key}`);
  expect(await lastUsed()).toBe(first + 60_000);
});

it('a key in memory opens its team beside the stored ones', async () => {
  const team = { id: 'team_memory', name: 'memory', quota: null };
  const authenticator = anyAuthenticator(memoryKey('mv_secret', team), storedKeys(world.context));
  expect(await authenticate(authenticator, 'Bearer mv_secret')).toBe(team);
  expect(await authenticate(authenticator, `Bearer ${key}`)).toMatchObject({ name: 'ours' });
  await expect(authenticate(authenticator, 'Bearer mv_other')).rejects.toThrow('invalid');
});

it('an expired key is invalid from the very millisecond', async () => {
  const { team } = await world.team('theirs');
  const expiresAt = world.clock.now() + 1000;
  const created = await createKey(world.context, team, { label: '', actor: 'test', expiresAt });
  world.clock.advance(999);
  expect(await enter(`Bearer ${created.key}`)).toMatchObject({ name: 'theirs' });
  world.clock.advance(1);
  await expect(enter(`Bearer ${created.key}`)).rejects.toMatchObject({
    kind: 'key_invalid',
    message: 'API key is invalid',
  });
});
