import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createConnect } from '../../src/notify/connections.ts';
import { WebhookRunner } from '../../src/notify/webhook-runner.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import type { Team } from '../../src/service/records.ts';
import type { ServiceEvent } from '../../src/service/service-event.ts';
import { verifyAddress } from '../../src/service/verifications/verifications.ts';
import { createWebhook, rotateSecret, testWebhook } from '../../src/service/webhooks/webhooks.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { DnsSource } from '../../src/verifier/dns/source.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';
import { listenRaw, WebhookReceiver } from '../support/webhook-receiver.ts';

const world = eachTest(serviceWorld);
let team: Team;
const receiver = eachTest(() => WebhookReceiver.listen());
let runner: WebhookRunner;
const events: ServiceEvent[] = [];
let onDelivered = () => {};

beforeEach(async () => {
  ({ team } = await world.team('ours', 1));
  runner = createRunner();
  events.length = 0;
});
afterEach(async () => {
  await runner.stop();
});

const NO_DNS: DnsSource = { query: async () => ({ kind: 'nxdomain', ttl: 0 }) };

function createRunner(): WebhookRunner {
  const { clock } = world;
  const connect = createConnect({ dns: NO_DNS, allowNetwork: ['127.0.0.0/8'], clock });
  const observe = (event: ServiceEvent) => {
    events.push(event);
    if (event.event === 'webhook_delivered') onDelivered();
  };
  return new WebhookRunner({
    store: world.context.store,
    clock,
    connect,
    observe,
    random: () => 0,
  });
}

function create(url = receiver.url) {
  const events = ['batch.cancelled', 'quota.reached'] as const;
  return createWebhook(world.context, team, { url, events, actor: 'ada@example.com' });
}

const keyOf = (id: string) => ({ teamId: team.id, id });
const logOf = (id: string) => world.context.store.webhooks(team.id).deliveries(id, { limit: 9 });

/** All that is due is sent, and what came of it is stored. */
async function deliver(): Promise<void> {
  await runner.look();
  await runner.drained();
}

it('a message is signed as Standard Webhooks says, by both secrets while they overlap', async () => {
  const { id, secret } = await create();
  const change = { actor: 'ada@example.com', at: world.clock.now() };
  const next = await rotateSecret(world.context, keyOf(id), change);
  await testWebhook(world.context, keyOf(id));
  await deliver();
  const { headers = {}, body = '' } = receiver.received[0] ?? {};
  const at = new Date(world.clock.now());
  const message = String(headers['webhook-id']);
  expect(headers['webhook-timestamp']).toBe(String(at.getTime() / 1000));
  expect(headers['webhook-signature']).toBe(
    [next, secret].map((one) => new Webhook(one).sign(message, at, body)).join(' '),
  );
  expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test', timestamp: at.toISOString() });
});

