/** What a role permits, from page to key; `test/access.test.ts` walks every route. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { KEY_SCOPES, OPERATION_SCOPES } from '../../src/contract/key-scopes.ts';
import { SERVICE_ROUTES, type ServiceOperation } from '../../src/contract/routes.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { people as words } from '../../src/i18n/english/team-pages.ts';
import {
  isPermitted,
  PERMISSIONS,
  type Permission,
  scopesOf,
} from '../../src/service/people/people.ts';
import { ROLES } from '../../src/service/people/records.ts';
import type { KeyRecord } from '../../src/service/records.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.person('default', 'ada@example.com'));
const second = eachTest(() => world.person('default', 'oda@example.com'));
const member = eachTest(() => world.person('default', 'bob@example.com', 'member'));

const OPERATIONS = Object.keys(OPERATION_SCOPES) as ServiceOperation[];
const permissions = Object.keys(PERMISSIONS) as Permission[];
const page = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** Creates a key by the form, and returns it. */
async function create(by: Visitor, label: string, scopes: readonly string[]): Promise<string> {
  const boxes = Object.fromEntries(scopes.map((scope) => [`scope_${scope}`, 'yes']));
  expect((await by.post('/keys', { label, ...boxes })).status).toBe(303);
  return /value="(mv_[\w-]{40})"/.exec((await by.get('/keys')).body)?.[1] ?? '';
}

async function stored(label: string): Promise<KeyRecord | undefined> {
  return (await world.context.store.keys.list()).find((key) => key.label === label);
}

async function idOf(email: string): Promise<string> {
  const { id = '' } = (await world.context.store.teams.findByName('default')) ?? {};
  const people = await world.context.store.members(id).list();
  return people.find((person) => person.email === email)?.id ?? '';
}

const suppressions = (key: string, method: string, id = '', body?: object) =>
  world.request(`/api/v1/suppressions${id && `/${id}`}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

it('members lack what is the owners’, who lack nothing', () => {
  expect(permissions.filter((one) => !isPermitted('member', one))).toEqual([
    'remove_suppressions',
    'all_keys',
    'manage_people',
    'policy',
    'webhooks',
    'outcomes',
    'audit',
    'delivery',
  ]);
  expect(permissions.filter((one) => !isPermitted('owner', one))).toEqual([]);
  expect([scopesOf('member'), scopesOf('owner')]).toEqual([['verify', 'read'], KEY_SCOPES]);
});

it('the page People shows the table to everybody', async () => {
  for (const visitor of [owner, member]) {
    const text = textOf(await visitor.get('/people'));
    for (const permission of permissions) {
      const marks = ROLES.map((role) => (isPermitted(role, permission) ? 'yes' : 'no'));
      expect(text).toContain(`${words[`may_${permission}`]} ${marks.join(' ')}`);
    }
  }
});

it('Bounces leads to the first of its pages that the role may see', async () => {
  const tabs = (body: string) => [
    ...body.matchAll(/<a href="(\/(?:outcomes|accuracy|delivery))"/g),
  ];
  const links = async (by: Visitor) =>
    new Set(tabs((await by.get('/accuracy')).body).map(([, path]) => path));
  expect(await links(owner)).toEqual(new Set(['/outcomes', '/accuracy', '/delivery']));
  expect(await links(member)).toEqual(new Set(['/accuracy']));
});

it('docs/roles.md has the table as it is in the code', async () => {
  const rows = permissions.map((permission) => {
    const marks = ROLES.map((role) => (isPermitted(role, permission) ? 'yes' : 'no'));
    return `| ${[words[`may_${permission}`], ...marks].join(' | ')} |`;
  });
  const table = ['| | owner | member |', '| --- | --- | --- |', ...rows].join('\n');
  expect(await page('roles.md')).toContain(`\n\n${table}\n\n`);
});

it('docs/roles.md has every operation beside its scope, and who creates such keys', async () => {
  const { paths } = openApiDocument();
  const nameOf = (operation: ServiceOperation) => {
    const { method, path } = SERVICE_ROUTES[operation];
    return (paths[path] as Record<string, { summary: string }>)[method.toLowerCase()]?.summary;
  };
  const rows = KEY_SCOPES.map((scope) => {
    const operations = OPERATIONS.filter((operation) => OPERATION_SCOPES[operation] === scope);
    const names = operations.map(nameOf);
    const by = scopesOf('member').includes(scope) ? 'owners, members' : 'owners';
    return `| \`${scope}\` | ${names.join(', ')} | ${by} |`;
  });
  expect(await page('roles.md')).toContain(rows.join('\n'));
});

