import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type Listening,
  listen,
} from '../../src/http/listen.ts';

let listening: Listening;

afterEach(async () => {
  const drained = listening.drain();
  listening.cut();
  await drained;
});

/** Limits that a test can wait for. */
async function start(limits: Partial<ConnectionLimits>, fetch = () => new Response('here')) {
  const application = { fetch, alone: false };
  const endpoint = { host: '127.0.0.1', port: 0 };
  listening = await listen(application, endpoint, {
    ...CONNECTION_LIMITS,
    lookEvery: 10,
    ...limits,
  });
}

function open(): Socket {
  const { host, port } = listening.address;
  return connect(port, host).on('error', () => {});
}

/** All that comes until the other side closes. */
async function answerTo(socket: Socket, bytes = ''): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  if (bytes) socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

it.each([
  ['that says nothing', ''],
  ['that never ends its headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
])('a client %s is cut off', async (_, bytes) => {
  await start({ headersWithin: 50 });
  const answer = await answerTo(open(), bytes);
  if (bytes) expect(answer).toMatch(/^HTTP\/1\.1 408 .*"statusCode":408/s);
});

it('a client that never ends its body is cut off', async () => {
  await start({ headersWithin: 50, requestWithin: 100 });
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na';
  expect(await answerTo(open(), head)).toMatch(/HTTP\/1\.1 408 /);
});

it('a client that takes no answer is cut off', async () => {
  const given = Promise.withResolvers<void>();
  const endless = new ReadableStream({
    cancel: () => given.resolve(),
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
  });
  await start({ idle: 50 }, () => new Response(endless));
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  await expect(given.promise).resolves.toBeUndefined();
  socket.destroy();
});

it('a HEAD that is not HTTP is answered without a body', async () => {
  await start({});
  const answer = await answerTo(open(), 'HEAD / HTTP/1.1\r\nHost: x\r\nwrong header\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.slice(answer.indexOf('\r\n\r\n'))).toBe('\r\n\r\n');
});

it('headers that are too long are a 431', async () => {
  await start({ headerBytes: 1024 });
  const head = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(2000)}\r\n\r\n`;
  expect(await answerTo(open(), head)).toMatch(/^HTTP\/1\.1 431 .*"statusCode":431/s);
});

it('connections beyond the most there may be are closed, the others stay', async () => {
  await start({ connections: 1 });
  const first = open();
  await once(first, 'connect');
  const second = open();
  expect(await answerTo(second)).toBe('');
  const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  expect(await answerTo(first, request)).toMatch(/^HTTP\/1\.1 200 /);
});

it('a request with two Host headers is refused', async () => {
  let asked = 0;
  await start({}, () => {
    asked++;
    return new Response('here');
  });
  const answer = await answerTo(open(), 'GET / HTTP/1.1\r\nHost: a.test\r\nhOST: b.test\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"statusCode":400.*Host/s);
  expect(answer).toMatch(/nosniff/i);
  expect(asked).toBe(0);
});

it('CONNECT is refused with an Error body, and its connection closed', async () => {
  await start({});
  const answer = await answerTo(open(), 'CONNECT x.test:25 HTTP/1.1\r\nHost: x.test:25\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: .*"statusCode":405/s);
});

it('an expectation that is not known does not keep a request from its answer', async () => {
  await start({});
  const head = 'GET / HTTP/1.1\r\nHost: x\r\nExpect: something\r\nConnection: close\r\n\r\n';
  expect(await answerTo(open(), head)).toMatch(/^HTTP\/1\.1 200 .*here/s);
});
