/** A fleet's worth of senders on one database, through a day in which a receiver fails. */

import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createConnect } from '../../src/notify/connections.ts';
import { WebhookRunner } from '../../src/notify/webhook-runner.ts';
import type { Store } from '../../src/service/ports.ts';
import type { NewWebhook } from '../../src/service/webhooks/records.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { DnsSource } from '../../src/verifier/dns/source.ts';
import { eachTest } from '../support/each-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { emptyTables, migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const TEAM = 'team_ours';
const NODES = 3;
const EVENTS = 20;
const DAY = 24 * 60 * 60_000;
/** Between two looks, so that a day takes some hundred. */
const STEP = 10 * 60_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const WEBHOOK: Omit<NewWebhook, 'url'> = {
  id: 'hook_1',
  events: ['batch.cancelled'],
  secret: SECRET,
};
const NO_DNS: DnsSource = { query: async () => ({ kind: 'nxdomain', ttl: 0 }) };

let database: TestDatabase | undefined;
const clock = eachTest(manualClock);
const receiver = eachTest(() => WebhookReceiver.listen());
const nodes: { readonly store: Store; readonly runner: WebhookRunner }[] = [];
let clean: () => void | Promise<void> = () => {};

afterEach(async () => {
  for (const { store, runner } of nodes.splice(0)) {
    await runner.stop();
    await store.close();
  }
  await clean();
});
afterAll(() => database?.dispose());

async function place(name: string): Promise<string> {
  if (name === 'PostgreSQL') {
    database ??= await migratedDatabase();
    const { url } = database;
    clean = () => emptyTables(url);
    return url;
  }
  const folder = temporaryFolder();
  clean = () => folder.dispose();
  return folder.path('service.db');
}

/** Each with connections of its own, as processes have them. */
async function start(name: string): Promise<Store> {
  const path = await place(name);
  const connect = createConnect({ dns: NO_DNS, allowNetwork: ['127.0.0.0/8'], clock });
  for (let node = 0; node < NODES; node++) {
    const store = await openStore(path, { clock });
    nodes.push({ store, runner: new WebhookRunner({ store, clock, connect, random: () => 0 }) });
  }
  const [{ store } = { store: undefined }] = nodes;
  if (!store) throw new Error('no node');
  await store.teams.create({ id: TEAM, name: 'ours', quota: null, createdAt: clock.now() });
  const change = { actor: 'ada@example.com', at: clock.now() };
  await store.webhooks(TEAM).create({ ...WEBHOOK, url: receiver.url }, 9, change);
  return store;
}

/** A batch that is cancelled is an event. */
async function emit(store: Store, id: string): Promise<void> {
  const entries = [{ email: 'a@x.test', cacheKey: 'a@x.test', cost: 0 }];
  const batch = { id, createdAt: clock.now(), month: '2026-11', entries };
  await store.team(TEAM).createBatch(batch);
  await store.team(TEAM).cancelBatch(id);
}

/** All nodes look at once. */
async function look(): Promise<void> {
  await Promise.all(nodes.map(({ runner }) => runner.look()));
  await Promise.all(nodes.map(({ runner }) => runner.drained()));
}

describe.each(['SQLite', 'PostgreSQL'])('several nodes on %s', (name) => {
  it('deliver each event once, signed', async () => {
    const store = await start(name);
    for (let n = 0; n < EVENTS; n++) await emit(store, `b${n}`);
    while (receiver.received.length < EVENTS) await look();
    await look();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(EVENTS);
    expect(ids).toHaveLength(EVENTS);
    const { headers = {}, body = '' } = receiver.received[0] ?? {};
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(headers['webhook-signature']).toBe(
      new Webhook(SECRET).sign(String(headers['webhook-id']), at, body),
    );
  });

  it('try one that fails again for a day, one node at a time, and then no more', async () => {
    const store = await start(name);
    await emit(store, 'b1');
    receiver.answer = (response) => response.writeHead(500).end();
    const attemptedAt: number[] = [];
    for (let passed = 0; passed <= DAY + 30 * STEP; passed += STEP) {
      const before = receiver.received.length;
      await look();
      const attempts = receiver.received.length - before;
      expect(attempts).toBeLessThanOrEqual(1);
      if (attempts === 1) attemptedAt.push(passed);
      clock.advance(STEP);
    }
    expect(attemptedAt.length).toBeGreaterThanOrEqual(10);
    expect(attemptedAt.length).toBeLessThanOrEqual(25);
    expect(attemptedAt.at(-1)).toBeGreaterThan(DAY / 2);
    expect(attemptedAt.at(-1)).toBeLessThanOrEqual(DAY);
    const [failed] = await store.webhooks(TEAM).deliveries('hook_1', { limit: 9 });
    expect(failed).toMatchObject({ status: 'failed', attempts: attemptedAt.length, answer: 500 });
    receiver.answer = (response) => response.writeHead(204).end();
    expect(await store.webhooks(TEAM).replay('hook_1', failed?.id ?? '', clock.now())).toBe(true);
    await look();
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(failed?.id);
    const [delivered] = await store.webhooks(TEAM).deliveries('hook_1', { limit: 9 });
    expect(delivered).toMatchObject({ status: 'delivered' });
  });
});
