import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAdmin } from '../../src/composition/admin.ts';
import { type RunningService, startEmbedded, startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { listKeys } from '../../src/service/teams/keys.ts';
import { listTeams } from '../../src/service/teams/teams.ts';
import { eachTest } from '../support/each-test.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { HAS_IPV6 } from '../support/ipv6.ts';
import { manualClock } from '../support/manual-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
let database: string;
const verifier = eachTest(fakeVerifier);
let running: RunningService[];

beforeEach(() => {
  database = folder.path('service.db');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.close()));
});

function deps() {
  return { clock: systemClock, random: () => 0.5, verifier };
}

async function start(settings: { database?: string; port?: number; host?: string } = {}) {
  const service = await startService({ host: '127.0.0.1', port: 0, database, ...settings }, deps());
  running.push(service);
  return service;
}

async function embed() {
  const service = await startEmbedded({ database }, deps());
  running.push(service);
  return service;
}

function list(service: RunningService, key: string | undefined): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}` };
  return fetch(`${service.url}/api/v1/batches`, { headers });
}

function verify(service: RunningService, key: string | undefined): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email: 'a@x.com' });
  return fetch(`${service.url}/api/v1/verify`, { method: 'POST', headers, body });
}

/** Writes bytes to the service and returns all that it answers until it closes. */
async function raw(service: RunningService, ...bytes: readonly string[]): Promise<string> {
  const socket = connect(service.address.port, service.address.host);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  for (const part of bytes) socket.write(part);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describe('the first start', () => {
  it('gives a key that works, once', async () => {
    const first = await start();
    expect(first.firstKey).toMatch(/^mv_/);
    expect((await list(first, first.firstKey)).status).toBe(200);
    await first.close();
    const second = await start();
    expect(second.firstKey).toBeUndefined();
    expect((await list(second, first.firstKey)).status).toBe(200);
  });

  it('that fails to listen keeps the key for the next', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(start({ port })).rejects.toMatchObject({
      code: 'config',
      message: `Can't listen on 127.0.0.1 port ${port}: another program listens there`,
      hint: hintSaying('--port'),
    });
    taken.close();
    expect((await start()).firstKey).toMatch(/^mv_/);
  });

  it('makes a database that only its owner reads', async () => {
    await start();
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(database + suffix).mode & 0o077).toBe(0);
    }
  });
});

describe('a database that can not be used', () => {
  it('is a PostgreSQL where nothing listens, whose password is not shown', async () => {
    const url = 'postgres://mailvet:secret@127.0.0.1:1/mailvet';
    const error = await start({ database: url }).catch((refused) => refused);
    expect(error).toMatchObject({
      code: 'config',
      message: expect.stringContaining('nothing listens there'),
      hint: hintSaying('Start PostgreSQL'),
    });
    expect(error.message).not.toContain('secret');
  });

  it('is a folder', async () => {
    mkdirSync(folder.path('folder'));
    await expect(start({ database: folder.path('folder') })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining("can't be opened"),
      hint: hintSaying('--database'),
    });
  });

  it('is another file', async () => {
    const path = folder.path('list.csv');
    writeFileSync(path, 'email\nanna@example.com\n'.repeat(100));
    await expect(start({ database: path })).rejects.toMatchObject({
      code: 'input',
      message: `${path} is no SQLite database`,
    });
  });

  it("is another program's", async () => {
    const path = folder.path('other.db');
    const other = new DatabaseSync(path);
    other.exec('create table bookmarks (url text)');
    other.close();
    const before = readFileSync(path);
    await expect(start({ database: path })).rejects.toMatchObject({ code: 'input' });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("is a newer version's", async () => {
    await (await start()).close();
    const newer = new DatabaseSync(database);
    newer.exec('PRAGMA user_version = 999');
    newer.close();
    await expect(start()).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(/was written by .* \(schema 999;/),
    });
  });
});

it.each([
  ['999.1.1.1', 'config'],
  ['192.0.2.1', 'config'],
])('a host that is not here (%s) is a %s error', async (host, code) => {
  await expect(start({ host })).rejects.toMatchObject({ code });
});

it.skipIf(!HAS_IPV6)('an IPv6 address is written in brackets', async () => {
  const service = await start({ host: '::1' });
  expect(service.url).toBe(`http://[::1]:${service.address.port}`);
  expect((await list(service, service.firstKey)).status).toBe(200);
});

