import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { createConnect, ReceiverConnections } from '../../src/notify/connections.ts';
import { sendWebhook } from '../../src/notify/send-webhook.ts';
import type { DnsAnswer, DnsSource } from '../../src/verifier/dns/source.ts';
import { freePort } from '../support/free-port.ts';
import { manualClock } from '../support/manual-clock.ts';
import { listenRaw, WebhookReceiver } from '../support/webhook-receiver.ts';

const NONE: DnsAnswer<'A'> = { kind: 'nxdomain', ttl: 0 };

/** Each look-up of a name gets the next of its answers, the last one again and again. */
function names(
  answers: Readonly<Record<string, readonly string[]>>,
): DnsSource & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async query(type, name) {
      asked.push(`${type} ${name}`);
      if (type !== 'A') return { kind: 'nodata', ttl: 0 } as never;
      const all = answers[name];
      const times = asked.filter((question) => question === `A ${name}`).length;
      const address = all?.[Math.min(times, all.length) - 1];
      return (address ? { kind: 'records', records: [address], ttl: 0 } : NONE) as never;
    },
  };
}

interface World {
  readonly dns?: DnsSource;
  readonly allowNetwork?: readonly string[];
  readonly clock?: typeof systemClock;
  readonly ca?: readonly string[];
  readonly stopping?: AbortSignal;
}

/** What came of an attempt, its error in English. */
async function send(url: string, world: World = {}) {
  const { dns = names({}), allowNetwork = ['127.0.0.0/8'], clock = systemClock, ca } = world;
  const { stopping = new AbortController().signal } = world;
  const connect = createConnect({ dns, allowNetwork, clock, ca });
  const headers = { 'webhook-id': 'msg_1' };
  const connections = new ReceiverConnections(connect, clock);
  const message = { webhookId: 'hook_1', url, headers, payload: '{"type":"x"}' };
  try {
    const result = await sendWebhook({ connections, clock, stopping }, message);
    return { ...result, error: result.error?.english ?? null };
  } finally {
    connections.destroy();
  }
}

