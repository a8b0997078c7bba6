/**
 * Who may use which route: every route of the running applications, by everybody who may come. A route that
 * is not in the tables below fails the first test.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_SCOPES, OPERATION_SCOPES } from '../src/contract/key-scopes.ts';
import { operationPath, SERVICE_ROUTES, type ServiceOperation } from '../src/contract/routes.ts';
import { createBatch } from '../src/service/batches/batches.ts';
import { isPermitted, type Permission, SCOPE_PERMISSIONS } from '../src/service/people/people.ts';
import { ROLES } from '../src/service/people/records.ts';
import { createKey } from '../src/service/teams/keys.ts';
import { findTeam } from '../src/service/teams/teams.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard/dashboard-world.ts';
import { type Seen, textOf, type Visitor, withoutTokens } from './dashboard/visitor.ts';

/** Nobody has to sign in, or what the role of a person must permit. */
type Needed = 'everybody' | Permission;

/** Routes of the dashboard. Those that end something for the others come last. */
const PAGES: Readonly<Record<string, Needed>> = {
  'GET /': 'lists',
  'GET /account': 'account',
  'GET /accuracy': 'verifications',
  'GET /assets/:file': 'everybody',
  'GET /audit': 'audit',
  'GET /batches': 'batches',
  'GET /batches/:id': 'batches',
  'GET /batches/:id/events': 'batches',
  'GET /batches/:id/progress': 'batches',
  'GET /batches/:id/results.csv': 'batches',
  'GET /delivery': 'delivery',
  'GET /delivery/events': 'delivery',
  'GET /delivery/progress': 'delivery',
  'GET /feed/events': 'lists',
  'GET /feed/progress': 'lists',
  'GET /invitation': 'everybody',
  'GET /jobs': 'lists',
  'GET /jobs/:id': 'lists',
  'GET /keys': 'keys',
  'GET /lists': 'lists',
  'GET /lists/:id': 'lists',
  'GET /lists/:id/changes': 'lists',
  'GET /lists/:id/column': 'lists',
  'GET /lists/:id/download': 'lists',
  'GET /lists/:id/edit': 'lists',
  'GET /lists/:id/events': 'lists',
  'GET /lists/:id/progress': 'lists',
  'GET /lists/:id/report': 'lists',
  'GET /lists/:id/start': 'lists',
  'GET /outcomes': 'outcomes',
  'GET /people': 'people',
  'GET /reset-password': 'everybody',
  'GET /setup': 'everybody',
  'GET /shared/:secret': 'everybody',
  'GET /sign-in': 'everybody',
  'GET /corrections': 'lists',
  'GET /policy': 'policy',
  'GET /suppressions': 'suppressions',
  'GET /suppressions/download': 'suppressions',
  'GET /verifications': 'verifications',
  'GET /verify': 'verifications',
  'GET /verifications.csv': 'verifications',
  'GET /webhooks': 'webhooks',
  'GET /webhooks/:id': 'webhooks',
  'POST /invitation': 'everybody',
  'POST /reset-password': 'everybody',
  'POST /setup': 'everybody',
  'POST /sign-in': 'everybody',
  'POST /verify': 'verifications',
  'POST /keys': 'keys',
  'POST /outcomes/upload': 'outcomes',
  'POST /outcomes/:provider': 'outcomes',
  'POST /outcomes/:provider/key': 'outcomes',
  'POST /lists': 'lists',
  'POST /lists/paste': 'lists',
  'POST /lists/sample': 'lists',
  'POST /suppressions': 'suppressions',
  'POST /policy/common': 'policy',
  'POST /policy': 'policy',
  'POST /policy/remove': 'policy',
  'POST /suppressions/import': 'suppressions',
  'POST /suppressions/remove': 'remove_suppressions',
  'POST /corrections/remove': 'lists',
  'POST /webhooks': 'webhooks',
  'POST /webhooks/:id/test': 'webhooks',
  'POST /webhooks/:id/deliveries/:delivery/replay': 'webhooks',
  'POST /webhooks/:id/rotate': 'webhooks',
  'POST /webhooks/:id/enable': 'webhooks',
  'POST /people/invitations': 'manage_people',
  'POST /people/:id/password-link': 'manage_people',
  'POST /people/:id/role': 'manage_people',
  'POST /lists/:id/column': 'lists',
  'POST /lists/:id/folder': 'lists',
  'POST /lists/:id/column-too': 'lists',
  'POST /lists/:id/corrections': 'lists',
  'POST /lists/:id/duplicates': 'lists',
  'POST /lists/:id/sheet-too': 'lists',
  'POST /lists/:id/split': 'lists',
  'POST /lists/:id/plan': 'lists',
  'POST /lists/:id/rename': 'lists',
  'POST /lists/:id/share': 'lists',
  'POST /lists/:id/shares/:share/revoke': 'lists',
  'POST /lists/:id/start': 'lists',
  'POST /lists/:id/watch': 'lists',
  'POST /lists/:id/unwatch': 'lists',
  'POST /lists/:id/retry': 'lists',
  'POST /team': 'account',
  'POST /batches/:id/cancel': 'batches',
  'POST /lists/:id/cancel': 'lists',
  'POST /lists/:id/delete': 'lists',
  'POST /keys/:id/revoke': 'keys',
  'POST /webhooks/:id/delete': 'webhooks',
  'POST /people/invitations/:id/withdraw': 'manage_people',
  'POST /people/:id/remove': 'manage_people',
  'POST /account/language': 'account',
  'POST /account/notices': 'account',
  'POST /account/password': 'account',
  'POST /account/zone': 'account',
  'POST /account/sign-out-everywhere': 'account',
  'POST /sign-out': 'account',
};

