import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBatch } from '../../../src/service/batches/batches.ts';
import type { Team } from '../../../src/service/records.ts';
import type { ServiceEvent } from '../../../src/service/service-event.ts';
import { hasRoom } from '../../../src/service/teams/storage.ts';
import { verifyAddress } from '../../../src/service/verifications/verifications.ts';
import { type ListWorld, listWorld } from '../../support/list-world.ts';
import { type ServiceWorld, serviceWorld } from '../../support/service-world.ts';

/** Room for 30 addresses of the sandbox, with their results and history. */
const LIMIT = 30_000;

let world: ServiceWorld;
let lists: ListWorld;
let team: Team;
let key: string;

beforeEach(async () => {
  world = await serviceWorld(undefined, { teamStorage: LIMIT });
  lists = listWorld(world);
  ({ team, key } = await world.team('ours', 10));
});
afterEach(async () => {
  await lists.dispose();
  await world.dispose();
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

describe('a team whose storage is full', () => {
  beforeEach(async () => {
    await world.context.store.suppressions(team.id).add(emails(1000, 'x.test'), 0);
  });

  it('is refused what costs nothing, with what to do', async () => {
    const full =
      /^The team's storage is full \(.* of 30 kB\): delete batches or suppressions that are no longer needed, or ask the operator for more$/;
    for (const [path, body, headers] of [
      ['suppressions', { emails: ['new@x.test'] }, {}],
      ['verify/batch', { emails: ['new@sandbox.test'] }, {}],
      ['verify', { email: 'new@sandbox.test' }, { 'Idempotency-Key': 'one' }],
    ] as const) {
      const { status, body: answer } = await send(path, body, headers);
      expect([status, answer.message]).toEqual([402, expect.stringMatching(full)]);
    }
  });

  it('has its addresses verified and answered: those that cost nothing are not in the history', async () => {
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

  it('gets room by deleting, and by a limit of its own', async () => {
    const { store } = world.context;
    await store.teams.setStorage('ours', 10 * LIMIT);
    expect((await suppress(1)).status).toBe(200);
    await store.teams.setStorage('ours', null);
    expect((await suppress(1)).status).toBe(402);
    const change = { actor: 'x', at: 0, action: 'suppressions_removed', subject: '' } as const;
    const all = await store.suppressions(team.id).after('', 10_000);
    await store.suppressions(team.id).remove(
      all.map(({ entry }) => entry),
      change,
    );
    expect((await suppress(1)).status).toBe(200);
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

  it('is shown with its parts', async () => {
    await suppress(2);
    const { used, limit, suppressions, audit } = (await account()).storage;
    expect({ limit, suppressions }).toEqual({ limit: LIMIT, suppressions: 2 * 136 });
    expect(used).toBe(Number(suppressions) + Number(audit));
  });
});

it('what the embedded service kept takes nothing of the part of the sandbox', async () => {
  const { teamStorage, ...embedded } = world.context;
  const kept = async () => (await world.context.store.storage(team.id).find()).stored;
  await createBatch(embedded, team, emails(3));
  expect(await kept()).toMatchObject({ sandbox: 0, batches: 300 + 3 * 500 });
  await createBatch({ ...embedded, teamStorage }, team, emails(3));
  expect(await kept()).toMatchObject({ sandbox: 300 + 3 * 500 });
});

it('a verification of the sandbox is in the history as far as its part goes', async () => {
  const nothing = {
    suppressions: 0,
    batches: 0,
    sandbox: 0,
    requests: 0,
    messages: 0,
    audit: 0,
    outcomes: 0,
    imports: 0,
  };
  const roomAt = (history: number, charged: number, isSandbox = true) => {
    const found = { stored: { ...nothing, history }, charged, limit: null };
    const storage = () => ({ find: async () => found, recent: async () => found });
    const store = { ...world.context.store, storage };
    return hasRoom({ store, teamStorage: 500e6 }, team.id, { isSandbox });
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
  expect((await account()).storage.sandbox).toBeLessThan(31e6);
  expect((await send('verify/batch', { emails: ['a@x.com'] })).status).toBe(200);
});