it('a member gets no key that undoes an opt-out', async () => {
  const shop = await create(owner, 'shop', ['manage']);
  expect((await suppressions(shop, 'POST', '', { emails: ['ann@example.com'] })).status).toBe(200);
  for (const scope of ['manage', 'learn']) {
    const refused = await member.post('/keys', { label: 'mine', [`scope_${scope}`]: 'yes' });
    expect(refused.status).toBe(403);
  }
  const own = await create(member, 'mine', ['verify', 'read']);
  expect((await suppressions(own, 'DELETE', 'ann@example.com')).status).toBe(403);
  expect(await stored('mine')).toMatchObject({ scopes: ['verify', 'read'] });
  expect(textOf(await owner.get('/suppressions'))).toContain('ann@example.com');
});

it('the activity log names the person whose key changed something', async () => {
  const shop = await create(owner, 'shop', ['manage']);
  await suppressions(shop, 'POST', '', { emails: ['ann@example.com'] });
  expect(textOf(await owner.get('/audit'))).toContain(
    'API key shop (ada@example.com) added to the do-not-mail list 1 entry',
  );
});

it('a new key has the scope verify ticked, and no other', async () => {
  for (const visitor of [owner, member]) {
    const { body } = await visitor.get('/keys');
    const ticked = [...body.matchAll(/name="scope_(\w+)" value="yes" checked/g)];
    expect(ticked.map(([, scope]) => scope)).toEqual(['verify']);
  }
});

it('a new webhook has the ends of batches and lists ticked', async () => {
  const { body } = await owner.get('/webhooks');
  const ticked = [...body.matchAll(/name="event_([\w.]+)" value="yes" checked/g)];
  expect(ticked.map(([, event]) => event)).toEqual([
    'batch.completed',
    'batch.failed',
    'list.completed',
  ]);
});

it('the page Keys says whose a key is, and offers to revoke those that one may revoke', async () => {
  await create(owner, 'hers', ['verify']);
  await create(member, 'his', ['verify']);
  const [hers, his] = [await stored('hers'), await stored('his')];
  const seen = await member.get('/keys');
  expect(textOf(seen)).toMatch(/hers mv_.{5} verify \S+ 12:00 UTC ada@example\.com/);
  expect(seen.body).toContain(`/keys/${his?.id}/revoke`);
  expect(seen.body).not.toContain(`/keys/${hers?.id}/revoke`);
  const asOwner = (await owner.get('/keys')).body;
  for (const key of [hers, his]) expect(asOwner).toContain(`/keys/${key?.id}/revoke`);
});

it('the keys of who is removed are revoked with them, those of others are not', async () => {
  const his = await create(member, 'his', ['read']);
  const hers = await create(owner, 'hers', ['read']);
  const { body } = await owner.get('/people');
  expect(body).toContain('signed out at once, and 1 key');
  await owner.post(`/people/${await idOf('bob@example.com')}/remove`);
  expect((await suppressions(his, 'GET')).status).toBe(401);
  expect((await suppressions(hers, 'GET')).status).toBe(200);
  expect(textOf(await owner.get('/audit'))).toMatch(/ada@example\.com revoked the key his/);
});

it('who becomes a member loses the keys that a member can not create', async () => {
  const verify = await create(second, 'verify', ['verify']);
  const all = await create(second, 'all', KEY_SCOPES);
  expect((await owner.get('/people')).body).toContain('1 key of theirs has scopes');
  await owner.post(`/people/${await idOf('oda@example.com')}/role`, { role: 'member' });
  const status = async (key: string) =>
    (await world.request('/api/v1/account', { headers: { Authorization: `Bearer ${key}` } }))
      .status;
  expect([await status(verify), await status(all)]).toEqual([200, 401]);
});

it.each([
  ['en', 'Owners only', 'Ask an owner of the team: the page People names them.'],
  ['de', 'Nur für Inhaber', 'Fragen Sie einen Inhaber des Teams: Die Seite Personen nennt sie.'],
])('in %s a page of owners says so to members', async (language, title, message) => {
  await member.post('/account/language', { language });
  for (const path of ['/policy', '/webhooks', '/webhooks/nobodys', '/audit']) {
    const seen = await member.get(path);
    expect(seen.status).toBe(403);
    expect(textOf(seen)).toContain(`${title} ${message}`);
  }
});