/** A token in the address and a signature let providers in. */
const REPORTS = ['mailgun', 'postmark', 'sendgrid', 'ses'].map(
  (name) => `/api/v1/outcomes/${name}`,
);
/** Routes without a key, beside the operations. */
const OPEN = [
  '/api/v1/openapi.json',
  '/docs',
  '/docs/results',
  '/healthz',
  '/mailvet.schema.json',
  '/readyz',
];

const OPERATIONS = Object.keys(SERVICE_ROUTES) as ServiceOperation[];
const URL = 'https://hooks.example.com/mailvet';

let world: DashboardWorld;
let owner: Visitor;
let member: Visitor;
let stranger: Visitor;
let ended: Visitor;
let key: string;
/** What stands for `:id`, by the first part of the path; `:delivery` is a webhook's. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await dashboardWorld();
  owner = await world.person('ours', 'ada@example.com');
  member = await world.person('ours', 'bob@example.com', 'member');
  stranger = await world.person('theirs', 'eve@example.com');
  ended = await world.person('ours', 'old@example.com');
  const { cookie } = ended;
  await ended.post('/sign-out');
  ended.cookie = cookie;
  ids = await fill();
});
afterAll(() => world.dispose());

async function fill(): Promise<Record<string, string>> {
  const { context } = world;
  const team = await findTeam(context, 'ours');
  const created = await createKey(context, team, { label: 'ours', actor: 'test' });
  key = created.key;
  const { id: batch } = await createBatch(context, team, ['batch@secret.example']);
  const job = { id: 'job_secret', name: 'secret.csv', size: 1 };
  await createBatch(context, team, ['sent@secret.example'], { job });
  const list = new File(['email\nlisted@secret.example\n'], 'secret.csv');
  const uploaded = await owner.post('/lists', { list });
  await world.lists.runner.look();
  const hook = await owner.post('/webhooks', { url: URL, 'event_batch.completed': 'yes' });
  const hookPath = hook.headers.get('Location') ?? '';
  await owner.post(`${hookPath}/test`);
  const delivery = await endDelivery();
  const doubtful = new File(['mail,mail\nann@a.example,bob@b.example\n'], 'doubtful.csv');
  const asking = await owner.post('/lists', { list: doubtful });
  const sheet = new File(['email\nready@secret.example\n'], 'ready.csv');
  const ready = await owner.post('/lists', { list: sheet, review: 'yes' });
  await owner.post('/people/invitations', { email: 'guest@secret.example', role: 'member' });
  const members = context.store.members(team.id);
  const [invitation] = await members.invitations(0);
  const person = (await members.list()).find(({ email }) => email === 'old@example.com');
  return {
    batches: batch,
    jobs: job.id,
    keys: created.id,
    lists: (uploaded.headers.get('Location') ?? '').replace('/lists/', ''),
    webhooks: hookPath.replace('/webhooks/', ''),
    asking: (asking.headers.get('Location') ?? '').replace(/^\/lists\/|\/column$/g, ''),
    share: await shareOf(context, team.id, uploaded),
    ready: (ready.headers.get('Location') ?? '').replace(/^\/lists\/|\/start$/g, ''),
    delivery,
    team: team.id,
    invitations: invitation?.id ?? '',
    people: person?.id ?? '',
  };
}

async function shareOf({ store }: DashboardWorld['context'], teamId: string, uploaded: Seen) {
  const id = (uploaded.headers.get('Location') ?? '').replace('/lists/', '');
  await owner.post(`/lists/${id}/share`, { days: '7' });
  return (await store.lists(teamId).shares(id, world.clock.now()))[0]?.id ?? '';
}

/** Answers what is due, as a receiver does, and returns its id. */
async function endDelivery(): Promise<string> {
  const { webhookQueue } = world.context.store;
  const at = world.clock.now();
  const due = (await webhookQueue.due(at)).map((one) => ({ ...one, count: 1 }));
  const [claimed] = await webhookQueue.claim(due, { now: at, leaseMs: 1000 });
  if (!claimed) throw new Error('nothing is due');
  const times = { at, took: 1, expiresAt: at, retryAt: at, nextAt: null };
  await webhookQueue.record(claimed, { ...times, answer: 200, error: null });
  return claimed.id;
}

