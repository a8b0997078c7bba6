import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBatch } from '../../src/service/create-batch.ts';
import { findTeam } from '../../src/service/find-team.ts';
import type { Team } from '../../src/service/ports.ts';
import { setQuota } from '../../src/service/set-quota.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

let world: DashboardWorld;
let owner: Visitor;
let team: Team;

beforeEach(async () => {
  world = await dashboardWorld();
  owner = await world.firstOwner();
  team = await findTeam(world.context, 'default');
});
afterEach(() => world.dispose());

async function created(label: string): Promise<string> {
  const { body } = await owner.post('/keys', { label });
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
      /Web shop mv_….{4} 2026-11-21 12:00 UTC 2026-11-21 12:00 UTC Revoke/,
    );
    const id = /keys\/([\w-]+)\/revoke/.exec(page.body)?.[1];
    const answer = await owner.post(`/keys/${id}/revoke`);
    expect(answer.headers.get('Location')).toBe('/keys?done=revoked');
    expect((await ask(key)).status).toBe(401);
    expect(textOf(await owner.get('/keys'))).toContain('revoked 2026-11-21');
  });

  it('a member may create and revoke them too', async () => {
    const member = await world.person('default', 'm@example.com', 'member');
    expect((await member.post('/keys', { label: '' })).status).toBe(200);
  });

  it('a label that is too long is refused, and kept in the form', async () => {
    const answer = await owner.post('/keys', { label: 'x'.repeat(65) });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain(`value="${'x'.repeat(65)}"`);
  });
});

describe('the overview', () => {
  it('verifies an address by hand', async () => {
    const answer = await owner.post('/verify', { email: ' ada@x.com ' });
    expect(textOf(answer)).toContain('ada@x.com Deliverable the mail host takes mail for it');
    expect(textOf(answer)).toContain('1 used, without a limit');
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
    expect(textOf(refused)).toContain("The team's verification quota for this month is used up.");
    expect(textOf(refused)).toContain('1 of 1 used, 0 left');
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

describe('uploading a list', () => {
  function listOf(text: string): File {
    return new File([text], 'list.csv');
  }

  async function upload(text: string, form: Record<string, string> = {}) {
    return owner.post('/batches', { list: listOf(text), ...form });
  }

  it('makes a batch of each address once, and says what was left out', async () => {
    const answer = await upload('name,email\nA,a@x.com\nB,a@X.com\nC,\nD,d@x.com\n');
    const page = await owner.get(answer.headers.get('Location') ?? '');
    expect(textOf(page)).toContain('2 addresses in 1 batch. Left out: 1 repeated, 1 row without');
    expect(textOf(page)).toContain('0 of 2 processed');
    expect(world.signals).toEqual(['created']);
  });

  it('makes several batches of a long one', async () => {
    const lines = Array.from({ length: 2100 }, (_, index) => `user${index}@x.com`);
    const answer = await upload(lines.join('\n'));
    const page = await owner.get(answer.headers.get('Location') ?? '');
    expect(textOf(page)).toContain('2,100 addresses in 3 batches.');
    expect(page.body.match(/href="\/batches\/batch_/g)).toHaveLength(3);
  });

  it('takes all of it or nothing when the quota does not suffice', async () => {
    await setQuota(world.context, 'default', 1500);
    const lines = Array.from({ length: 1501 }, (_, index) => `user${index}@x.com`);
    expect((await upload(lines.join('\n'))).status).toBe(402);
    expect(textOf(await owner.get('/batches'))).toContain('No batch yet');
    expect(await world.used('default')).toBe(0);
  });

  it('takes the column that was said', async () => {
    const text = 'work e-mail,home e-mail\na@x.com,b@y.com\n';
    const unsaid = await upload(text);
    expect(unsaid.status).toBe(422);
    expect(textOf(unsaid)).toContain('More than one column holds e-mail addresses');
    const said = await upload(text, { column: '2' });
    const page = await owner.get(said.headers.get('Location') ?? '');
    expect(textOf(page)).toContain('b@y.com');
  });

  it.each([
    ['no file', {}],
    ['an empty file', { list: new File([], 'list.csv') }],
    ['a file without addresses', { list: new File(['a,b\n1,2\n'], 'list.csv') }],
    ['a picture', { list: new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])], 'a.png') }],
  ])('refuses %s with a sentence', async (_, form) => {
    const answer = await owner.post('/batches', form);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('role="alert"');
  });

  it('refuses more than fifty batches', async () => {
    const lines = Array.from({ length: 50_001 }, (_, index) => `u${index}@x.com`);
    const answer = await upload(lines.join('\n'));
    expect(answer.status).toBe(422);
    expect(textOf(answer)).toContain('A list may have 50,000 addresses here');
  });
});

describe('a batch', () => {
  it('shows results, and sends them as CSV', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com', 'gone@x.com', 'p@x.com']);
    const answers = await world.context.store.queue.claim('worker', 0, 1);
    const facts = { valid: true, acceptAll: false, role: false, temporary: false, mx: true };
    const answer = (deliverable: boolean) => ({
      facts: { ...facts, deliverable, smtp: true, score: deliverable ? 100 : 0 },
      decided: true,
      reason: '',
    });
    await world.context.store.queue.record(
      { batchId: answers?.batchId ?? '', owner: 'worker' },
      [
        { positions: [0], answer: answer(true) },
        { positions: [1], answer: answer(false) },
      ],
      world.clock.now(),
    );
    const page = textOf(await owner.get(`/batches/${id}`));
    expect(page).toContain('Running');
    expect(page).toContain('a@x.com Deliverable the mail host takes mail for it 100');
    expect(page).toContain('p@x.com waiting');
    const csv = await owner.get(`/batches/${id}/results.csv`);
    expect(csv.body.split('\r\n').slice(0, 4)).toEqual([
      'email,status,verdict,reason,valid,deliverable,acceptAll,role,temporary,mx,smtp,score,error',
      'a@x.com,verified,deliverable,accepted,true,true,false,false,false,true,true,100,',
      'gone@x.com,verified,undeliverable,mailbox,true,false,false,false,false,true,true,0,',
      'p@x.com,pending,,,,,,,,,,,',
    ]);
  });

  it('can be cancelled once', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const answer = await owner.post(`/batches/${id}/cancel`);
    expect(answer.headers.get('Location')).toBe(`/batches/${id}`);
    expect(textOf(await owner.get(`/batches/${id}`))).toContain('Cancelled');
    expect((await owner.post(`/batches/${id}/cancel`)).status).toBe(409);
    expect(world.signals).toEqual(['created', id]);
  });

  it('tells its progress to whoever polls', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com', 'b@x.com']);
    const { body } = await owner.get(`/batches/${id}/progress`);
    const progress = { status: 'pending', processedCount: 0, totalCount: 2, ended: false };
    expect(JSON.parse(body)).toEqual(progress);
  });
});

