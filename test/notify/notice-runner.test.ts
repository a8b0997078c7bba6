import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NoticeRunner } from '../../src/notify/notice-runner.ts';
import type { ServiceEvent } from '../../src/service/service-event.ts';
import { dashboardWorld } from '../dashboard/dashboard-world.ts';
import { textOf } from '../dashboard/visitor.ts';
import { eachTest } from '../support/each-test.ts';

interface Received {
  readonly to: readonly string[];
  readonly text: string;
}

const world = eachTest(() => dashboardWorld({ sendsMail: true }));
const owner = eachTest(() => world.firstOwner());
let server: SMTPServer;
let runner: NoticeRunner;
let received: Received[];
let events: ServiceEvent[];
/** What the server answers the next recipients with; then it takes them. */
let refusals: number[];

beforeEach(async () => {
  [received, events, refusals] = [[], [], []];
  server = new SMTPServer({
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, callback) =>
      callback(password === 'se:cret' ? null : new Error('wrong'), { user: username }),
    onRcptTo(_, __, callback) {
      const code = refusals.shift();
      if (code === undefined) return callback();
      callback(Object.assign(new Error('not now'), { responseCode: code }));
    },
    async onData(stream, { envelope }, callback) {
      let text = '';
      for await (const chunk of stream) text += chunk;
      received.push({ to: envelope.rcptTo.map(({ address }) => address), text });
      callback();
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  runner = createRunner('se%3Acret');
});
afterEach(async () => {
  await runner.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

function createRunner(password: string): NoticeRunner {
  const { port } = server.server.address() as AddressInfo;
  return new NoticeRunner({
    store: world.context.store,
    clock: world.clock,
    random: () => 0,
    observe: (event) => events.push(event),
    smtpUrl: `smtp://mailvet:${password}@127.0.0.1:${port}?ignoreTLS=true`,
    from: 'mailvet@example.com',
    publicUrl: 'https://verify.example.com',
  });
}

async function finishList(): Promise<void> {
  const list = new File(['email\na@x.com\ngone@x.com\n'], 'Früh & <spät>.csv');
  await owner.post('/lists', { list });
  await world.lists.finish();
}

it('says by mail that a list is done: plain text and HTML, once, with a link', async () => {
  await finishList();
  await runner.look();
  await runner.look();
  expect(received.map(({ to }) => to)).toEqual([['ada@example.com']]);
  const [{ text }] = received as [Received];
  expect(text).toContain('From: mailvet@example.com');
  expect(text).toMatch(/^Message-ID: <[\da-f]{40}@example\.com>/m);
  expect(text).toContain('Auto-Submitted: auto-generated');
  expect(text).toContain('multipart/alternative');
  expect(text.replaceAll('=\r\n', '')).toContain('Safe to send to: 1 of 2 rows.');
  expect(text.replaceAll('=\r\n', '')).toMatch(/https:\/\/verify\.example\.com\/lists\/list_/);
  expect(text.split('text/html')[1]).not.toContain('<sp');
  expect(events).toContainEqual({ event: 'notice_sent', type: 'list.completed' });
});

it('tries again what the server does not take now, and nothing that it never takes', async () => {
  await finishList();
  refusals = [451];
  await runner.look();
  expect(received).toEqual([]);
  expect(events).toMatchObject([
    { event: 'notice_refused', error: 'EENVELOPE RCPT TO 451', isLast: false },
  ]);
  await runner.look();
  expect(received).toEqual([]);
  world.clock.advance(10_000);
  await runner.look();
  expect(received).toHaveLength(1);

  refusals = [550];
  await finishList();
  await runner.look();
  world.clock.advance(24 * 60 * 60_000);
  await runner.look();
  expect(received).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ event: 'notice_refused', isLast: true });
});

it('a wrong password stands in no event', async () => {
  await runner.stop();
  runner = createRunner('hunter2');
  await finishList();
  await runner.look();
  expect(events).toMatchObject([{ event: 'notice_refused', isLast: false }]);
  expect(JSON.stringify(events)).not.toContain('hunter2');
});

it('people choose of which lists they get mails', async () => {
  const bob = await world.person('default', 'bob@example.com', 'member');
  expect(textOf(await bob.get('/account'))).toContain('For lists I uploaded');
  expect((await bob.post('/account/notices', { notices: 'all' })).status).toBe(303);
  expect((await owner.post('/account/notices', { notices: 'none' })).status).toBe(303);
  expect((await bob.post('/account/notices', { notices: 'some' })).status).toBe(422);
  expect((await bob.get('/account')).body).toMatch(/value="all" checked/);
  await finishList();
  await runner.look();
  expect(received.map(({ to }) => to)).toEqual([['bob@example.com']]);
});

it('what was written while no mail server was configured is not sent a day later', async () => {
  await finishList();
  world.clock.advance(25 * 60 * 60_000);
  await runner.look();
  expect(received).toEqual([]);
});

it('says by mail that a watched list changed, and nothing of a round without a change', async () => {
  await finishList();
  const [id] = /list_\w+/.exec((await owner.get('/lists')).body) ?? [];
  await owner.post(`/lists/${id}/watch`, { days: '30' });
  const pass = async () => {
    world.clock.advance(31 * 24 * 60 * 60_000);
    await world.lists.finish();
    await runner.look();
  };
  await runner.look();
  await pass();
  expect(received).toHaveLength(1);
  world.verifier.becomes('a@x.com', 'gone@x.com');
  await pass();
  expect(received).toHaveLength(2);
  expect(received[1]?.text).toContain('1 worse, 0 better, 0 with other changes.');
});