describe('a message', () => {
  it('arrives as JSON with its headers, and any 2xx is a success', async () => {
    await using receiver = await WebhookReceiver.listen();
    expect(await send(`${receiver.url}?team=1`)).toEqual({ answer: 204, error: null });
    const [message] = receiver.received;
    expect(message).toMatchObject({ path: '/hook?team=1', body: '{"type":"x"}' });
    expect(message?.headers).toMatchObject({
      'webhook-id': 'msg_1',
      'content-type': 'application/json',
      'user-agent': 'mailvet',
      host: `127.0.0.1:${receiver.port}`,
    });
  });

  it.each([400, 404, 410, 500, 503])('%i is a failure', async (status) => {
    await using receiver = await WebhookReceiver.listen();
    receiver.answer = (response) => response.writeHead(status).end('secret words');
    const result = await send(receiver.url);
    expect(result).toEqual({ answer: status, error: `Answered ${status}` });
  });

  it('the wait that a receiver asks for is noted', async () => {
    await using receiver = await WebhookReceiver.listen();
    receiver.answer = (response) => response.writeHead(429, { 'Retry-After': '120' }).end();
    expect(await send(receiver.url)).toMatchObject({ answer: 429, retryAfter: 120_000 });
  });

  it.each([
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['102 Processing', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n'],
  ])('an unasked %s before the answer is ignored', async (_, interim) => {
    const final = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    await using together = await listenRaw((socket) =>
      socket.once('data', () => socket.write(interim.repeat(2) + final)),
    );
    expect(await send(together.url)).toEqual({ answer: 200, error: null });
    await using early = await listenRaw((socket) => {
      socket.write(interim);
      socket.once('data', () => socket.write(final));
    });
    expect(await send(early.url)).toEqual({ answer: 200, error: null });
  });

  it('a redirect is not followed', async () => {
    await using other = await WebhookReceiver.listen();
    await using receiver = await WebhookReceiver.listen();
    receiver.answer = (response) => response.writeHead(307, { Location: other.url }).end();
    const error = 'Answered 307: redirects are not followed';
    expect(await send(receiver.url)).toEqual({ answer: 307, error });
    expect(other.received).toEqual([]);
  });
});

describe('a receiver that lies', () => {
  it('gets no more than some kilobytes of its body read', async () => {
    await using receiver = await WebhookReceiver.listen();
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      response.writeHead(200);
      response.on('close', closed.resolve);
      const more = () => {
        if (response.destroyed || sent > 64 * 1024 * 1024) return;
        sent += 65_536;
        response.write(Buffer.alloc(65_536), () => setImmediate(more));
      };
      more();
    };
    expect(await send(receiver.url)).toEqual({ answer: 200, error: null });
    await closed.promise;
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('that never answers is given up after 10 s', async () => {
    const clock = manualClock();
    const connected = Promise.withResolvers<void>();
    await using silent = await listenRaw((socket) =>
      socket.once('data', () => connected.resolve()),
    );
    const sending = send(silent.url, { clock });
    await connected.promise;
    clock.advance(9_999);
    let isOver = false;
    void sending.then(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    clock.advance(1);
    expect(await sending).toEqual({ answer: null, error: 'No answer within 10 s' });
  });

  it('that drips its head is given up after 10 s', async () => {
    const clock = manualClock();
    const began = Promise.withResolvers<void>();
    await using slow = await listenRaw((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nX-A: ', () => began.resolve()));
    });
    const sending = send(slow.url, { clock });
    await began.promise;
    clock.advance(10_000);
    expect(await sending).toEqual({ answer: null, error: 'No answer within 10 s' });
  });

  it('that drips its body has answered', async () => {
    const clock = manualClock();
    await using receiver = await WebhookReceiver.listen();
    receiver.answer = (response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('a');
    };
    const sending = send(receiver.url, { clock });
    await clock.sleeping(1000);
    clock.advance(1000);
    expect(await sending).toEqual({ answer: 200, error: null });
  });

  it.each([
    ['closes', ''],
    ['speaks no HTTP', '220 mail.example.com ESMTP\r\n'],
    ['cuts its head off', 'HTTP/1.1 200 OK\r\nContent-'],
    ['gives an interim answer alone', 'HTTP/1.1 100 Continue\r\n\r\n'],
    [
      'changes to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: upgrade\r\n\r\n',
    ],
  ])('that %s has not answered', async (_, words) => {
    await using liar = await listenRaw((socket) => socket.once('data', () => socket.end(words)));
    const { answer, error } = await send(liar.url);
    expect(answer).toBeNull();
    expect(error).toMatch(/^The connection ended without an answer/);
  });

  it('that sends a head without an end has not answered', async () => {
    await using liar = await listenRaw((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}`)),
    );
    expect((await send(liar.url)).error).toContain('HPE_HEADER_OVERFLOW');
  });
});

describe('where a message goes', () => {
  it.each([
    [
      'https://127.0.0.1/',
      '127.0.0.1 is not on the public internet: use a public address, or let the operator open its network',
    ],
    [
      'https://[::1]/',
      '[::1] is not on the public internet: use a public address, or let the operator open its network',
    ],
    ['https://[::ffff:10.0.0.1]/', 'is not on the public internet'],
    ['https://169.254.169.254/latest/meta-data', 'is not on the public internet'],
    ['https://2130706433/', '127.0.0.1 is not on the public internet'],
    ['https://inside.test/', 'inside.test is not on the public internet'],
    ['http://inside.test/', 'Use https: http is sent only to networks that the operator opens'],
    ['http://8.8.8.8/', 'Use https: http is sent only to networks that the operator opens'],
    ['https://nowhere.test/', 'The name nowhere.test has no address'],
  ])('%s is refused', async (url, problem) => {
    const dns = names({ 'inside.test': ['192.168.1.1'] });
    const { answer, error } = await send(url, { dns, allowNetwork: [] });
    expect(answer).toBeNull();
    expect(error).toContain(problem);
  });

  it('a name is looked up once: a second address cannot take the place of a judged one', async () => {
    await using receiver = await WebhookReceiver.listen();
    const dns = names({ 'rebinding.test': ['127.0.0.1', '10.0.0.1'] });
    const { answer } = await send(`http://rebinding.test:${receiver.port}/`, { dns });
    expect(answer).toBe(204);
    expect(dns.asked).toEqual(['A rebinding.test']);
    expect(receiver.received[0]?.headers.host).toBe(`rebinding.test:${receiver.port}`);
  });

  it('a port that nobody listens on refuses', async () => {
    const url = `http://127.0.0.1:${await freePort()}/hook`;
    expect(await send(url)).toEqual({ answer: null, error: '127.0.0.1 refused the connection' });
  });

  it('the reason of a stop is passed on', async () => {
    await using silent = await listenRaw(() => stop.abort(new Error('stopping')));
    const stop = new AbortController();
    await expect(send(silent.url, { stopping: stop.signal })).rejects.toThrow('stopping');
  });
});

describe('a connection that is kept', () => {
  /** Sends messages one after the other, each as of a webhook, and returns their results. */
  async function sendAll(url: string, webhookIds: readonly string[]) {
    const clock = systemClock;
    const dns = names({});
    const connect = createConnect({ dns, allowNetwork: ['127.0.0.0/8'], clock });
    const connections = new ReceiverConnections(connect, clock);
    const stopping = new AbortController().signal;
    const results = [];
    for (const webhookId of webhookIds) {
      const message = { webhookId, url, headers: {}, payload: '{}' };
      results.push(await sendWebhook({ connections, clock, stopping }, message));
    }
    connections.destroy();
    return results;
  }
  const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

  it('serves one webhook alone', async () => {
    let connections = 0;
    await using receiver = await listenRaw((socket) => {
      connections += 1;
      socket.on('data', () => socket.write(OK));
    });
    const results = await sendAll(receiver.url, ['one', 'one', 'two', 'one']);
    expect(results.map(({ answer }) => answer)).toEqual([200, 200, 200, 200]);
    expect(connections).toBe(2);
  });

  it('and is closed at its next use costs no failure', async () => {
    let connections = 0;
    await using receiver = await listenRaw((socket) => {
      connections += 1;
      socket.once('data', () => {
        socket.write(OK);
        socket.once('data', () => socket.destroy());
      });
    });
    const results = await sendAll(receiver.url, ['one', 'one', 'one']);
    expect(results.map(({ answer }) => answer)).toEqual([200, 200, 200]);
    expect(connections).toBe(3);
  });

  it('is not used again after an answer that was not read to its end', async () => {
    let connections = 0;
    await using receiver = await listenRaw((socket) => {
      connections += 1;
      const long = `HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n${'a'.repeat(9000)}`;
      socket.on('data', () => socket.write(long));
    });
    const results = await sendAll(receiver.url, ['one', 'one']);
    expect(results.map(({ answer }) => answer)).toEqual([200, 200]);
    expect(connections).toBe(2);
  });

  it('says nothing of the next message by what it sends unasked', async () => {
    let connections = 0;
    await using receiver = await listenRaw((socket) => {
      connections += 1;
      const status = connections === 1 ? 200 : 500;
      const answer = `HTTP/1.1 ${status} Said\r\nContent-Length: 0\r\n\r\n`;
      // The second answer of the first connection comes before anything is asked.
      socket.on('data', () => socket.write(connections === 1 ? answer + OK : answer));
    });
    const results = await sendAll(receiver.url, ['one', 'one']);
    expect(results.map(({ answer }) => answer)).toEqual([200, 500]);
  });
});

describe('TLS', () => {
  const tls = (name: string) =>
    readFileSync(new URL(`../support/tls/${name}.pem`, import.meta.url));

  async function secureReceiver() {
    const server = createServer({ cert: tls('cert'), key: tls('key') }, (_, response) =>
      response.end(),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { port, [Symbol.asyncDispose]: async () => void server.close() };
  }

  it('the certificate must be trusted', async () => {
    await using receiver = await secureReceiver();
    const dns = names({ 'hooks.test': ['127.0.0.1'] });
    const { error } = await send(`https://hooks.test:${receiver.port}/`, { dns });
    expect(error).toMatch(/^TLS with hooks\.test failed \((DEPTH_ZERO_)?SELF_SIGNED/);
  });

  it('the certificate must be for the name in the URL', async () => {
    await using receiver = await secureReceiver();
    const dns = names({ 'hooks.test': ['127.0.0.1'] });
    const ca = [tls('cert').toString()];
    const { error } = await send(`https://hooks.test:${receiver.port}/`, { dns, ca });
    expect(error).toBe('TLS with hooks.test failed (ERR_TLS_CERT_ALTNAME_INVALID)');
  });
});
