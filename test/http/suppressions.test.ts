import { expect, it } from 'vitest';
import { COMMAND_LINE } from '../../src/service/people/records.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { forgetAddress } from '../../src/service/upkeep/forget-address.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const world = eachTest(serviceWorld);
const ours = eachTest(() => world.team('ours', 10));

async function ask(method: string, path: string, body?: unknown, by = ours.key) {
  const response = await world.request(`/api/v1/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${by}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

interface Body {
  readonly message: string;
  readonly detail: object;
}

const add = (...emails: string[]) => ask('POST', 'suppressions', { emails });
const at = () => new Date(world.clock.now()).toISOString();

it('addresses and domains are added, listed and removed', async () => {
  expect(await add('Ann@Example.com', '@example.org', 'ann@example.com')).toEqual({
    status: 200,
    body: { added: 2 },
  });
  const [domain, ann] = ['@example.org', 'ann@example.com'].map((email) => ({
    email,
    addedAt: at(),
  }));
  expect((await ask('GET', 'suppressions')).body).toEqual([domain, ann]);
  expect((await ask('GET', 'suppressions?limit=1&skip=1')).body).toEqual([ann]);
  const path = `suppressions/${encodeURIComponent('ANN@example.com')}`;
  expect(await ask('DELETE', path)).toEqual({
    status: 200,
    body: { message: 'Suppression removed', email: 'ann@example.com' },
  });
  expect(await ask('DELETE', path)).toMatchObject({ status: 404 });
  expect((await ask('GET', 'suppressions')).body).toEqual([domain]);
});

it.each([
  [{ emails: [] }, 'emails'],
  [{ emails: Array.from({ length: 1001 }, () => 'a@x.com') }, 'emails'],
  [{ emails: 'a@x.com' }, 'emails'],
  [{}, 'emails'],
])('the body %j is refused', async (body, named) => {
  const refused = await ask('POST', 'suppressions', body);
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain(named);
});

it('with a text that is neither address nor domain nothing is added', async () => {
  const refused = await add('ann@example.com', 'example.org');
  expect(refused).toMatchObject({ status: 400, body: { statusCode: 400 } });
  expect(refused.body.message).toBe(
    '"example.org" is neither an address nor @ and a domain: it has no @',
  );
  expect((await ask('GET', 'suppressions')).body).toEqual([]);
});

it('the nine fields of a suppressed address never say deliverable; its detail says why', async () => {
  await add('ann@example.com');
  const plain = await ask('POST', 'verify', { email: 'ann@example.com' });
  expect(plain.body).toEqual({
    email: 'ann@example.com',
    valid: true,
    deliverable: false,
    acceptAll: false,
    role: false,
    temporary: false,
    mx: true,
    smtp: false,
    score: 40,
  });
  const { body } = await ask('POST', 'verify?include=detail', { email: 'ann@example.com' });
  expect(body.detail).toMatchObject({ reason: 'suppressed', attempts: 0, reply: null });
  expect((await ask('GET', 'account')).body).toMatchObject({ used: 0 });
});

it('an erased address is listed without its text', async () => {
  await add('ann@example.com');
  await forgetAddress(world.context, 'ann@example.com');
  expect((await ask('GET', 'suppressions')).body).toEqual([{ email: null, addedAt: at() }]);
});

it('reading needs the scope read, a change the scope manage', async () => {
  const limited = await createKey(world.context, ours.team, {
    label: 'shop',
    scopes: ['read'],
    actor: COMMAND_LINE,
  });
  expect((await ask('GET', 'suppressions', undefined, limited.key)).status).toBe(200);
  const body = { emails: ['ann@example.com'] };
  expect((await ask('POST', 'suppressions', body, limited.key)).status).toBe(403);
  expect((await ask('DELETE', 'suppressions/x@y.com', undefined, limited.key)).status).toBe(403);
});

it('a change is in the audit log with the label of the key', async () => {
  const shop = await createKey(world.context, ours.team, { label: 'shop', actor: COMMAND_LINE });
  await ask('POST', 'suppressions', { emails: ['ann@example.com'] }, shop.key);
  const [entry] = await world.context.store.members(ours.team.id).audit({ limit: 1, skip: 0 });
  expect(entry).toMatchObject({
    actor: 'API key shop',
    action: 'suppressions_added',
    subject: '1 entry',
  });
});

it('no key reaches the list of another team', async () => {
  const other = await world.team('theirs');
  await add('ann@example.com');
  expect((await ask('GET', 'suppressions', undefined, other.key)).body).toEqual([]);
  const path = 'suppressions/ann%40example.com';
  expect((await ask('DELETE', path, undefined, other.key)).status).toBe(404);
});
