import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cancellableLookup } from '../../../src/lib/cancellable-lookup.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type CliOptions, runCli, temporaryHome } from '../../support/run-cli.ts';

const DAY = 24 * 60 * 60_000;
const NEWER = JSON.stringify({ name: 'mailvet', version: '999.1.0' });
const NOTICE =
  /^mailvet 999\.1\.0 is available, this is \d[\d.]*\nUpdate: npm install -g mailvet@latest\n$/m;
const TERMINALS = ['stdout', 'stderr'] as const;

/** A registry, and a service whose health is answered once the look-up is over. */
async function registry(answer: RequestListener) {
  const asked: string[] = [];
  let over = Promise.resolve();
  let end = () => {};
  const server = createServer((request, response) => {
    if (request.url !== '/mailvet/latest') {
      void over.then(() => response.end('{}'));
      return;
    }
    asked.push(request.rawHeaders.join(' '));
    request.socket.once('close', end);
    answer(request, response);
  });
  const { url, [Symbol.asyncDispose]: close } = await listening(server);
  return {
    asked,
    url,
    /** Health is answered behind the look-up that follows. */
    nextLookup() {
      ({ promise: over, resolve: end } = Promise.withResolvers<void>());
      return over;
    },
    [Symbol.asyncDispose]: close,
  };
}

/** A service whose health is answered after something else. */
async function serviceAfter(event: () => Promise<unknown>) {
  return await listening(
    createServer((_, response) => void event().then(() => response.end('{}'))),
  );
}

