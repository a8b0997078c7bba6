import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningService, startEmbedded, startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { eachTest } from '../support/each-test.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { runCli } from '../support/run-cli.ts';
import { freshUser } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
let running: RunningService[];

beforeEach(() => {
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.close()));
});

const deps = () => ({ clock: systemClock, random: Math.random, verifier: fakeVerifier() });

async function start(publicUrl?: string): Promise<RunningService> {
  const settings = { host: '127.0.0.1', port: 0, database: folder.path('service.db') };
  const service = await startService({ ...settings, ...(publicUrl && { publicUrl }) }, deps());
  running.push(service);
  return service;
}

const HTML = { Accept: 'text/html' };

function submit(url: string, path: string, form: Record<string, string>, cookie = '') {
  return fetch(url + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { ...HTML, Origin: url, Cookie: cookie },
    redirect: 'manual',
  });
}

async function setUp({ url, setupUrl = '' }: RunningService): Promise<string> {
  const token = new URL(setupUrl).searchParams.get('token') ?? '';
  const filled = { token, email: 'ada@example.com', password: 'correct horse battery' };
  const answer = await submit(url, '/setup', filled);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('a served dashboard', () => {
  it('has a setup link at each start, until there is somebody', async () => {
    const first = await start();
    expect((await fetch(first.setupUrl ?? '')).status).toBe(200);
    const second = await start();
    expect((await fetch(second.setupUrl ?? '')).status).toBe(200);
    // Of processes that start together each link works.
    expect((await fetch(first.setupUrl ?? '')).status).toBe(200);
    expect(await setUp(second)).toMatch(/^mailvet_session=/);
    expect((await fetch(first.setupUrl ?? '', { headers: HTML })).status).toBe(410);
    expect((await start()).setupUrl).toBeUndefined();
  });

  it('names its public URL in the link', async () => {
    const { setupUrl } = await start('https://verify.example.com');
    expect(setupUrl).toMatch(/^https:\/\/verify\.example\.com\/setup\?token=[\w-]{43}$/);
  });

  it('keeps a session over a restart, and in every process', async () => {
    const first = await start();
    const cookie = await setUp(first);
    await first.close();
    const [second, third] = [await start(), await start()];
    for (const { url } of [second, third]) {
      const answer = await fetch(`${url}/keys`, { headers: { ...HTML, Cookie: cookie } });
      expect(answer.status).toBe(200);
    }
  });

  it('has route labels of its own in the metrics; unknown paths are other', async () => {
    const { url } = await start();
    for (const path of [
      '/sign-in',
      '/batches/batch_1',
      '/lists/list_1',
      '/no/where',
      '/api/v1/nowhere',
      '/keys',
    ]) {
      await fetch(url + path, { headers: HTML, redirect: 'manual' });
    }
    const text = await (await fetch(`${url}/metrics`)).text();
    const labels = text.matchAll(
      /duration_seconds_count\{method="GET",route="([^"]+)",[^}]*\} (\d+)/g,
    );
    expect(Object.fromEntries([...labels].map(([, route, count]) => [route, count]))).toEqual({
      '/sign-in': '1',
      '/batches/{id}': '1',
      '/lists/{id}': '1',
      '/keys': '1',
      other: '2',
    });
  });

  it('leaves the interface as it is: unknown paths below /api are its errors', async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/api/v1/nowhere`, { headers: HTML });
    expect(await answer.json()).toMatchObject({ statusCode: 404 });
    expect((await fetch(`${url}/api/v1/batches`, { headers: HTML })).status).toBe(401);
  });

  it('ends the streams that follow a list when it stops', async () => {
    const service = await start();
    const { url } = service;
    const cookie = await setUp(service);
    const headers = { ...HTML, Cookie: cookie };
    const keys = await (await fetch(`${url}/keys`, { headers })).text();
    const csrf = /name="csrf" value="([^"]+)"/.exec(keys)?.[1] ?? '';
    const body = new FormData();
    body.append('csrf', csrf);
    body.append('list', new File(['a@x.com\n'], 'list.txt'));
    const created = await fetch(`${url}/lists`, {
      method: 'POST',
      body,
      headers: { ...headers, Origin: url },
      redirect: 'manual',
    });
    const path = created.headers.get('Location')?.split('?')[0];
    const events = await fetch(`${url}${path}/events`, { headers });
    expect(events.headers.get('Content-Type')).toBe('text/event-stream');
    const read = events.text();
    await service.close();
    expect(await read).toContain('event: progress');
  });
});

describe('the embedded service', () => {
  it('has no dashboard', async () => {
    const settings = { database: folder.path('service.db') };
    const service = await startEmbedded(settings, deps());
    running.push(service);
    expect(service.setupUrl).toBeUndefined();
    for (const path of ['/', '/sign-in', '/setup', '/keys']) {
      const answer = await fetch(service.url + path, { headers: HTML });
      expect(await answer.json()).toMatchObject({ statusCode: 404 });
    }
  });
});

/** The link that a command of `mailvet admin` prints. */
async function linkOf(...args: string[]) {
  const line = ['admin', ...args, '--database', folder.path('service.db'), '--json'];
  const { stdout, stderr, exitCode } = await runCli(line);
  const { link = '', email } = exitCode === 0 ? JSON.parse(stdout) : {};
  return { path: String(link).replace(/^https?:\/\/[^/]+/, ''), email, stderr, exitCode };
}

describe('an invitation from the command line', () => {
  it('brings the first person of any team', async () => {
    const { url } = await start();
    await linkOf('team', 'create', 'Nord');
    const { path } = await linkOf('invite', 'n@example.com', '--team', 'Nord');
    const token = new URL(url + path).searchParams.get('token') ?? '';
    const joined = await submit(url, '/invitation', { token, password: 'correct horse battery' });
    expect(joined.status).toBe(303);
    expect(await linkOf('invite', 'n@example.com', '--team', 'Nord')).toMatchObject({
      exitCode: 2,
    });
    expect(await linkOf('invite', 'n@example.com', '--team', 'Süd')).toMatchObject({ exitCode: 2 });
  });
});

describe('a password link from the command line', () => {
  it('is refused for an address that nobody signs in with', async () => {
    await start();
    expect(await linkOf('reset-password', 'nobody@example.com')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Nobody signs in as nobody@example.com'),
    });
    expect(await linkOf('reset-password', 'nobody')).toMatchObject({ exitCode: 2 });
  });

  it('works while the service runs', async () => {
    const service = await start();
    await setUp(service);
    const { path, email } = await linkOf('reset-password', 'Ada@example.com');
    expect(email).toBe('ada@example.com');
    const token = new URL(service.url + path).searchParams.get('token') ?? '';
    const filled = { token, password: 'another pass phrase' };
    expect((await submit(service.url, '/reset-password', filled)).status).toBe(303);
  });
});

describe('the built program', () => {
  it('prints the setup link after the ready line', async () => {
    await using user = await freshUser();
    const { program } = await user.serve();
    const [link = ''] = await program.until(/^Set up.*$/m);
    expect(program.stdout).toMatch(/^[^\n]*\nmailvet service listening on http\S+\nSet up/);
    expect(link).toMatch(
      /^Set up the dashboard: http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]{43}$/,
    );
    const url = link.slice('Set up the dashboard: '.length);
    expect((await fetch(url)).status).toBe(200);
    expect((await program.end('SIGTERM')).exitCode).not.toBeNull();
  });

  it('prints an invitation alone', async () => {
    await using user = await freshUser();
    await user.run(['admin', 'team', 'create', 'Nord']);
    const args = ['admin', 'invite', 'n@example.com', '--team', 'Nord'];
    const { stdout, exitCode } = await user.run([...args, '--public-url', 'https://v.example/']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^https:\/\/v\.example\/invitation\?token=[\w-]{43}\n$/);
    const odd = await user.run([...args, '--role', 'king']);
    expect(odd.exitCode).toBe(2);
  });
});
