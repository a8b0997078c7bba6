import { beforeEach, describe, expect, it } from 'vitest';
import { createBatch } from '../../../src/service/batches/batches.ts';
import type { Team } from '../../../src/service/records.ts';
import type { ServiceEvent } from '../../../src/service/service-event.ts';
import { hasRoom } from '../../../src/service/teams/storage.ts';
import { verifyAddress } from '../../../src/service/verifications/verifications.ts';
import { eachTest } from '../../support/each-test.ts';
import { foundResult } from '../../support/found-result.ts';
import { listWorld } from '../../support/list-world.ts';
import { serviceWorld } from '../../support/service-world.ts';

/** Room for 30 addresses with their results and history, and for 30 rows of each other kind. */
const LIMIT = 30_000;

const world = eachTest(() => serviceWorld(undefined, { teamStorage: LIMIT }));
const lists = eachTest(() => listWorld(world));
let team: Team;
let key: string;

beforeEach(async () => {
  ({ team, key } = await world.team('ours', 10));
});

async function send(path: string, body: object, more: Record<string, string> = {}) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...more };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await world.request(`/api/v1/${path}`, init);
  return { status: answer.status, body: (await answer.json()) as { message: string } };
}

const emails = (count: number, domain = 'sandbox.test') =>
  Array.from({ length: count }, (_, n) => `user${n}@${domain}`);
const suppress = (count: number) => send('suppressions', { emails: emails(count) });
const account = async () => {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await world.request('/api/v1/account', { headers });
  return (await answer.json()) as { storage: Record<string, number> };
};
const historyOf = async () =>
  (await world.context.store.team(team.id).listVerifications({ limit: 100, skip: 0 })).length;

/** As many rows as 30 kB allow: 30. */
const MANY = Array.from({ length: 30 }, (_, n) => n);

/** Batches of cached answers, which cost nothing. */
async function fill(ids = ['one', 'two']) {
  const entries = MANY.map((n) => ({ email: `${n}@x.test`, cacheKey: `${n}@x.test`, cost: 0 }));
  const { store } = world.context;
  for (const id of ids) {
    await store.team(team.id).createBatch({ id, createdAt: 0, month: '2026-11', entries });
  }
}

describe('a team whose storage is full', () => {
  beforeEach(() => fill());

  it('is refused further batches, with what to do', async () => {
    const { status, body } = await send('verify/batch', { emails: ['new@sandbox.test'] });
    expect([status, body.message]).toEqual([
      402,
      "The team's storage is full (30.6 kB of 30 kB): delete batches or lists that are no longer needed, or ask the operator for more",
    ]);
    expect((await suppress(1)).status).toBe(200);
  });

  it('has its addresses verified and answered: those that cost nothing are not in the history', async () => {
    // Also with the room of what is charged.
    await fill(['three']);
    expect((await send('verify', { email: 'a@sandbox.test' })).status).toBe(200);
    expect(await historyOf()).toBe(0);
    expect((await send('verify', { email: 'a@x.com' })).status).toBe(200);
    expect(await historyOf()).toBe(1);
    expect((await send('verify', { email: 'a@x.com' })).status).toBe(200);
    expect(await historyOf()).toBe(1);
  });

  it('is seen in the log for what is not in the history', async () => {
    const events: ServiceEvent[] = [];
    const context = { ...world.context, observe: (event: ServiceEvent) => events.push(event) };
    await verifyAddress(context, team, { email: 'a@sandbox.test', noCache: false });
    expect(events).toMatchObject([{ event: 'verification', cached: false }]);
  });

  it('gets room by a limit of its own', async () => {
    const { store } = world.context;
    await store.teams.setStorage('ours', 10 * LIMIT);
    expect((await send('verify/batch', { emails: emails(1) })).status).toBe(200);
    await store.teams.setStorage('ours', null);
    expect((await send('verify/batch', { emails: emails(1) })).status).toBe(402);
  });

  it('waits with its lists', async () => {
    const list = await lists.upload(team, 'email\na@x.com\n');
    await lists.runner.look();
    const stored = await world.context.store.lists(team.id).find(list.id);
    expect(stored).toMatchObject({ status: 'running', sent: 0, waitsFor: 'storage' });
    await world.context.store.teams.setStorage('ours', 10 * LIMIT);
    await lists.finish();
    expect((await world.context.store.lists(team.id).find(list.id))?.status).toBe('completed');
  });
});

