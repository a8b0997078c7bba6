import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../src/contract/client/create-client.ts';
import { eachTest } from '../../support/each-test.ts';
import { freePort } from '../../support/free-port.ts';
import { hintSaying } from '../../support/hint-saying.ts';
import { instantClock } from '../../support/manual-clock.ts';

const service = eachTest(tlsService);

// Made for these tests alone: for localhost, 127.0.0.1 and service.test, trusted by nobody.
const cert = readFileSync(new URL('../../support/tls/cert.pem', import.meta.url), 'utf8');
const key = readFileSync(new URL('../../support/tls/key.pem', import.meta.url), 'utf8');

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, [Symbol.asyncDispose]: close };
}

/** A service over TLS without a single batch. */
function tlsService() {
  return listening(
    createHttpsServer({ cert, key }, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    }),
  );
}

/** A proxy that leads every tunnel to one port, or refuses it. */
async function proxy(port: number | undefined) {
  const asked: string[] = [];
  const server = createHttpServer((_request, response) => response.writeHead(407).end());
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.on('error', () => {});
    if (port === undefined) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
  });
  return { asked, ...(await listening(server)) };
}

function client(baseUrl: string, more: { ca?: string; env?: Record<string, string> } = {}) {
  const { ca, env = {} } = more;
  const clock = instantClock({ endless: 90_000 });
  const settings = { baseUrl, apiKey: 'mv_key', ca, retries: 0, allowInsecureHttp: true };
  const made = createServiceClient(settings, { clock, random: () => 0, env });
  return { ...made, [Symbol.asyncDispose]: () => made.close() };
}

describe('a certificate of an authority of our own', () => {
  it('is refused, and --ca-file named as the way out', async () => {
    await using one = client(`https://127.0.0.1:${service.port}`);
    await expect(one.createBatch(['a@b.de'])).rejects.toMatchObject({
      code: 'network',
      hint: hintSaying('--ca-file'),
    });
  });

  it('is trusted with it', async () => {
    await using one = client(`https://localhost:${service.port}`, { ca: cert });
    expect(await one.listBatches()).toEqual([]);
  });
});

describe('a proxy', () => {
  it('leads to the service, whose certificate is checked inside the tunnel', async () => {
    await using way = await proxy(service.port);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${way.port}` };
    await using trusting = client('https://service.test', { ca: cert, env });
    expect(await trusting.listBatches()).toEqual([]);
    expect(way.asked).toEqual(['service.test:443']);
    await using wary = client('https://service.test', { env });
    await expect(wary.listBatches()).rejects.toMatchObject({ code: 'network' });
  });

  it('that refuses leaves no doubt whether a batch was created', async () => {
    await using way = await proxy(undefined);
    const env = { https_proxy: `http://127.0.0.1:${way.port}` };
    await using one = client('https://service.test', { ca: cert, env });
    await expect(one.createBatch(['a@b.de'])).rejects.toMatchObject({
      code: 'network',
      hint: expect.stringContaining('HTTPS_PROXY'),
    });
  });

  it.each(['https://service.test', 'http://service.test', 'http://127.0.0.2:8025'])(
    'that is down is named, and not the service %s',
    async (url) => {
      const down = await freePort();
      const here = `http://127.0.0.1:${down}`;
      await using one = client(url, { env: { https_proxy: here, http_proxy: here } });
      await expect(one.createBatch(['a@b.de'])).rejects.toMatchObject({
        code: 'network',
        message: `No connection to the proxy 127.0.0.1:${down}, which leads to ${new URL(url).host} (ECONNREFUSED)`,
        hint: 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
      });
    },
  );

  it('whose name is unknown is named', async () => {
    const env = { HTTPS_PROXY: 'http://proxy.invalid:3128' };
    await using one = client('https://service.test', { env });
    await expect(one.listBatches()).rejects.toMatchObject({
      code: 'network',
      message: expect.stringContaining('the proxy proxy.invalid'),
    });
  });

  it.each([
    ['https', 'https://service.test'],
    ['plain http', 'http://service.test'],
  ])('that wants a password says so, by %s', async (_, url) => {
    await using way = await proxy(undefined);
    const here = `http://127.0.0.1:${way.port}`;
    await using one = client(url, { env: { https_proxy: here, http_proxy: here } });
    await expect(one.createBatch(['a@b.de'])).rejects.toMatchObject({
      code: 'network',
      message: 'The proxy refused to connect to service.test: it wants a user name and a password',
    });
  });

  it('on this machine leads to a service on this machine', async () => {
    await using way = await proxy(service.port);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${way.port}` };
    await using one = client(`https://127.0.0.1:${service.port}`, { ca: cert, env });
    expect(await one.listBatches()).toEqual([]);
    expect(way.asked).toEqual([`127.0.0.1:${service.port}`]);
  });

  it('elsewhere is not asked for a service on this machine', async () => {
    const env = { HTTPS_PROXY: 'http://proxy.test:3128' };
    await using one = client(`https://127.0.0.1:${service.port}`, { ca: cert, env });
    expect(await one.listBatches()).toEqual([]);
  });

  it.each(['ftp://proxy.test', 'http://'])('named as %j is an error that says so', async (url) => {
    await using one = client('https://service.test', { env: { HTTPS_PROXY: url } });
    await expect(one.listBatches()).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('HTTPS_PROXY'),
    });
  });

  it('may be named by host and port alone', async () => {
    await using way = await proxy(service.port);
    const env = { https_proxy: `127.0.0.1:${way.port}` };
    await using one = client('https://service.test', { ca: cert, env });
    expect(await one.listBatches()).toEqual([]);
  });

  it.each(['127.0.0.1', '127.0.0.0/8', '10.96.0.0/12, 127.0.0.0/8', '127.*', '*'])(
    'is left aside for the hosts of NO_PROXY=%s',
    async (NO_PROXY) => {
      await using way = await proxy(service.port);
      const env = { HTTPS_PROXY: `http://127.0.0.1:${way.port}`, NO_PROXY };
      await using one = client(`https://127.0.0.1:${service.port}`, { ca: cert, env });
      expect(await one.listBatches()).toEqual([]);
      expect(way.asked).toEqual([]);
    },
  );
});
