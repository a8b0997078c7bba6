import { expect, it } from 'vitest';
import { ensureDefaultTeam, firstStart } from '../../../src/service/people/invitations.ts';
import { listKeys, revokeKey } from '../../../src/service/teams/keys.ts';
import { createTeam, setQuota } from '../../../src/service/teams/teams.ts';
import { eachTest } from '../../support/each-test.ts';
import { serviceWorld } from '../../support/service-world.ts';

const world = eachTest(serviceWorld);

it.each(['', ' a', 'a ', 'a\nb', 'a\u0000', 'x'.repeat(65)])('%j is no team name', async (name) => {
  await expect(createTeam(world.context, name, null)).rejects.toMatchObject({ code: 'input' });
});

it.each([-1, 1.5, Number.NaN])('%s is no quota', async (quota) => {
  await expect(createTeam(world.context, 'ours', quota)).rejects.toMatchObject({ code: 'input' });
});

it('a team name is taken once', async () => {
  await createTeam(world.context, 'Büro Nord', 5);
  await expect(createTeam(world.context, 'Büro Nord', 5)).rejects.toThrow('already');
});

it('a changed quota comes back with the usage', async () => {
  await createTeam(world.context, 'ours', 5);
  expect(await setQuota(world.context, 'ours', null)).toMatchObject({ quota: null, used: 0 });
});

it('an unknown team or key is an input error', async () => {
  const input = { code: 'input' };
  await expect(setQuota(world.context, 'none', 1)).rejects.toMatchObject(input);
  await expect(listKeys(world.context, 'none')).rejects.toMatchObject(input);
  await expect(revokeKey(world.context, 'none')).rejects.toMatchObject(input);
});

it('the first start gives one key, even to concurrent callers', async () => {
  const keys = await Promise.all([firstStart(world.context), firstStart(world.context)]);
  expect(keys.filter(Boolean)).toHaveLength(1);
  expect(await firstStart(world.context)).toBeUndefined();
});

it('a default team without a key still gets its first one', async () => {
  await ensureDefaultTeam(world.context);
  expect(await firstStart(world.context)).toMatch(/^mv_/);
});

it('a database that somebody set up gets no key', async () => {
  await createTeam(world.context, 'ours', null);
  expect(await firstStart(world.context)).toBeUndefined();
});
