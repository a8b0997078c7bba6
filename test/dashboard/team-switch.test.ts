import { beforeEach, describe, expect, it } from 'vitest';
import { findTeam } from '../../src/service/teams/teams.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld, PASSWORD } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

const EMAIL = 'ada@example.com';

const world = eachTest(dashboardWorld);
/** In the teams `sales` and `support`, with one password; signed in to `sales`. */
const ada = eachTest(() => world.person('sales', EMAIL));

beforeEach(async () => {
  world.clock.advance(1000);
  await world.person('support', EMAIL, 'member');
});

async function teamId(name: string): Promise<string> {
  return (await findTeam(world.context, name)).id;
}

async function switchTo(visitor: Visitor, name: string) {
  return visitor.post('/team', { team: await teamId(name) });
}

/** The name of the team in the header. */
async function openTeam(visitor: Visitor): Promise<string | undefined> {
  return /class="context"><[^>]*>([^<]*)/.exec((await visitor.get('/')).body)?.[1];
}

describe('the team switch', () => {
  it('opens another team with its role, and returns', async () => {
    expect(await openTeam(ada)).toBe('sales');
    const answer = await switchTo(ada, 'support');
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/']);
    expect(await openTeam(ada)).toBe('support');
    expect((await ada.get('/audit')).status).toBe(403);
    await switchTo(ada, 'sales');
    expect((await ada.get('/audit')).status).toBe(200);
  });

  it('used twice at once leaves one session, which the browser has', async () => {
    const csrf = /name="csrf" value="([^"]*)"/.exec((await ada.get('/')).body)?.[1] ?? '';
    const team = await teamId('support');
    const answers = await Promise.all([1, 2].map(() => ada.post('/team', { team, csrf })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const given = answers.flatMap(({ headers }) => headers.getSetCookie());
    expect(given.filter((cookie) => /mailvet_session=/.test(cookie))).toHaveLength(1);
    expect(await openTeam(ada)).toBe('support');
  });

  it('is not shown to somebody in one team', async () => {
    const bob = await world.person('sales', 'bob@example.com');
    expect((await bob.get('/')).body).not.toContain('action="/team"');
    expect((await ada.get('/')).body).toContain('Switch to support');
  });

  it('refuses a team that is not theirs, and one that does not exist', async () => {
    await world.person('theirs', 'victim@example.com');
    expect((await switchTo(ada, 'theirs')).status).toBe(404);
    expect((await ada.post('/team', { team: 'team_unknown' })).status).toBe(404);
    expect((await ada.post('/team')).status).toBe(404);
    expect(await openTeam(ada)).toBe('sales');
  });

  it('refuses a form without the token, and one of the team before', async () => {
    const team = await teamId('support');
    const token = /name="csrf" value="([^"]*)"/.exec((await ada.get('/')).body)?.[1] ?? '';
    expect((await ada.post('/team', { team, csrf: 'wrong' })).status).toBe(403);
    await switchTo(ada, 'support');
    expect((await ada.post('/keys', { label: 'late', csrf: token })).status).toBe(403);
  });

  it('ends the session that it began in', async () => {
    const { cookie } = ada;
    await switchTo(ada, 'support');
    const thief = world.visitor();
    thief.cookie = cookie;
    expect((await thief.get('/')).status).toBe(303);
  });

  it('does not make a session live longer', async () => {
    for (let day = 0; day < 15; day++) {
      world.clock.advance(11.5 * 3600_000);
      await switchTo(ada, day % 2 === 0 ? 'support' : 'sales');
    }
    expect((await ada.get('/')).status).toBe(303);
  });

  it('opens no team to an owner who invited the address and chose another password', async () => {
    const link = await world.inviteTo('trap', EMAIL);
    const mallory = world.visitor();
    await mallory.post('/invitation', { token: link, password: 'chosen by the inviter' });
    expect(await openTeam(mallory)).toBe('trap');
    expect((await mallory.get('/')).body).not.toMatch(/sales|support/);
    expect((await switchTo(mallory, 'sales')).status).toBe(404);
  });

  it('opens no other team after a password link of one team', async () => {
    const owner = await world.person('support', 'owner@example.com');
    const members = await world.context.store.members(await teamId('support')).list();
    const { id } = members.find(({ email }) => email === EMAIL) ?? { id: '' };
    const page = await owner.post(`/people/${id}/password-link`);
    const token = /reset-password\?token=([\w-]+)/.exec(page.body)?.[1] ?? '';
    const password = 'chosen by the owner';
    await owner.post('/reset-password', { token, password });
    const mallory = world.visitor();
    await mallory.post('/sign-in', { email: EMAIL, password });
    expect(await openTeam(mallory)).toBe('support');
    expect((await switchTo(mallory, 'sales')).status).toBe(404);
  });

  it('stays after a new password, which counts in all teams', async () => {
    const next = 'another pass phrase';
    expect((await ada.post('/account/password', { current: PASSWORD, next })).status).toBe(303);
    await switchTo(ada, 'support');
    expect(await openTeam(ada)).toBe('support');
    const again = world.visitor();
    expect((await again.post('/sign-in', { email: EMAIL, password: PASSWORD })).status).toBe(422);
  });

  it('limits guesses of a password by invitations', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const token = await world.inviteTo(`trap ${guess}`, EMAIL);
      const password = `guess number ${guess}`;
      statuses.push((await world.visitor().post('/invitation', { token, password })).status);
    }
    expect(statuses.at(0)).toBe(303);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('signing out everywhere', () => {
  it('ends the sessions in all teams', async () => {
    await switchTo(ada, 'support');
    const second = world.visitor();
    await second.post('/sign-in', { email: EMAIL, password: PASSWORD });
    expect(await openTeam(second)).toBe('sales');
    await ada.post('/account/sign-out-everywhere');
    expect((await second.get('/')).status).toBe(303);
  });
});

describe('the audit log', () => {
  it('names sign-ins, failed ones and where they came from', async () => {
    const other = world.visitor('203.0.113.7');
    await other.post('/sign-in', { email: EMAIL, password: 'wrong pass phrase' });
    await other.post('/sign-in', { email: 'nobody@example.com', password: 'wrong pass phrase' });
    await other.post('/sign-in', { email: EMAIL, password: PASSWORD });
    const log = textOf(await ada.get('/audit'));
    expect(log).toContain(`${EMAIL} signed in from 203.0.113.7`);
    expect(log).toContain(`${EMAIL} failed to sign in from 203.0.113.7`);
    expect(log).not.toContain('nobody@example.com');
    await switchTo(other, 'support');
    expect(await auditOf('support')).toContain('signed_in 203.0.113.7');
  });

  async function auditOf(name: string): Promise<string[]> {
    const members = world.context.store.members(await teamId(name));
    const entries = await members.audit({ limit: 100, skip: 0 });
    return entries.map(({ action, subject }) => `${action} ${subject}`);
  }
});
