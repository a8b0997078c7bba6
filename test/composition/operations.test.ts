import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/composition/serve.ts';
import type { LogEntry } from '../../src/composition/serve-deps.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { ServiceSettings } from '../../src/settings/service.ts';
import { eachTest } from '../support/each-test.ts';
import { type FakeVerifier, fakeVerifier } from '../support/fake-verifier.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
let verifier: FakeVerifier;
let service: RunningService;
let logged: LogEntry[];
let onEntry: () => void;

beforeEach(() => {
  verifier = { ...fakeVerifier(), sessions: () => 3 };
  logged = [];
  onEntry = () => {};
});
afterEach(async () => {
  await service.close();
});

async function start(settings: Partial<ServiceSettings> = {}): Promise<void> {
  const log = (entry: LogEntry) => {
    logged.push(entry);
    onEntry();
  };
  service = await startService(
    { host: '127.0.0.1', port: 0, database: folder.path('service.db'), ...settings },
    { clock: systemClock, random: () => 0.5, verifier, log },
  );
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(service.url + path, { headers });
}

function post(path: string, body: object): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${service.firstKey}`,
    'Content-Type': 'application/json',
  };
  return fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Resolves when the service has logged the event. */
function until(event: LogEntry['event']): Promise<void> {
  return new Promise((resolve) => {
    onEntry = () => {
      if (logged.some((entry) => entry.event === event)) resolve();
    };
    onEntry();
  });
}

describe('metrics', () => {
  it('count requests, verifications, cache hits, batches, the queue and sessions', async () => {
    await start();
    for (let n = 0; n < 2; n++) await post('/api/v1/verify', { email: 'ada@x.com' });
    await post('/api/v1/verify/batch', { emails: ['gone@x.com', 'ada@x.com'] });
    await until('batch_completed');
    const text = await (await get('/metrics')).text();
    for (const line of [
      'mailvet_request_duration_seconds_count{method="POST",route="/api/v1/verify",status="200"} 2',
      'mailvet_verifications_total{mode="single",reason="accepted"} 1',
      'mailvet_verifications_total{mode="batch",reason="no_mailbox"} 1',
      'mailvet_cache_hits_total{mode="single"} 1',
      'mailvet_cache_hits_total{mode="batch"} 1',
      'mailvet_batches_total{event="completed"} 1',
      'mailvet_queue_addresses 0',
      'mailvet_smtp_sessions 3',
    ]) {
      expect(text).toContain(line);
    }
  });

  it('hold no address, no key, no team, and no path that somebody made up', async () => {
    await start();
    await post('/api/v1/verify', { email: 'ada@x.com' });
    await get('/made-up/ada@x.com');
    await get('/api/v1/batches/batch_secret');
    const text = await (await get('/metrics')).text();
    expect(text).not.toMatch(/@|mv_|team_|made-up|batch_secret/);
    expect(text).toContain('route="other"');
  });

  it('are not found through a proxy, unless they are public', async () => {
    await start();
    expect((await get('/metrics', { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(404);
    await service.close();
    await start({ metrics: 'public' });
    expect((await get('/metrics', { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(200);
  });

  it('can be turned off', async () => {
    await start({ metrics: 'off' });
    expect((await get('/metrics')).status).toBe(404);
  });
});

describe('the log', () => {
  it('takes a client that leaves within its body for no failure of the service', async () => {
    await start();
    const client = request(`${service.url}/api/v1/verify`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.firstKey}`,
        'Content-Type': 'application/json',
        'Content-Length': 100,
        Expect: '100-continue',
      },
    });
    client.on('error', () => {});
    client.on('continue', () => client.destroy());
    client.flushHeaders();
    await until('request');
    expect(logged).toContainEqual(expect.objectContaining({ event: 'request', status: 400 }));
    expect(logged.map(({ event }) => event)).not.toContain('request_failed');
  });

  it('tells of the start, requests, batches and the stop, with ids', async () => {
    await start();
    const answer = await post('/api/v1/verify/batch', { emails: ['ada@x.com'] });
    const { id } = (await answer.json()) as { id: string };
    await until('batch_completed');
    await service.close();
    expect(logged.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'started',
        'batch_created',
        'batch_completed',
        'stopping',
        'stopped',
      ]),
    );
    expect(logged).toContainEqual({
      level: 'info',
      event: 'request',
      requestId: answer.headers.get('x-request-id'),
      method: 'POST',
      route: '/api/v1/verify/batch',
      status: 200,
      ms: expect.any(Number),
      teamId: expect.stringMatching(/^team_/),
    });
    expect(logged).toContainEqual({ level: 'info', event: 'batch_started', batchId: id });
  });

  it('has the error behind a 500, by the id of its request', async () => {
    await start();
    const error = new Error('a bug');
    verifier.breakWith(error);
    const answer = await post('/api/v1/verify', { email: 'ada@x.com' });
    expect(answer.status).toBe(500);
    const requestId = answer.headers.get('x-request-id');
    expect(logged).toContainEqual({ level: 'error', event: 'request_failed', requestId, error });
  });

  it('holds no key', async () => {
    await start();
    await post('/api/v1/verify', { email: 'ada@x.com' });
    await get('/api/v1/batches', { Authorization: 'Bearer mv_wrong' });
    // The id of the team is random, and may look like a part of a key.
    const entries = logged.map((entry) => ({ ...entry, teamId: undefined }));
    expect(JSON.stringify(entries)).not.toContain('mv_');
  });

  it('is quiet about probes', async () => {
    await start();
    await get('/healthz');
    expect(logged).toContainEqual(expect.objectContaining({ level: 'debug', route: '/healthz' }));
  });
});

describe('limits', () => {
  it('of open batches are a 429 that names the bound and says when to come back', async () => {
    verifier.hold();
    await start({ openBatches: 1 });
    const submit = () => post('/api/v1/verify/batch', { emails: ['ada@x.com'] });
    expect((await submit()).status).toBe(200);
    const refused = await submit();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('10');
    expect(await refused.json()).toEqual({
      statusCode: 429,
      message: 'The limit of open batches (1 a team) is reached: try again when one has ended',
    });
  });

  it("of requests are the team's own", async () => {
    await start({ rateLimit: 1 });
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => post('/api/v1/verify', { email: 'ada@x.com' })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.headers.get('Retry-After')).toBe('1');
    expect(refused[0]?.headers.get('RateLimit-Limit')).toBe('5');
  });

  it('of requests can be lifted', async () => {
    await start({ rateLimit: 0 });
    const answer = await post('/api/v1/verify', { email: 'ada@x.com' });
    expect(answer.headers.get('RateLimit-Limit')).toBeNull();
  });
});