it('what fails is sent again under the same id until it arrives', async () => {
  const { id } = await create();
  const batch = await createBatch(world.context, team, ['a@sandbox.test']);
  await world.context.store.team(team.id).cancelBatch(batch.id);
  receiver.answer = (response) => response.writeHead(500).end();
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(1);
  world.clock.advance(5000);
  receiver.answer = (response) => response.writeHead(200).end();
  await deliver();
  const [first, second, ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  expect(await logOf(id)).toMatchObject([{ status: 'delivered', attempts: 2, answer: 200 }]);
  expect(events.map(({ event }) => event)).toEqual(['webhook_refused', 'webhook_delivered']);
});

it('a receiver that is gone is asked no more', async () => {
  const { id } = await create();
  receiver.answer = (response) => response.writeHead(410).end();
  await testWebhook(world.context, keyOf(id));
  await deliver();
  expect(events.at(-1)).toMatchObject({ event: 'webhook_disabled', reason: 'gone' });
  await expect(testWebhook(world.context, keyOf(id))).rejects.toMatchObject({ kind: 'conflict' });
});

it('a receiver that hangs holds up no other, and one message at a time goes to it', async () => {
  let connections = 0;
  const connected = Promise.withResolvers<void>();
  await using silent = await listenRaw(() => {
    connections += 1;
    connected.resolve();
  });
  const hanging = await create(silent.url);
  const { id } = await create();
  for (const each of [hanging.id, hanging.id, id]) await testWebhook(world.context, keyOf(each));
  const delivered = Promise.withResolvers<void>();
  onDelivered = delivered.resolve;
  await runner.look();
  await Promise.all([connected.promise, delivered.promise]);
  await runner.look();
  world.clock.advance(10_000);
  await runner.drained();
  expect(connections).toBe(1);
  expect(await logOf(id)).toMatchObject([{ status: 'delivered' }]);
  const [waiting, tried] = await logOf(hanging.id);
  expect(tried).toMatchObject({ status: 'failed', error: { english: 'No answer within 10 s' } });
  expect(waiting).toMatchObject({ status: 'pending', attempts: 0 });
});

it('an attempt that a stop cuts off is made again by the next process', async () => {
  const { id } = await create();
  receiver.answer = () => {};
  await testWebhook(world.context, keyOf(id));
  await runner.look();
  await receiver.has(1);
  await runner.stop();
  expect(await logOf(id)).toMatchObject([{ status: 'pending', attempts: 0 }]);
  receiver.answer = (response) => response.writeHead(200).end();
  runner = createRunner();
  await deliver();
  expect(await logOf(id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});

it('an attempt whose process died is made again when its lease is over', async () => {
  const { id } = await create();
  await testWebhook(world.context, keyOf(id));
  const time = { now: world.clock.now(), leaseMs: 30_000 };
  await world.context.store.webhookQueue.claim([{ webhookId: id, count: 1 }], time);
  world.clock.advance(29_999);
  await deliver();
  expect(receiver.received).toEqual([]);
  world.clock.advance(1);
  await deliver();
  expect(receiver.received).toHaveLength(1);
});

it('a refused verification and a refused batch announce the end of the quota, once', async () => {
  const { id } = await create();
  await verifyAddress(world.context, team, { email: 'a@x.com', noCache: false });
  const refused = { kind: 'over_quota' };
  const verify = verifyAddress(world.context, team, { email: 'b@x.com', noCache: false });
  await expect(verify).rejects.toMatchObject(refused);
  const batch = createBatch(world.context, team, ['c@x.com']);
  await expect(batch).rejects.toMatchObject(refused);
  await deliver();
  await deliver();
  expect(await logOf(id)).toMatchObject([{ type: 'quota.reached', status: 'delivered' }]);
  expect(JSON.parse(receiver.received[0]?.body ?? '').data).toMatchObject({ quota: 1, used: 1 });
});

it('what this process has queued is sent at once, and one message follows the other', async () => {
  await create();
  runner.start();
  await world.clock.sleeping(500);
  const began = world.clock.monotonic();
  world.clock.advance(50);
  for (let n = 0; n < 40; n++) {
    const batch = await createBatch(world.context, team, [`a${n}@sandbox.test`]);
    await world.context.store.team(team.id).cancelBatch(batch.id);
  }
  while (receiver.received.length < 40) {
    await Promise.race([receiver.has(40), world.clock.sleeping(50)]);
    world.clock.advance(50);
  }
  // Before it would have looked of itself.
  expect(world.clock.monotonic() - began).toBeLessThan(500);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(40);
});

it('a process that hears of nothing looks about once a second', async () => {
  const { id } = await create();
  runner.start();
  await world.clock.sleeping(500);
  await world.clock.sleeping(500);
  // As another process queues it.
  const other = await openStore(world.folder.path('service.db'), { clock: world.clock });
  await other.webhooks(team.id).sendTest(id, world.clock.now());
  await other.close();
  world.clock.advance(500);
  await receiver.has(1);
});

it('a connection serves one message after the other', async () => {
  let connections = 0;
  receiver.onConnection = () => {
    connections += 1;
  };
  const { id } = await create();
  for (let n = 0; n < 3; n++) {
    await testWebhook(world.context, keyOf(id));
    await deliver();
  }
  expect(receiver.received).toHaveLength(3);
  expect(connections).toBe(1);
});

it('a webhook without events, with a password or of another protocol is refused', async () => {
  const request = { url: receiver.url, events: ['batch.failed'] as const, actor: 'test' };
  for (const wrong of [
    { url: 'ftp://hooks.example.com/' },
    { url: 'hooks.example.com' },
    { url: 'https://ada:secret@hooks.example.com/' },
    { url: `https://hooks.example.com/${'a'.repeat(2000)}` },
    { events: [] },
  ]) {
    const created = createWebhook(world.context, team, { ...request, ...wrong });
    await expect(created).rejects.toMatchObject({ kind: 'refused' });
  }
});
