import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { Listening } from '../../src/http/listen.ts';
import { listenOnDemand } from '../../src/http/listen-on-demand.ts';

let listening: Listening | undefined;

afterEach(async () => {
  const drained = listening?.drain();
  listening?.cut();
  await drained;
});

async function start(fetch: () => Response | Promise<Response> = () => new Response('here')) {
  const endpoint = { host: '127.0.0.1', port: 0 };
  listening = await listenOnDemand({ fetch, alone: false }, endpoint);
  const { host, port } = listening.address;
  return { listening, url: `http://${host}:${port}`, open: () => connect(port, host) };
}

async function answerTo(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

it('connections that arrive while the server loads are answered, and those after them', async () => {
  const { url, open } = await start();
  const answers = await Promise.all([answerTo(open()), answerTo(open()), answerTo(open())]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*here/);
  const later = await fetch(url);
  expect(await later.text()).toBe('here');
});

it('stops without a connection', async () => {
  const { listening: idle, url } = await start();
  await idle.drain();
  await expect(fetch(url)).rejects.toThrow();
});

it('stops although clients keep their connections', async () => {
  const { listening: kept, url } = await start();
  expect(await (await fetch(url)).text()).toBe('here');
  expect(await (await fetch(url)).text()).toBe('here');
  await kept.drain();
});

it('stops once the request of the first connection is answered', async () => {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<Response>();
  const { listening: busy, open } = await start(() => {
    asked.resolve();
    return held.promise;
  });
  const answer = answerTo(open());
  await asked.promise;
  let isDrained = false;
  const drained = busy.drain().then(() => {
    isDrained = true;
  });
  await new Promise(setImmediate);
  expect(isDrained).toBe(false);
  held.resolve(new Response('at last'));
  expect(await answer).toMatch(/^connection: close\r$[\s\S]*at last/im);
  await drained;
});

it('a port that is taken is an error of the settings', async () => {
  const { listening: first } = await start();
  const application = { fetch: () => new Response(), alone: false };
  await expect(listenOnDemand(application, first.address)).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining('another program listens there'),
  });
});

it('closes the connections where the server can’t be loaded, and stops', async () => {
  vi.doMock('../../src/http/listen.ts', () => {
    throw new Error('its file was replaced');
  });
  try {
    const { listening: lost, open } = await start();
    await once(open().resume(), 'close');
    await once(open().resume(), 'close');
    await lost.drain();
  } finally {
    vi.doUnmock('../../src/http/listen.ts');
  }
});