describe('live progress', () => {
  /** The data of the next event. */
  async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<unknown> {
    const { value, done } = await reader.read();
    if (done) return undefined;
    return JSON.parse(/^data: (.*)$/m.exec(new TextDecoder().decode(value))?.[1] ?? 'null');
  }

  async function follow(id: string) {
    const response = await owner.open(`/batches/${id}/events`);
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    return (response.body as ReadableStream<Uint8Array>).getReader();
  }

  it('comes at each change, and ends with the batch', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const reader = await follow(id);
    expect(await next(reader)).toMatchObject({ status: 'pending' });
    await owner.post(`/batches/${id}/cancel`);
    const cancelled = next(reader);
    await waitUntil(() => world.clock.advance(1000), cancelled);
    expect(await cancelled).toMatchObject({ status: 'cancelled', ended: true });
    expect(await next(reader)).toBeUndefined();
  });

  it('ends when the session does', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const reader = await follow(id);
    await next(reader);
    await owner.post('/account/sign-out-everywhere');
    const end = next(reader);
    await waitUntil(() => world.clock.advance(1000), end);
    expect(await end).toBeUndefined();
  });

  it('ends when the service stops', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const reader = await follow(id);
    await next(reader);
    world.leave();
    expect(await next(reader)).toBeUndefined();
  });

  it('is for eight pages of a person at a time', async () => {
    const { id } = await createBatch(world.context, team, ['a@x.com']);
    const readers = await Promise.all(Array.from({ length: 8 }, () => follow(id)));
    expect((await owner.get(`/batches/${id}/events`)).status).toBe(503);
    world.leave();
    await Promise.all(readers.map((reader) => reader.cancel()));
  });

  /** Moves time on, turn by turn, until something has happened. */
  async function waitUntil(advance: () => void, happened: Promise<unknown>): Promise<void> {
    let done = false;
    void happened.then(() => {
      done = true;
    });
    while (!done) {
      advance();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
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
    for (let index = 0; index < 50; index++)
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
    const claimed = await world.context.store.queue.claim('worker', 0, 1);
    const facts = { ...(await world.verifier.verify('a@x.com')) };
    const outcomes = emails.map((_, index) => ({
      positions: [index],
      answer: { facts, decided: true, reason: '' },
    }));
    const lease = { batchId: claimed?.batchId ?? '', owner: 'worker' };
    await world.context.store.queue.record(lease, outcomes, world.clock.now());
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
    expect((await owner.get('/audit')).status).toBe(404);
  });

  it('a member neither changes people nor learns of the audit log', async () => {
    const member = await world.person('default', 'm@example.com', 'member');
    const id = await idOf('ada@example.com');
    const page = await member.get('/people');
    expect(page.body).not.toMatch(/\/people\/|Invite|\/audit/);
    for (const path of ['/people/invitations', `/people/${id}/role`, `/people/${id}/remove`]) {
      const answer = await member.post(path, { email: 'x@example.com', role: 'owner' });
      expect(answer.status).toBe(404);
    }
    expect((await member.get('/audit')).status).toBe(404);
    expect(textOf(await owner.get('/people'))).not.toContain('x@example.com');
  });

  it('nobody is invited twice, or with another role than there is', async () => {
    const again = await owner.post('/people/invitations', {
      email: 'ADA@example.com',
      role: 'owner',
    });
    expect(textOf(again)).toContain('Ada@example.com is in the team already.');
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
    const order = ['withdrew the invitation of', 'invited', 'revoked the key', 'created the key'];
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
