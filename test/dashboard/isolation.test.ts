import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBatch } from '../../src/service/batches/batches.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { type DashboardWorld, dashboardWorld, PASSWORD } from './dashboard-world.ts';
import { type Seen, textOf, type Visitor, withoutTokens } from './visitor.ts';

/** Everything of theirs has a mark of its own, so that a leak of any of it is found. */
interface Theirs {
  readonly keyId: string;
  readonly batchId: string;
  readonly listId: string;
  readonly jobId: string;
  readonly marks: readonly string[];
}

let world: DashboardWorld;
let ours: Visitor;
let theirs: Theirs;
let owner: Visitor;

async function open(): Promise<void> {
  world = await dashboardWorld();
  ours = await world.person('ours', 'eve@example.com');
  owner = await world.person('theirs', 'victim@secret.example');
  theirs = await fill();
}

const dispose = () => world.dispose();

async function fill(): Promise<Theirs> {
  const { context } = world;
  const team = await findTeam(context, 'theirs');
  const key = await createKey(context, team, { label: 'secret label', actor: 'test' });
  const { id: batchId } = await createBatch(context, team, ['batch@secret.example']);
  const job = { id: 'job_secret', name: 'secret-file.csv', size: 1 };
  await createBatch(context, team, ['sent@secret.example'], { job });
  const list = new File(['email\nlisted@secret.example\n'], 'secret.csv');
  const uploaded = await owner.post('/lists', { list });
  const listId = (uploaded.headers.get('Location') ?? '').replace('/lists/', '');
  await world.lists.runner.look();
  await owner.post('/verify', { email: 'verified@secret.example' });
  await owner.post('/people/invitations', { email: 'guest@secret.example', role: 'member' });
  const members = context.store.members(team.id);
  const [[person], [invitation]] = [await members.list(), await members.invitations(0)];
  const marks = [
    'secret',
    'theirs',
    key.key,
    key.lastFour,
    batchId,
    listId,
    person?.id,
    invitation?.id,
  ];
  return {
    keyId: key.id,
    batchId,
    listId,
    jobId: job.id,
    marks: marks.map((mark) => mark ?? ''),
  };
}

/** Pages of something with an id, with what may stand behind; test/access.test.ts has the others. */
const OF_THINGS = [
  { thing: 'batchId', path: '/batches/:id?page=2' },
  { thing: 'jobId', path: '/jobs/:id' },
  { thing: 'listId', path: '/lists/:id?show=unknown&search=listed' },
  { thing: 'listId', path: '/lists/:id/download?format=zip' },
] as const;

const LISTS = [
  '/',
  '/keys',
  '/lists',
  '/lists?page=2',
  '/jobs',
  '/batches',
  '/batches?page=2',
  '/verifications',
  '/verifications?search=secret',
  '/verifications?page=2',
  '/verifications.csv',
  '/verifications.csv?search=secret',
  '/people',
  '/audit',
  '/audit?page=2',
  '/account',
];

function expectNothingOf({ marks }: Theirs, { body }: Seen, said = ''): void {
  for (const mark of marks.filter((one) => !said.includes(one))) expect(body).not.toContain(mark);
}

describe('another team that reads', () => {
  beforeAll(open);
  afterAll(dispose);

  it.each(OF_THINGS)('learns nothing by $path', async ({ thing, path }) => {
    const ask = (id: string) => ours.get(path.replace(':id', id));
    const [answer, nobodys] = [await ask(theirs[thing]), await ask('nobodys')];
    expect([answer.status, withoutTokens(answer)]).toEqual([404, withoutTokens(nobodys)]);
    expect((await owner.get(path.replace(':id', theirs[thing]))).status).toBe(200);
  });

  it.each(LISTS)('sees nothing of them in %s', async (path) => {
    const answer = await ours.get(path);
    expect(answer.status).toBe(200);
    expectNothingOf(theirs, answer, path);
  });
});

describe('another team that acts', () => {
  beforeEach(open);
  afterEach(dispose);

  it('does not act for them with their token in its own session', async () => {
    const page = await owner.get('/account');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const answer = await ours.post(`/keys/${theirs.keyId}/revoke`, { csrf });
    expect(answer.status).toBe(403);
  });

  it('learns from an invitation of theirs nothing of who is there already', async () => {
    const known = await ours.post('/people/invitations', {
      email: 'victim@secret.example',
      role: 'member',
    });
    const unknown = await ours.post('/people/invitations', {
      email: 'nobody@secret.example',
      role: 'member',
    });
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const token = /invitation\?token=([\w-]{43})"/.exec(known.body)?.[1] ?? '';
    const joined = await world.visitor().post('/invitation', { token, password: PASSWORD });
    expect(joined.status).toBe(303);
  });

  it('an account of the same address in another team opens nothing of theirs', async () => {
    const token = await world.inviteTo('ours', 'victim@secret.example');
    const other = 'the password of the double';
    const double = world.visitor();
    await double.post('/invitation', { token, password: other });
    const page = await double.get('/keys');
    expect(page.body).not.toContain('secret label');
    expect(page.body).not.toContain('theirs');
    const signedIn = world.visitor();
    await signedIn.post('/sign-in', { email: 'victim@secret.example', password: other });
    expect(textOf(await signedIn.get('/account'))).toContain('owner of the team ours');
    const original = world.visitor();
    await original.post('/sign-in', { email: 'victim@secret.example', password: PASSWORD });
    expect(textOf(await original.get('/account'))).toContain('owner of the team theirs');
  });

  it('a removed person has no way back with an old cookie or link', async () => {
    const member = await world.person('theirs', 'm@secret.example', 'member');
    const cookie = member.cookie;
    const members = world.context.store.members((await findTeam(world.context, 'theirs')).id);
    const person = (await members.list()).find(({ email }) => email === 'm@secret.example');
    await owner.post(`/people/${person?.id}/remove`);
    member.cookie = cookie;
    expect((await member.get('/keys')).status).toBe(303);
    const again = { email: 'm@secret.example', password: PASSWORD };
    expect((await world.visitor().post('/sign-in', again)).status).toBe(422);
  });
});
