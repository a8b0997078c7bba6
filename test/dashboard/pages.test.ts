import { beforeEach, describe, expect, it } from 'vitest';
import { createBatch } from '../../src/service/batches/batches.ts';
import { learnGivenOutcomes } from '../../src/service/outcomes/learn-outcomes.ts';
import { findTeam, setQuota } from '../../src/service/teams/teams.ts';
import { NO_EVIDENCE } from '../../src/verifier/engine/finding.ts';
import { claimPart } from '../support/claim-part.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const team = eachTest(() => findTeam(world.context, 'default'));

async function created(label: string): Promise<string> {
  const scopes = { scope_verify: 'yes', scope_read: 'yes' };
  expect((await owner.post('/keys', { label, ...scopes })).status).toBe(303);
  const { body } = await owner.get('/keys');
  return /value="(mv_[\w-]{40})"/.exec(body)?.[1] ?? '';
}

function ask(key: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}` };
  return world.request('/api/v1/batches', { headers });
}

describe('keys', () => {
  it('a key is shown once, works, and stops at once when it is revoked', async () => {
    const key = await created('Web shop');
    expect((await ask(key)).status).toBe(200);
    const page = await owner.get('/keys');
    expect(page.body).not.toContain(key);
    expect(textOf(page)).toMatch(
      /Web shop mv_….{4} verify, read 2026-11-21 12:00 UTC ada@example\.com 2026-11-21 12:00 UTC never Revoke/,
    );
    const id = /keys\/([\w-]+)\/revoke/.exec(page.body)?.[1];
    const answer = await owner.post(`/keys/${id}/revoke`);
    expect(answer.headers.get('Location')).toBe('/keys?done=revoked');
    expect((await ask(key)).status).toBe(401);
    expect(textOf(await owner.get('/keys'))).toContain('revoked 2026-11-21');
  });

  it('reloading the page with the new key creates no second one, and hides the key', async () => {
    const key = await created('Web shop');
    expect((await owner.get('/keys')).body).not.toContain(key);
    expect(await world.context.store.keys.list(team.id)).toHaveLength(1);
  });

  it('a label that is too long is refused, and kept in the form', async () => {
    const answer = await owner.post('/keys', { label: 'x'.repeat(65), scope_read: 'yes' });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain(`value="${'x'.repeat(65)}"`);
  });

  it('a key can be limited to scopes and a last day, which the table shows', async () => {
    const chosen = { scope_read: 'yes', last_day: '2026-11-21' };
    await owner.post('/keys', { label: 'Reports', ...chosen });
    const key = /value="(mv_[\w-]{40})"/.exec((await owner.get('/keys')).body)?.[1] ?? '';
    expect((await ask(key)).status).toBe(200);
    expect(textOf(await owner.get('/keys'))).toMatch(
      /Reports mv_….{4} read 2026-11-21 12:00 UTC ada@example\.com 2026-11-21 12:00 UTC 2026-11-22 00:00 UTC Revoke/,
    );
    world.clock.advance(12 * 60 * 60_000);
    expect((await ask(key)).status).toBe(401);
    expect(textOf(await owner.get('/keys'))).toContain('2026-11-22 00:00 UTC Expired Revoke');
  });

  it.each([
    [{}, 'A key needs at least one scope.'],
    [
      { scope_read: 'yes', last_day: '2026-11-20' },
      'This key would have expired already: choose a later day.',
    ],
    [{ scope_read: 'yes', last_day: 'tomorrow' }, 'Write the last day as 2027-01-31.'],
  ])('a form with %j is refused', async (form, fault) => {
    const answer = await owner.post('/keys', { label: 'Shop', ...form });
    expect(answer.status).toBe(422);
    expect(textOf(answer)).toContain(fault);
    expect(answer.body).toContain('value="Shop"');
    expect(await world.context.store.keys.list(team.id)).toHaveLength(0);
  });
});

describe('the overview', () => {
  it('verifies an address by hand', async () => {
    const answer = await owner.post('/verify', { email: ' ada@x.com ' });
    expect(textOf(answer)).toContain('ada@x.com Deliverable The mailbox accepts mail. Send.');
    const home = textOf(await owner.get('/'));
    expect(home).toContain('1 result in the last 30 days');
    expect(home).not.toContain('charged');
  });

  it('says what became of mail to the domain of an address, in the language of the reader', async () => {
    const { verify } = world.verifier;
    world.verifier.verify = async (email, options) => ({
      ...(await verify(email, options)),
      evidence: NO_EVIDENCE,
    });
    expect(textOf(await owner.post('/verify', { email: 'ada@y.com' }))).not.toContain('Your mail');
    const at = new Date(world.clock.now()).toISOString();
    await learnGivenOutcomes(world.context, team.id, [
      { email: 'bo@x.com', outcome: 'delivered', at },
      { email: 'cy@x.com', outcome: 'no_mailbox', at },
    ]);
    await owner.post('/account/language', { language: 'de' });
    expect(textOf(await owner.post('/verify', { email: 'ada@x.com' }))).toContain(
      'Ihre E-Mails an diese Domain bei 1 von 2 Adressen angekommen, seit',
    );
  });

  it('says what the mail host replied, and asks for another address with one click', async () => {
    const page = await owner.post('/verify', { email: 'said.no@gmial.com' });
    expect(textOf(page)).toContain('Mail server mx.x.com');
    expect(textOf(page)).toContain('Reply 550 5.1.1 no such &lt;user&gt;');
    expect(textOf(page)).toContain('Did you mean said.no@gmail.com ?');
    expect(page.body).toContain('name="email" value="said.no@gmail.com"');
    expect((await owner.post('/verify', { email: 'said.no@gmail.com' })).body).not.toContain(
      'Did you',
    );
  });

  it('says what to do first where nothing was done yet', async () => {
    const empty = textOf(await owner.get('/'));
    expect(empty).toContain('Upload your list');
    expect(empty).toContain('Invite a colleague');
    expect(empty).not.toContain('in the last 30 days');
    const member = await world.person('default', 'm@example.com', 'member');
    expect(textOf(await member.get('/'))).not.toContain('Invite a colleague');
  });

  it('tells what was charged from what was free', async () => {
    await setQuota(world.context, 'default', 10);
    for (const email of ['a@x.com', 'a@x.com', 'b@x.com']) await owner.post('/verify', { email });
    const page = textOf(await owner.get('/'));
    expect(page).toContain(
      '2 used, 1 not counted (cached results, duplicates and sandbox addresses)',
    );
    expect(page).toContain('3 results in the last 30 days');
  });

  it('shows what lists and batches take only to those with a quota', async () => {
    await owner.post('/verify', { email: 'a@y.com' });
    expect(textOf(await owner.get('/'))).not.toContain('Storage');
    await setQuota(world.context, 'default', 10);
    expect(textOf(await owner.get('/'))).toContain('Storage Lists: 0 B of 1 GB');
  });

  it('asks the cache first, unless told not to', async () => {
    for (const form of [{}, {}, { noCache: 'yes' }]) {
      await owner.post('/verify', { email: 'ada@x.com', ...form });
    }
    expect(world.verifier.asked).toHaveLength(2);
  });

  it('shows the quota, and refuses over it', async () => {
    await setQuota(world.context, 'default', 1);
    await owner.post('/verify', { email: 'a@x.com' });
    const refused = await owner.post('/verify', { email: 'b@x.com' });
    expect(refused.status).toBe(402);
    expect(textOf(refused)).toContain(
      "The team's verification quota for this month does not cover that many.",
    );
    expect(textOf(await owner.get('/'))).toContain('0 of 1 left until 1 December');
    expect(refused.body).toContain('value="b@x.com"');
  });

  it('draws each of the last thirty days, and none before', async () => {
    await owner.post('/verify', { email: 'a@x.com' });
    world.clock.advance(2 * 24 * 3600_000);
    const again = world.visitor();
    await again.post('/sign-in', { email: 'ada@example.com', password: 'correct horse battery' });
    for (const email of ['b@x.com', 'c@x.com']) await again.post('/verify', { email });
    const { body } = await again.get('/');
    expect(body).toContain('<title>2026-11-21: 1</title>');
    expect(body).toContain('<title>2026-11-23: 2</title>');
    expect(body).toContain('aria-label="3 verifications in 30 days, at most 2 on one day"');
    expect(body.match(/<title>2026-/g)).toHaveLength(30);
    expect(body).not.toContain('2026-10-24:');
  });
});

describe('verifications', () => {
  beforeEach(async () => {
    for (const email of ['ada@x.com', 'bob@y.com', '100%_sure@x.com']) {
      await owner.post('/verify', { email });
    }
  });

  it.each([
    ['', ['100%_sure@x.com', 'bob@y.com', 'ada@x.com']],
    ['X.COM', ['100%_sure@x.com', 'ada@x.com']],
    ['%_s', ['100%_sure@x.com']],
    ['%', ['100%_sure@x.com']],
    ["'; drop table verifications; --", []],
  ])('a search for "%s" finds %j', async (search, found) => {
    const query = new URLSearchParams({ search });
    const page = textOf(await owner.get(`/verifications?${query}`));
    for (const email of found) expect(page).toContain(email);
    const csv = await owner.get(`/verifications.csv?${query}`);
    const emails = csv.body.trim().split('\r\n').slice(1);
    expect(emails.map((line) => line.split(',')[0])).toEqual(found);
  });

  it('come page by page', async () => {
    for (let index = 0; index < 20; index++)
      await owner.post('/verify', { email: `u${index}@x.com` });
    const first = await owner.get('/verifications?search=.com');
    expect(first.body).toContain('href="/verifications?search=.com&amp;page=2"');
    const second = await owner.get('/verifications?search=.com&page=2');
    expect(second.body.match(/data-label="Address"/g)).toHaveLength(3);
    for (const page of ['0', '-1', 'x', '1e3']) {
      expect((await owner.get(`/verifications?page=${page}`)).status).toBe(404);
    }
  });

  it('are all in the download, however many', async () => {
    const emails = Array.from({ length: 1000 }, (_, index) => `user${index}@x.com`);
    await createBatch(world.context, team, emails);
    const part = await claimPart(world.context.store, team.id);
    const outcomes = emails.map((_, index) => ({
      positions: [index],
      result: foundResult(),
    }));
    await world.context.store.parts.record(part, outcomes, world.clock.now());
    const { body } = await owner.get('/verifications.csv');
    expect(body.trim().split('\r\n')).toHaveLength(1 + 1003);
  });
});

describe('people', () => {
  async function idOf(email: string): Promise<string> {
    const people = await world.context.store.members(team.id).list();
    return people.find((person) => person.email === email)?.id ?? '';
  }

  it('an owner changes roles, and a removed person is out at once', async () => {
    const member = await world.person('default', 'm@example.com', 'member');
    const id = await idOf('m@example.com');
    await owner.post(`/people/${id}/role`, { role: 'owner' });
    expect((await member.get('/audit')).status).toBe(200);
    await owner.post(`/people/${id}/remove`);
    expect((await member.get('/')).status).toBe(303);
    expect(textOf(await owner.get('/people'))).not.toContain('m@example.com');
  });

  it('a team keeps an owner', async () => {
    const self = await idOf('ada@example.com');
    const refused = await owner.post(`/people/${self}/remove`);
    expect([refused.status, textOf(refused).includes('at least one owner')]).toEqual([422, true]);
    expect((await owner.post(`/people/${self}/role`, { role: 'member' })).status).toBe(422);
    await world.person('default', 'b@example.com', 'owner');
    expect((await owner.post(`/people/${self}/role`, { role: 'member' })).status).toBe(303);
    expect((await owner.get('/audit')).status).toBe(403);
  });

  it('a member neither changes people nor sees the audit log', async () => {
    const member = await world.person('default', 'm@example.com', 'member');
    const id = await idOf('ada@example.com');
    const page = await member.get('/people');
    expect(page.body).not.toMatch(/\/people\/|Invite a person|\/audit/);
    for (const path of ['/people/invitations', `/people/${id}/role`, `/people/${id}/remove`]) {
      const answer = await member.post(path, { email: 'x@example.com', role: 'owner' });
      expect(answer.status).toBe(403);
    }
    expect((await member.get('/audit')).status).toBe(403);
    expect(textOf(await owner.get('/people'))).not.toContain('x@example.com');
  });

  it('nobody is invited twice, or with another role than there is', async () => {
    const again = await owner.post('/people/invitations', {
      email: 'ADA@example.com',
      role: 'owner',
    });
    expect(textOf(again)).toContain('ada@example.com is already in the team.');
    const odd = await owner.post('/people/invitations', { email: 'x@example.com', role: 'king' });
    expect(odd.status).toBe(422);
  });
});

describe('the audit log', () => {
  it('says who changed what, newest first', async () => {
    await created('Web shop');
    const { body } = await owner.get('/keys');
    await owner.post(`/keys/${/keys\/([\w-]+)\/revoke/.exec(body)?.[1]}/revoke`);
    const wanted = { email: 'b@example.com', role: 'member' };
    const invited = await owner.post('/people/invitations', wanted);
    const id = /invitations\/([\w-]+)\/withdraw/.exec(invited.body)?.[1];
    await owner.post(`/people/invitations/${id}/withdraw`);
    const text = textOf(await owner.get('/audit'));
    const order = ['withdrew the invitation for', 'invited', 'revoked the key', 'created the key'];
    const places = [...order, 'joined'].map((words) => text.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(text).toContain('ada@example.com created the key Web shop (…');
  });

  it('tells what the command line did, too', async () => {
    await world.team('other');
    const other = await world.person('other', 'o@example.com');
    expect(textOf(await other.get('/audit'))).toContain('command line created the key');
  });
});

describe('the time zone of a person', () => {
  it('is used for all times, also without a script, with UTC as their title', async () => {
    await owner.post('/keys', { label: 'Web shop', scope_verify: 'yes' });
    expect((await owner.post('/account/zone', { zone: 'Europe/Berlin' })).status).toBe(303);
    const { body } = await owner.get('/keys');
    expect(body).toContain('data-zone="Europe/Berlin"');
    expect(body).toContain(
      '<time datetime="2026-11-21T12:00:00.000Z" title="2026-11-21 12:00 UTC">21 Nov 2026, 13:00</time>',
    );
    await owner.post('/account/zone', { zone: 'Nowhere/At_All' });
    expect((await owner.get('/keys')).body).toContain('2026-11-21 12:00 UTC</time>');
  });
});