async function listening(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function user({ url, nextLookup }: { readonly url: string; nextLookup?(): Promise<void> }) {
  const clock = manualClock();
  const home = await temporaryHome();
  const path = '/usr/lib/node_modules/mailvet/bin/mailvet.js';
  const installation = { path, isExecutable: false, latest: `${url}/mailvet/latest` };
  const memory = join(home.path, '.local', 'state', 'mailvet', 'update-notice.json');
  const options = { home: home.path, terminal: TERMINALS, clock, installation };
  const run = (args: string, other: CliOptions = {}) =>
    runCli(args.split(' '), { ...options, ...other });
  return {
    clock,
    run,
    /** A command during which the look-up ends. */
    longRun() {
      void nextLookup?.();
      return run(`health ${url}`);
    },
    memory: async () => JSON.parse(await readFile(memory, 'utf8')),
    async remember(state: object) {
      await mkdir(join(memory, '..'), { recursive: true });
      await writeFile(memory, JSON.stringify(state));
    },
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

describe('A newer version', () => {
  it('is named by the run after the one that found it, once a day', async () => {
    await using npm = await registry((_, response) => response.end(NEWER));
    await using one = await user(npm);
    expect((await one.longRun()).stderr).not.toContain('999.1.0');
    expect((await one.run('config path')).stderr).toMatch(NOTICE);
    expect((await one.run('config path')).stderr).toBe('');
    expect(npm.asked).toHaveLength(1);
    one.clock.advance(DAY);
    expect((await one.longRun()).stderr).toMatch(NOTICE);
    expect(npm.asked).toHaveLength(2);
  });

  it('is asked for without a word about this machine', async () => {
    await using npm = await registry((_, response) => response.end(NEWER));
    await using one = await user(npm);
    await one.longRun();
    const { host } = new URL(npm.url);
    const headers = npm.asked[0]?.replace(host, '').toLowerCase();
    expect(headers).toBe('host  connection keep-alive accept application/json user-agent mailvet');
  });

  it('is named in the language of the reader', async () => {
    await using npm = await registry((_, response) => response.end(NEWER));
    await using one = await user(npm);
    await one.remember({ latest: '999.1.0', askedAt: one.clock.now(), isAnswered: true });
    expect((await one.run('config path --lang de')).stderr).toContain('ist verfügbar');
  });

  it.each([
    ['an error', 404, NEWER],
    ['no JSON', 200, '<html>'],
    ['a pre-release', 200, '{"version":"999.0.0-rc.1"}'],
    ['control characters', 200, '{"version":"999.0.0\\u001b[2J"}'],
    ['an older version', 200, '{"version":"0.0.1"}'],
    ['another document', 200, '[]'],
  ])('is not made of %s', async (_, status, body) => {
    await using npm = await registry((__, response) => response.writeHead(status).end(body));
    await using one = await user(npm);
    await one.longRun();
    expect(await one.memory()).toMatchObject({ isAnswered: true });
    expect((await one.run('config path')).stderr).toBe('');
    expect(npm.asked).toHaveLength(1);
  });

  it.each<[string, string, CliOptions]>([
    ['CI', 'config path', { env: { CI: 'true' } }],
    ['NO_UPDATE_NOTIFIER', 'config path', { env: { NO_UPDATE_NOTIFIER: '1' } }],
    ['MAILVET_UPDATE_NOTICE', 'config path', { env: { MAILVET_UPDATE_NOTICE: 'false' } }],
    ['--quiet', 'config path --quiet', {}],
    ['a pipe behind stdout', 'config path', { terminal: ['stderr'] }],
    ['a pipe behind stderr', 'config path', { terminal: ['stdout'] }],
    ['a command that shells run', 'completion bash', {}],
  ])('is neither looked for nor named with %s', async (_, args, options) => {
    await using npm = await registry((__, response) => response.end(NEWER));
    await using one = await user(npm);
    await one.remember({ latest: '999.1.0' });
    expect((await one.run(args, options)).stderr).toBe('');
    expect(npm.asked).toHaveLength(0);
    expect(await one.memory()).toEqual({ latest: '999.1.0' });
  });

  it('is turned off by the config file', async () => {
    await using npm = await registry((_, response) => response.end(NEWER));
    await using one = await user(npm);
    await one.remember({ latest: '999.1.0' });
    await one.run('config set updateNotice false', { terminal: [] });
    expect((await one.run('config get updateNotice')).stdout).toBe('false\n');
    expect((await one.run('config path')).stderr).toBe('');
    expect(npm.asked).toHaveLength(0);
    await one.run('config unset updateNotice', { terminal: [] });
    expect((await one.run('config path')).stderr).toMatch(NOTICE);
  });

  it('says what MAILVET_UPDATE_NOTICE may be, also in a pipe', async () => {
    const env = { MAILVET_UPDATE_NOTICE: 'perhaps' };
    const { stderr, exitCode } = await runCli(['config', 'path'], { env });
    expect(stderr).toContain("MAILVET_UPDATE_NOTICE needs true or false, not 'perhaps'");
    expect(exitCode).toBe(3);
  });
});

describe('The look-up of a newer version', () => {
  it('ends with its command, and is tried again an hour later', async () => {
    let arrived = Promise.withResolvers<void>();
    await using npm = await registry(() => arrived.resolve());
    await using one = await user(npm);
    await using service = await serviceAfter(() => arrived.promise);
    const over = npm.nextLookup();
    await one.run(`health ${service.url}`);
    await over;
    expect(await one.memory()).toMatchObject({ isAnswered: false });
    await one.run('config path');
    expect(npm.asked).toHaveLength(1);
    one.clock.advance(DAY / 24);
    arrived = Promise.withResolvers();
    await one.run(`health ${service.url}`);
    expect(npm.asked).toHaveLength(2);
  });

  it('takes a second at most, and is then over for a day', async () => {
    const arrived = Promise.withResolvers<void>();
    await using npm = await registry(() => arrived.resolve());
    await using one = await user(npm);
    const budget = one.clock.sleeping(1000);
    const running = one.longRun();
    await Promise.all([budget, arrived.promise]);
    one.clock.advance(1000);
    expect((await running).stdout).toBe('ready\n');
    expect(await one.memory()).toMatchObject({ isAnswered: true });
  });

  it('goes through the proxy of the environment', async () => {
    const named = Promise.withResolvers<string>();
    const proxy = createServer().on('connect', (request, socket) => {
      named.resolve(request.url ?? '');
      socket.destroy();
    });
    await using place = await listening(proxy);
    await using service = await serviceAfter(() => named.promise);
    await using one = await user({ url: 'https://registry.test' });
    await one.run(`health ${service.url}`, { env: { HTTPS_PROXY: place.url } });
    expect(await named.promise).toBe('registry.test:443');
  });

  it('gives up a name that no name server answers for', async () => {
    const stopping = new AbortController();
    const answered = new Promise((resolve) => {
      cancellableLookup(stopping.signal)('registry.test', { all: true }, resolve);
    });
    stopping.abort();
    expect(await answered).toMatchObject({ code: 'ENOTFOUND' });
  });
});