const titleOf = ({ body }: Seen) => /<h1[^>]*>([^<]*)/.exec(body)?.[1] ?? '';
const pathOf = (route: string) => route.replace(/^\w+ /, '');
const isOfThing = (route: string) => route.includes(':id');

/** Lists of which there is nothing but this page. */
const STEPS: Readonly<Record<string, string>> = {
  column: 'asking',
  start: 'ready',
};

function fillIn(route: string, own = true): string {
  const path = pathOf(route);
  const [, first = ''] = path.split('/');
  const kind = path.includes('/invitations/') ? 'invitations' : first;
  const step = STEPS[path.split('/').at(-1) ?? ''];
  return path
    .replace(':id', own ? (ids[step ?? kind] ?? 'none') : 'nobodys')
    .replace(':share', own ? (ids.share ?? 'none') : 'nobodys')
    .replace(':provider', 'ses')
    .replace(':file', 'dashboard.0.css')
    .replace(':delivery', own ? (ids.delivery ?? 'none') : 'nobodys');
}

/** Without what it needs a form fails before it finds that there is no such thing. */
function formOf(route: string): Record<string, string> {
  if (route === 'POST /people/:id/role') return { role: 'member' };
  return route === 'POST /team' ? { team: ids.team ?? '' } : {};
}

/** By GET or POST; a page that goes on for ever is left at once. */
async function ask(
  visitor: Visitor,
  route: string,
  { own = true, headers = {} }: { own?: boolean; headers?: Record<string, string> } = {},
): Promise<Seen> {
  const path = fillIn(route, own);
  if (route.startsWith('POST')) return visitor.post(path, formOf(route), headers);
  if (!path.endsWith('/events')) return visitor.get(path, headers);
  const answer = await visitor.open(path);
  const isStream = answer.headers.get('Content-Type') === 'text/event-stream';
  if (!isStream) return { status: answer.status, headers: answer.headers, body: '' };
  await answer.body?.cancel();
  return { status: answer.status, headers: answer.headers, body: '' };
}

