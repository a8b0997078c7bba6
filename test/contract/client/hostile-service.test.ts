import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServiceClient } from '../../../src/contract/client/create-client.ts';
import { eachTest } from '../../support/each-test.ts';
import { instantClock } from '../../support/manual-clock.ts';
import { startStandIn } from '../../support/stand-in.ts';

const service = eachTest(startStandIn);

interface Raw extends AsyncDisposable {
  readonly url: string;
  /** Requests that were read to their end. */
  readonly read: string[];
}

/** A server on which every connection is in the hands of the test. */
async function rawServer(
  onConnection: (socket: Socket, read: (request: string) => void) => void,
): Promise<Raw> {
  const read: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket, (request) => read.push(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    read,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function clientOf(url: string, apiKey = 'mv_key', lines: string[] = []) {
  const clock = instantClock({ endless: 90_000 });
  const debug = (line: string) => lines.push(line);
  const settings = { baseUrl: url, apiKey, retries: 1 };
  const client = createServiceClient(settings, { clock, random: () => 0, env: {}, debug });
  onTestFinished(() => client.close());
  return client;
}

function httpAnswer(json: unknown, status = '200 OK'): string {
  const body = JSON.stringify(json);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

describe('an answer that came before the question', () => {
  it('is not taken where a server speaks first', async () => {
    await using server = await rawServer((socket, read) => {
      socket.write(httpAnswer({ id: 'batch_early', status: 'pending' }));
      socket.on('data', (data) => read(String(data)));
    });
    const client = clientOf(server.url);
    const outcome = client.createBatch(['a@b.de']);
    await expect(outcome).rejects.toMatchObject({ code: 'network' });
    expect(server.read).toEqual([]);
  });

  it('is not taken where it came behind the answer before', async () => {
    const batches = ['batch_1', 'batch_early', 'batch_2'];
    await using server = await rawServer((socket, read) => {
      socket.on('data', (data) => {
        read(String(data));
        const surplus = batches[0] === 'batch_1' ? 2 : 1;
        const answers = batches.splice(0, surplus).map((id) => httpAnswer({ id }));
        socket.write(answers.join(''));
      });
    });
    const client = clientOf(server.url);
    expect((await client.createBatch(['a@b.de'])).id).toBe('batch_1');
    expect((await client.createBatch(['b@b.de'])).id).toBe('batch_2');
    expect(server.read).toHaveLength(2);
  });
});

describe('a TLS handshake that hangs', () => {
  it('is ended by the stop, and nothing was sent', async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await rawServer((socket) => socket.once('data', () => arrived.resolve()));
    const stop = new AbortController();
    const clock = instantClock({ endless: 90_000 });
    const client = createServiceClient(
      { baseUrl: server.url.replace('http', 'https'), apiKey: 'mv_key', retries: 0 },
      { clock, random: () => 0, env: {}, stop: stop.signal },
    );
    const call = client.createBatch(['a@b.de']).catch((error: unknown) => error);
    await arrived.promise;
    stop.abort();
    expect(await call).toMatchObject({ code: 'network' });
  });
});

describe('what a service sends', () => {
  it('is read behind a byte-order mark', async () => {
    const client = clientOf(service.url, service.apiKey);
    service.fail('verify', { kind: 'answer', status: 200, body: '\ufeff{"email":"a@b.de"}' });
    expect(await client.verify('a@b.de')).toMatchObject({ email: 'a@b.de' });
  });

  it.each(['plain', 'escaped'])('goes no further with the key that it echoes (%s)', async (how) => {
    const lines: string[] = [];
    const client = clientOf(service.url, service.apiKey, lines);
    const key = service.apiKey;
    const echoed = how === 'plain' ? key : key.replace('m', '\\u006d');
    const entry = `{"email":"a@b.de","status":"failed","error":"bad key ${echoed}\\u001b[2J\\u202e"}`;
    const body = `{"batch":{"_id":"b1","status":"completed"},"emails":[${entry}]}`;
    const headers = { 'x-request-id': `of ${key}` };
    service.fail('getBatch', { kind: 'answer', status: 200, body, headers });
    const { entries } = await client.getBatch('b1');
    expect(entries[0]?.error).toBe('bad key [key]');
    expect(lines.join()).toContain('(request of [key])');
  });

  it.each([
    ['a million empty entries', `[${'{},'.repeat(1_000_000)}{}]`],
    ['lists in lists', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`],
  ])('is refused before it takes gigabytes: %s', async (_name, emails) => {
    const client = clientOf(service.url, service.apiKey);
    const body = `{"batch":{"_id":"b1","status":"completed"},"emails":${emails}}`;
    service.fail('getBatch', { kind: 'answer', status: 200, body });
    await expect(client.getBatch('b1')).rejects.toMatchObject({
      code: 'bad_answer',
      message: expect.stringContaining('more than anybody asked for'),
    });
  });

  it('is refused with more entries than a batch has', async () => {
    const client = clientOf(service.url, service.apiKey);
    const body = { batch: { _id: 'b1', status: 'completed' }, emails: new Array(1001).fill({}) };
    service.fail('getBatch', { kind: 'answer', status: 200, body });
    await expect(client.getBatch('b1')).rejects.toMatchObject({ code: 'bad_answer' });
  });
});