describe('a team that has as many rows as it may', () => {
  const store = () => world.context.store;
  const request = (key: string) => ({ key, hash: 'hash', at: 0, expiresAt: 9e15 });
  const keyed = { 'Idempotency-Key': 'another' };
  const outcome = { email: 'a@x.com', outcome: 'delivered' };
  const result = { email: 'a@x.com', verdict: 'deliverable' };

  it.each([
    [
      'suppressions',
      () => suppress(30),
      () => suppress(1),
      'entries in its suppression list, as many as its storage allows: remove some that are no longer needed, or ask the operator for more storage',
    ],
    [
      'keyed requests',
      () => keep((n) => request(String(n))),
      () => send('verify', { email: 'new@sandbox.test' }, keyed),
      'requests with an Idempotency-Key of the last 24 hours, as many as its storage allows: send this request later, or without a key',
    ],
    [
      'keyed batches',
      () => keep((n) => request(String(n))),
      () => send('verify/batch', { emails: emails(1) }, keyed),
      'requests with an Idempotency-Key of the last 24 hours, as many as its storage allows: send this request later, or without a key',
    ],
    [
      'messages to webhooks',
      () => messages(),
      () => send('verify/batch', { emails: emails(1) }),
      'messages to webhooks, as many as its storage allows: delete a webhook that is no longer needed, or ask the operator for more storage',
    ],
    [
      'outcomes',
      () => send('outcomes', { outcomes: MANY.map((n) => ({ ...outcome, email: `${n}@x.com` })) }),
      () => send('outcomes', { outcomes: [outcome] }),
      'outcomes of mail, as many as its storage allows: ask the operator for more storage',
    ],
    [
      'results of other verifiers',
      () =>
        send('imports', {
          source: 'other',
          results: MANY.map((n) => ({ ...result, email: `${n}@x.com` })),
        }),
      () => send('imports', { source: 'other', results: [result] }),
      'results of other verifiers, as many as its storage allows: ask the operator for more storage',
    ],
  ])('is refused more of them: %s', async (_, fillUp, more, message) => {
    await fillUp();
    const refused = await more();
    expect([refused.status, refused.body.message]).toEqual([402, `The team has 30 ${message}`]);
  });

  async function keep(requestOf: (n: number) => ReturnType<typeof request>) {
    for (const n of MANY) {
      const sent = { email: 'a@x.test', result: foundResult(), at: 0, request: requestOf(n) };
      await store().team(team.id).recordVerification(sent);
    }
  }

  async function messages() {
    const webhooks = store().webhooks(team.id);
    const events = ['batch.completed'] as const;
    const hook = { id: 'hook', url: 'https://x.example/', events, secret: 'whsec_b25l' };
    await webhooks.create(hook, 3, { actor: 'ada@example.com', at: 0 });
    for (const _ of MANY) await webhooks.sendTest('hook', 0);
  }

  it('removes entries, and adds others', async () => {
    await suppress(30);
    expect((await send('suppressions', { emails: ['new@x.test'] })).status).toBe(402);
    const headers = { Authorization: `Bearer ${key}` };
    const entry = '/api/v1/suppressions/user0@sandbox.test';
    await world.request(entry, { method: 'DELETE', headers });
    expect((await send('suppressions', { emails: ['new@x.test'] })).status).toBe(200);
  });
});

describe('the storage of a team', () => {
  it('answers a repeated request of a batch also where it is full now', async () => {
    const sent = () =>
      send('verify/batch', { emails: emails(100) }, { 'Idempotency-Key': 'my-batch' });
    const first = await sent();
    expect(first.status).toBe(200);
    expect((await send('verify/batch', { emails: emails(1) })).status).toBe(402);
    expect(await sent()).toEqual(first);
  });

  it('grows with each verification that was charged', async () => {
    const { limit } = (await account()).storage;
    await send('verify', { email: 'a@x.com' });
    expect((await account()).storage.limit).toBe(Number(limit) + 4000);
    await send('verify', { email: 'a@x.com' });
    expect((await account()).storage.limit).toBe(Number(limit) + 4000);
  });

  it('is shown: batches and history, and the files of lists apart', async () => {
    await fill();
    expect((await account()).storage).toEqual({ used: 30_600, limit: LIMIT, lists: 0 });
    const { size } = await lists.upload(team, 'email\na@x.com\n');
    expect((await account()).storage).toMatchObject({ used: 30_600, lists: size });
  });
});

it('what the embedded service kept takes nothing of the part of the sandbox', async () => {
  const { teamStorage, ...embedded } = world.context;
  const kept = () => world.context.store.storage(team.id).find();
  await createBatch(embedded, team, emails(3));
  expect(await kept()).toMatchObject({ sandbox: 0, batches: 300 + 3 * 500 });
  await createBatch({ ...embedded, teamStorage }, team, emails(3));
  expect(await kept()).toMatchObject({ sandbox: 300 + 3 * 500 });
});

it('a verification of the sandbox is in the history as far as its part goes', async () => {
  const nothing = { lists: 0, batches: 0, sandbox: 0 };
  const roomAt = (history: number, charged: number, isSandbox = true) => {
    const found = { ...nothing, history, charged, limit: null };
    const storage = () => ({
      find: async () => found,
      recent: async () => found,
      rows: async () => 0,
    });
    const store = { ...world.context.store, storage };
    return hasRoom({ ...world.context, store, teamStorage: 500e6 }, team.id, { isSandbox });
  };
  expect(await roomAt(29e6, 0)).toBe(true);
  expect(await roomAt(30e6, 0)).toBe(false);
  expect(await roomAt(30e6, 1)).toBe(true);
  expect(await roomAt(30e6, 0, false)).toBe(true);
  expect(await roomAt(500e6, 0, false)).toBe(false);
});

it('the sandbox has a part of the storage, and other batches go on', async () => {
  await world.context.store.teams.setStorage('ours', 1e9);
  let answer = await send('verify/batch', { emails: emails(1000) });
  while (answer.status === 200) answer = await send('verify/batch', { emails: emails(1000) });
  expect([answer.status, answer.body.message]).toEqual([
    402,
    "The sandbox keeps 30 MB of a team's batches for 24 hours, which are used up: delete some of them, or wait",
  ]);
  expect((await account()).storage.used).toBeLessThan(31e6);
  expect((await send('verify/batch', { emails: ['a@x.com'] })).status).toBe(200);
});