/** What the team has, as its owner sees it. */
async function state(): Promise<string[]> {
  const pages = ['/keys', '/lists', '/batches', '/people', '/webhooks', '/suppressions', '/audit'];
  return Promise.all(pages.map(async (path) => textOf(await owner.get(path))));
}

/** As the test before found it; undefined where that may have left a line in the activity log. */
let lastState: string[] | undefined;

async function expectNoChange(request: () => Promise<unknown>): Promise<void> {
  const before = lastState ?? (await state());
  await request();
  lastState = await state();
  expect(lastState).toEqual(before);
}

it('every route is in the tables', () => {
  expect(world.routes).toEqual(Object.keys(PAGES).sort());
  const operations = OPERATIONS.map((operation) => operationPath(operation, ':id'));
  const paths = operations.map((path) => path.replace('%3Aid', ':id'));
  expect(world.apiRoutes).toEqual(
    [...new Set([...paths, ...REPORTS, ...OPEN])].map((path) => `ALL ${path}`).sort(),
  );
});

const open = Object.keys(PAGES).filter((route) => PAGES[route] === 'everybody');
const closed = Object.keys(PAGES).filter((route) => PAGES[route] !== 'everybody');
const gets = (routes: readonly string[]) => routes.filter((route) => route.startsWith('GET'));
const posts = (routes: readonly string[]) => routes.filter((route) => route.startsWith('POST'));
const isForMembers = (route: string) => isPermitted('member', PAGES[route] as Permission);

describe('a page or form of a team', () => {
  it.each(closed)('%s sends who is not signed in to the sign-in', async (route) => {
    await expectNoChange(async () => {
      const bearer = { Authorization: `Bearer ${key}` };
      const cookie = { Cookie: `mailvet_session=${key}` };
      const answers = [
        await ask(world.visitor(), route),
        await ask(ended, route),
        await ask(world.visitor(), route, { headers: bearer }),
        await ask(world.visitor(), route, { headers: cookie }),
      ];
      for (const { status, headers, body } of answers) {
        expect([status, body]).toEqual([303, '']);
        expect(headers.get('Location')).toMatch(/^\/sign-in/);
      }
    });
  });

  it.each(gets(closed))('%s answers HEAD alike, without a body', async (route) => {
    const path = fillIn(route);
    const nobody = await world.visitor().get(path, {}, 'HEAD');
    expect([nobody.status, nobody.body]).toEqual([303, '']);
    const own = await owner.get(path, {}, 'HEAD');
    expect([own.status < 400, own.body]).toEqual([true, '']);
    lastState = undefined;
  });

  it.each(closed.filter(isOfThing))('%s does not exist for another team', async (route) => {
    await expectNoChange(async () => {
      const [theirs, nobodys] = [
        await ask(stranger, route),
        await ask(stranger, route, { own: false }),
      ];
      expect(theirs.status).toBe(404);
      expect(withoutTokens(theirs)).toBe(withoutTokens(nobodys));
      expect(Object.fromEntries(theirs.headers)).toEqual(Object.fromEntries(nobodys.headers));
    });
  });

  it.each(closed.filter((route) => !isForMembers(route)))(
    '%s says to members that it is for owners',
    async (route) => {
      await expectNoChange(async () => {
        for (const own of [true, false]) {
          const answer = await ask(member, route, { own });
          expect([answer.status, titleOf(answer)]).toEqual([
            403,
            route.endsWith('/events') ? '' : 'Owners only',
          ]);
        }
      });
    },
  );

  it.each(gets(closed).filter(isForMembers))('%s is open to members', async (route) => {
    expect([200, 303]).toContain((await ask(member, route)).status);
    lastState = undefined;
  });
});

const FORMS = posts(Object.keys(PAGES));

describe('a form that was not sent from the dashboard', () => {
  it.each(FORMS)('%s is refused, although the session is right', async (route) => {
    await expectNoChange(async () => {
      const elsewhere = [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'none' },
      ];
      for (const headers of elsewhere)
        expect((await ask(owner, route, { headers })).status).toBe(403);
    });
  });

  it.each(posts(closed))(
    '%s is refused with a token of another session, or none',
    async (route) => {
      await expectNoChange(async () => {
        const page = await member.get('/account');
        const token = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
        for (const csrf of ['', 'x', token]) {
          expect((await owner.post(fillIn(route), { csrf })).status).toBe(403);
        }
      });
    },
  );
});