describe('over a socket', () => {
  it('a long body gets its 413, chunked or not', async () => {
    const service = await start();
    const head = `POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.firstKey}\r\nContent-Type: application/json\r\n`;
    const megabyte = 'a'.repeat(1024 * 1024);
    const chunk = `${megabyte.length.toString(16)}\r\n${megabyte}\r\n`;
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
    expect(await raw(service, chunked, chunk, chunk)).toMatch(/^HTTP\/1.1 413 /);
    const whole = `${head}Content-Length: ${3 * megabyte.length}\r\n\r\n`;
    expect(await raw(service, whole, megabyte, megabyte, megabyte)).toMatch(/^HTTP\/1.1 413 /);
    expect((await list(service, service.firstKey)).status).toBe(200);
  });

  it.each(['GET / HTTP/1.1\r\nHost: a b', 'OPTIONS * HTTP/1.1\r\nHost: x'])(
    '%j gets an Error body',
    async (head) => {
      const answer = await raw(await start(), `${head}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 400 .*x-request-id: .*"statusCode":400/s);
    },
  );

  it('a request without Host is served', async () => {
    const answer = await raw(await start(), 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
  });

  it('what is no HTTP gets an Error body too', async () => {
    const answer = await raw(await start(), 'EHLO there\r\n\r\n');
    expect(answer).toMatch(
      /^HTTP\/1.1 400 Bad Request\r\nContent-Type: application\/json.*x-request-id/s,
    );
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ statusCode: 400 });
  });
});

describe('closing', () => {
  it('lets an answer under way be given, and takes nothing new', async () => {
    const service = await start();
    verifier.hold();
    const answer = verify(service, service.firstKey);
    await verifier.started('a@x.com');
    const closed = service.close();
    await expect(list(service, service.firstKey)).rejects.toThrow();
    verifier.letGo('a@x.com');
    expect((await answer).status).toBe(200);
    await closed;
  });

  it('gives up a verification that takes too long, and its cost back', async () => {
    const clock = manualClock();
    const service = await startService(
      { host: '127.0.0.1', port: 0, database },
      { ...deps(), clock },
    );
    verifier.hold();
    const answer = verify(service, service.firstKey);
    await verifier.started('a@x.com');
    let closed = false;
    const closing = service.close().then(() => {
      closed = true;
    });
    const start = clock.now();
    while (!closed) {
      clock.advance(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closing;
    expect((await answer).status).toBe(503);
    expect(clock.now() - start).toBeLessThan(30_000);
    const admin = await openAdmin(database, { clock });
    expect(await listTeams(admin)).toMatchObject([{ used: 0 }]);
    await admin.store.close();
  });

  it('leaves an idle connection no time to linger', async () => {
    const service = await start();
    await (await list(service, service.firstKey)).text();
    await expect(Promise.all([service.close(), service.close()])).resolves.toHaveLength(2);
  });
});

describe('the embedded service', () => {
  it('has a key that is stored nowhere', async () => {
    const service = await embed();
    expect((await verify(service, service.apiKey)).status).toBe(200);
    const admin = await openAdmin(database, { clock: systemClock });
    expect(await listKeys(admin)).toEqual([]);
    expect(await listTeams(admin)).toMatchObject([{ name: 'default', quota: null, used: 1 }]);
    await admin.store.close();
  });

  it('shares its database with a service and with another embedded one', async () => {
    const [one, two] = [await embed(), await embed()];
    const service = await start();
    expect(one.apiKey).not.toBe(two.apiKey);
    await verify(one, one.apiKey);
    await verify(two, two.apiKey);
    expect(verifier.asked).toEqual(['a@x.com']);
    expect((await list(two, one.apiKey)).status).toBe(401);
    expect((await list(one, service.firstKey)).status).toBe(200);
  });
});

describe('administration', () => {
  const admin = async (...args: string[]) => {
    const line = ['admin', ...args, '--database', database, '--json'];
    const { stdout, stderr, exitCode } = await runCli(line);
    return JSON.parse(exitCode === 0 ? stdout : stderr);
  };
  const refused = (message: string) => ({
    error: expect.objectContaining({ code: 'input', message }),
  });

  it('works while the service runs', async () => {
    const service = await start();
    await admin('team', 'create', 'Nord', '--quota', '0');
    const { key, ...info } = await admin('key', 'create', '--team', 'Nord', '--label', 'shop');
    expect(info).toEqual({
      id: expect.stringMatching(/^key_/),
      team: 'Nord',
      label: 'shop',
      lastFour: key.slice(-4),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastUsedAt: null,
      revokedAt: null,
      scopes: ['verify', 'read', 'manage', 'learn'],
      expiresAt: null,
    });
    expect(await admin('key', 'create', '--team', 'Nord', '--label', 'x'.repeat(65))).toEqual(
      refused('A name can have at most 64 characters'),
    );
    const cleaned = await admin('key', 'create', '--team', 'Nord', '--label', ' a\n\u001b[31mb ');
    expect(cleaned).toMatchObject({ label: 'a b' });
    expect((await verify(service, key)).status).toBe(402);
    const team = await admin('team', 'quota', 'Nord', '7');
    expect(team).toMatchObject({ name: 'Nord', quota: 7, used: 0 });
    expect((await verify(service, key)).status).toBe(200);
    expect((await admin('key', 'revoke', info.id)).revokedAt).toMatch(/Z$/);
    expect((await verify(service, key)).status).toBe(401);
    expect(await admin('key', 'list', '--team', 'Nord')).toContainEqual(
      expect.objectContaining({ id: info.id, lastUsedAt: expect.stringMatching(/Z$/) }),
    );
    expect(await admin('key', 'create', '--team', 'none')).toEqual(
      refused('There is no team "none"'),
    );
  });
});
