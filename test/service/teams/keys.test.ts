import { expect, it } from 'vitest';
import { createKey, hashKey } from '../../../src/service/teams/keys.ts';
import { eachTest } from '../../support/each-test.ts';
import { serviceWorld } from '../../support/service-world.ts';

const world = eachTest(serviceWorld);

it('a key is stored as its hash, with who created it in the audit log', async () => {
  const { team } = await world.team('ours');
  const request = { label: 'shop', actor: 'ada@example.com' };
  const { key, lastFour, ...created } = await createKey(world.context, team, request);
  expect(created).toMatchObject({ hash: hashKey(key), label: 'shop', teamName: 'ours' });
  const members = world.context.store.members(team.id);
  const [entry] = await members.audit({ limit: 1, skip: 0 });
  expect(entry).toMatchObject({
    action: 'key_created',
    actor: 'ada@example.com',
    subject: `shop (…${lastFour})`,
  });
});

it.each([
  ['', null],
  ['  ', null],
  [' two\nlines ', 'two lines'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['x'.repeat(64), 'x'.repeat(64)],
])('the label %j is stored as %j', async (text, label) => {
  const { team } = await world.team('ours');
  const request = { label: text, actor: 'test' };
  expect(await createKey(world.context, team, request)).toMatchObject({ label });
});

it('a label of more than 64 characters is refused, and no key is created', async () => {
  const { team } = await world.team('ours');
  const before = await world.context.store.keys.list();
  const request = { label: 'x'.repeat(65), actor: 'test' };
  await expect(createKey(world.context, team, request)).rejects.toMatchObject({ kind: 'refused' });
  expect(await world.context.store.keys.list()).toEqual(before);
});

it.each([
  [{ scopes: [] }, 'A key needs at least one scope'],
  [{ expiresAt: 0 }, 'This key would have expired already: choose a later day'],
])('a key with %j is refused, and none is created', async (limits, message) => {
  const { team } = await world.team('ours');
  const before = await world.context.store.keys.list();
  const request = { label: '', actor: 'test', ...limits };
  await expect(createKey(world.context, team, request)).rejects.toMatchObject({ message });
  expect(await world.context.store.keys.list()).toEqual(before);
});

it('a key has all scopes and never expires unless it is limited', async () => {
  const { team } = await world.team('ours');
  const plain = await createKey(world.context, team, { label: '', actor: 'test' });
  expect(plain).toMatchObject({ scopes: ['verify', 'read', 'manage', 'learn'], expiresAt: null });
  const scopes = ['read', 'verify', 'read'] as const;
  const expiresAt = world.clock.now() + 1;
  const limited = await createKey(world.context, team, {
    label: '',
    actor: 'test',
    scopes,
    expiresAt,
  });
  expect(limited).toMatchObject({ scopes: ['verify', 'read'], expiresAt });
  const stored = await world.context.store.members(team.id).keys();
  expect(stored.find(({ id }) => id === limited.id)).toMatchObject({
    scopes: ['verify', 'read'],
    expiresAt,
  });
});