describe('an operation', () => {
  const seen = async (
    operation: ServiceOperation,
    bearer: string | undefined,
    id = ids.batches,
  ) => {
    const { method } = SERVICE_ROUTES[operation];
    const headers = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
    const answer = await world.request(operationPath(operation, id), { method, headers });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const keyWith = async (team: string, more: Partial<Parameters<typeof createKey>[2]> = {}) => {
    const request = { label: 'access', actor: 'test', ...more };
    return createKey(world.context, await findTeam(world.context, team), request);
  };

  it.each(OPERATIONS)('%s tells nothing to who has no valid key', async (operation) => {
    const revoked = await keyWith('ours');
    await world.context.store.keys.revoke(revoked.id, world.clock.now());
    const session = owner.cookie.split('=')[1];
    const wrong = [
      '',
      'mv_',
      `mv_${'x'.repeat(40)}`,
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
    ];
    for (const bearer of [undefined, ...wrong, revoked.key, session]) {
      const { status, body } = await seen(operation, bearer);
      expect([status, Object.keys(body as object)]).toEqual([401, ['statusCode', 'message']]);
    }
  });

  it.each(OPERATIONS)('%s is open to keys with its scope alone', async (operation) => {
    const needed = OPERATION_SCOPES[operation];
    for (const scope of KEY_SCOPES) {
      const own = await keyWith('ours', { scopes: [scope] });
      const { status } = await seen(operation, own.key, 'nobodys');
      expect([scope, status === 403, status === 401]).toEqual([
        scope,
        needed !== null && needed !== scope,
        false,
      ]);
    }
  });

  it.each(
    OPERATIONS.filter((operation) => operation.endsWith('Batch') && operation !== 'createBatch'),
  )('%s of another team answers as for an identifier that never was', async (operation) => {
    const theirs = await keyWith('theirs');
    const answer = await seen(operation, theirs.key);
    expect(answer).toEqual(await seen(operation, theirs.key, 'nobodys'));
    expect(answer.status).toBe(404);
  });
});

describe('a key with a scope', () => {
  const cases = KEY_SCOPES.flatMap((scope) => ROLES.map((role) => [scope, role] as const));

  it.each(cases)('%s is created by the role %s where the table permits it', async (scope, role) => {
    const by = { owner, member }[role];
    const keys = async () => (await world.context.store.keys.list()).length;
    const before = await keys();
    const answer = await by.post('/keys', { label: 'walk', [`scope_${scope}`]: 'yes' });
    const isAllowed = isPermitted(role, SCOPE_PERMISSIONS[scope]);
    expect([answer.status, await keys()]).toEqual(isAllowed ? [303, before + 1] : [403, before]);
    expect((await by.get('/keys')).body.includes(`name="scope_${scope}"`)).toBe(isAllowed);
  });

  it('is revoked by its creator, and else where the role may revoke all', async () => {
    const answer = await ask(member, 'POST /keys/:id/revoke');
    expect([answer.status, titleOf(answer)]).toEqual([403, 'Owners only']);
    await member.post('/keys', { label: 'mine', scope_verify: 'yes' });
    const mine = (await world.context.store.keys.list()).find(({ label }) => label === 'mine');
    expect((await member.post(`/keys/${mine?.id}/revoke`)).status).toBe(303);
  });
});

it.each(OPEN)('%s needs no key', async (path) => {
  expect((await world.request(path)).status).toBe(200);
});

it.each(gets(open))('%s needs no session', async (route) => {
  expect((await ask(world.visitor(), route)).status).not.toBe(303);
});

// Last, and in the order of the table: they change what the others look at.
it.each(closed)('%s is open to owners', async (route) => {
  const { status } = await ask(owner, route);
  expect([200, 303, 409, 422]).toContain(status);
});
