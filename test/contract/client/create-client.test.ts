import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientDeps, ClientSettings } from '../../../src/contract/client/client-settings.ts';
import { createServiceClient } from '../../../src/contract/client/create-client.ts';
import type { Operation } from '../../../src/contract/routes.ts';
import { eachTest } from '../../support/each-test.ts';
import { freePort } from '../../support/free-port.ts';
import { instantClock } from '../../support/manual-clock.ts';
import {
  BAD_GATEWAY,
  type Fault,
  QUOTA_EXCEEDED,
  type StandIn,
  startStandIn,
  tooMany,
} from '../../support/stand-in.ts';

const service = eachTest(startStandIn);

const TRY_TIMEOUT = 90_000;

function clientOf(
  service: Pick<StandIn, 'url' | 'apiKey'>,
  more: Partial<ClientSettings & ClientDeps> = {},
) {
  const clock = instantClock({ endless: TRY_TIMEOUT });
  const { url: baseUrl, apiKey } = service;
  const settings = { baseUrl, apiKey, ...more };
  const client = createServiceClient(settings, { clock, random: () => 0, env: {}, ...more });
  onTestFinished(() => client.close());
  return { client, clock };
}

describe('the six operations', () => {
  it.each(['interface', 'id', '_id'] as const)('read identifiers named as %s', async (ids) => {
    await using service = await startStandIn({ ids });
    const { client } = clientOf(service);
    const created = await client.createBatch(['a@b.de', 'undeliverable@b.de']);
    expect(created).toMatchObject({ id: 'batch_1', status: 'pending', totalCount: 2 });
    expect(await client.listBatches()).toMatchObject([{ id: 'batch_1', status: 'completed' }]);
    const { batch, entries } = await client.getBatch('batch_1');
    expect(batch).toMatchObject({ id: 'batch_1', processedCount: 2 });
    expect(entries.map(({ result }) => result?.deliverable)).toEqual([true, false]);
  });

  it('cancel a batch and tell the confirmation', async () => {
    const { client } = clientOf(service);
    const { id } = await client.createBatch(['a@b.de']);
    expect(await client.cancelBatch(id)).toMatchObject({
      status: 'cancelled',
      message: 'Batch cancelled',
    });
    await expect(client.cancelBatch(id)).rejects.toMatchObject({ code: 'refused', status: 409 });
  });

  it('name the list of a batch to a service in this process alone', async () => {
    const { client } = clientOf(service);
    await client.createBatch(['a@b.de'], { job: { id: 'job_1', name: 'secret.csv', size: 1 } });
    const [request] = service.requestsOf('createBatch');
    expect(request?.body).toEqual({ emails: ['a@b.de'] });
    expect(JSON.stringify(request)).not.toMatch(/secret|job_1/);
  });

  it('verify, afresh where asked, and list what was verified', async () => {
    const { client } = clientOf(service);
    expect(await client.verify('a@b.de')).toMatchObject({ email: 'a@b.de', deliverable: true });
    await client.verify('b@b.de', { noCache: true });
    expect(service.requestsOf('verify').map(({ body }) => body)).toEqual([
      { email: 'a@b.de' },
      { email: 'b@b.de', noCache: true },
    ]);
    const listed = await client.listVerifications({ limit: 1, skip: 1 });
    expect(listed).toMatchObject([{ email: 'a@b.de' }]);
    expect(service.requests.at(-1)?.url).toBe('/api/v1/verifications?limit=1&skip=1');
  });

  it('send the key and nothing else as authorization, below the path of the base URL', async () => {
    const { client } = clientOf({ ...service, url: `${service.url}/mail/` });
    await client.listBatches();
    const [request] = service.requests;
    expect(request?.url).toBe('/mail/api/v1/batches');
    expect(request?.headers.authorization).toBe(`Bearer ${service.apiKey}`);
  });
});

describe('an answer that is no success', () => {
  const answer = (status: number, body: unknown = ''): Fault => ({ kind: 'answer', status, body });

  it.each<[string, Fault, string]>([
    ['402 with an empty body', QUOTA_EXCEEDED, 'quota'],
    ['401', answer(401, { statusCode: 401, message: 'API key is invalid' }), 'unauthorized'],
    ['400', answer(400, { statusCode: 400, message: 'email is required' }), 'refused'],
    ['a web page', answer(200, '<!doctype html>'), 'bad_answer'],
    ['cut JSON', answer(200, '{"email": "a@b.d'), 'bad_answer'],
    ['an object of something else', answer(200, { ok: true }), 'bad_answer'],
    ['an empty body', answer(204), 'bad_answer'],
  ])('has its own error code: %s', async (_name, fault, code) => {
    const { client } = clientOf(service);
    service.fail('verify', fault);
    await expect(client.verify('a@b.de')).rejects.toMatchObject({ code });
    expect(service.requests).toHaveLength(1);
  });

  it('names the host of a redirect and does not follow it', async () => {
    await using elsewhere = await startStandIn();
    const { client } = clientOf(service);
    const headers = { location: `${elsewhere.url}/api/v1/verify` };
    service.fail('verify', { kind: 'answer', status: 307, headers });
    const host = new URL(elsewhere.url).host;
    await expect(client.verify('a@b.de')).rejects.toMatchObject({
      code: 'bad_answer',
      message: expect.stringContaining(host),
    });
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('tells what the service says, without the key that it echoes', async () => {
    const { client } = clientOf(service);
    service.fail('verify', answer(401, { message: `${service.apiKey} is invalid` }));
    const error = await client.verify('a@b.de').catch((caught: Error) => caught);
    expect((error as Error).message).toContain('[key] is invalid');
    expect(JSON.stringify([error, String((error as Error).stack)])).not.toContain(service.apiKey);
  });
});

describe('a request that met passing trouble', () => {
  const unavailable: Fault = { kind: 'answer', status: 503, headers: { 'retry-after': '1' } };
  const late: Fault = { kind: 'answer', status: 408 };

  it.each<[Operation, string, Fault, boolean]>([
    ['listBatches', 'a dropped connection', { kind: 'drop_before' }, true],
    ['listBatches', '502', BAD_GATEWAY, true],
    ['listBatches', '408', late, true],
    ['listBatches', '429', tooMany(), true],
    ['verify', 'a dropped connection', { kind: 'drop_before' }, false],
    ['verify', '502', BAD_GATEWAY, false],
    ['verify', '503 with Retry-After', unavailable, true],
    ['verify', '429', tooMany(), true],
    ['createBatch', 'a dropped connection', { kind: 'drop_before' }, false],
    ['createBatch', '503 with Retry-After', unavailable, false],
    ['createBatch', '408', late, false],
    ['createBatch', '429', tooMany(), true],
  ])(
    'is sent again only where that is safe: %s after %s',
    async (operation, _name, fault, again) => {
      const { client } = clientOf(service);
      service.fail(operation, fault);
      const outcome = await CALLS[operation](client).then(
        () => true,
        () => false,
      );
      expect(outcome).toBe(again);
      expect(service.requestsOf(operation)).toHaveLength(again ? 2 : 1);
    },
  );

  const CALLS: Record<
    Operation,
    (client: ReturnType<typeof createServiceClient>) => Promise<unknown>
  > = {
    verify: (client) => client.verify('a@b.de'),
    listVerifications: (client) => client.listVerifications(),
    createBatch: (client) => client.createBatch(['a@b.de']),
    getBatch: (client) => client.getBatch('batch_1'),
    listBatches: (client) => client.listBatches(),
    cancelBatch: (client) => client.cancelBatch('batch_1'),
  };

  it('is given up after the retries, with the last trouble', async () => {
    const { client, clock } = clientOf(service, { retries: 2 });
    service.fail('listBatches', BAD_GATEWAY, BAD_GATEWAY, BAD_GATEWAY);
    await expect(client.listBatches()).rejects.toMatchObject({ code: 'server', status: 502 });
    expect(clock.waits).toEqual([250, 500]);
  });

  it.each([
    ['seconds', '120'],
    ['a date', new Date(120_000).toUTCString()],
  ])('waits as long as Retry-After says in %s', async (_name, retryAfter) => {
    const waits: number[] = [];
    const clock = instantClock({ endless: 1_000_000 });
    const { client } = clientOf(service, {
      clock,
      tryTimeout: 1_000_000,
      onWait: (ms) => waits.push(ms),
    });
    service.fail('listBatches', tooMany(retryAfter));
    await client.listBatches();
    expect(clock.waits[0]).toBeGreaterThanOrEqual(120_000);
    expect(waits).toEqual(clock.waits);
  });

  it.each(['0', '0.2', new Date(0).toUTCString()])(
    'is not sent sooner than by itself for a Retry-After of %s',
    async (retryAfter) => {
      await using service = await startStandIn();
      const { client, clock } = clientOf(service);
      service.fail('createBatch', tooMany(retryAfter), tooMany(retryAfter));
      await client.createBatch(['a@b.de']);
      expect(clock.waits).toEqual([250, 500]);
    },
  );

  it.each(['90000', '9'.repeat(30), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'is not waited for more than a day unless there is a deadline: Retry-After %s',
    async (retryAfter) => {
      await using service = await startStandIn();
      const { client } = clientOf(service, {
        tryTimeout: 10,
        clock: instantClock({ endless: 10 }),
      });
      service.fail('createBatch', tooMany(retryAfter));
      await expect(client.createBatch(['a@b.de'])).rejects.toMatchObject({
        code: 'rate_limited',
        message: expect.stringMatching(/asks to wait (25 h|more than 10,?000 d|\d+ d)/),
      });
      expect(service.requests).toHaveLength(1);
    },
  );

  it('is given up after the time for one try, which is said in words', async () => {
    const { client } = clientOf(service, {
      tryTimeout: 90_000,
      retries: 0,
      clock: instantClock(),
    });
    service.fail('listBatches', { kind: 'swallow' });
    await expect(client.listBatches()).rejects.toMatchObject({
      code: 'request_timeout',
      message: expect.stringMatching(/did not answer within 1 min 30 s$/),
    });
  });

  it('is not waited for beyond the deadline', async () => {
    const { client } = clientOf(service, { deadline: 60_000, clock: instantClock({ endless: 1 }) });
    service.fail('createBatch', tooMany('3600'));
    await expect(client.createBatch(['a@b.de'])).rejects.toMatchObject({ code: 'rate_limited' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a batch whose answer is lost', () => {
  it.each<[string, Fault]>([
    ['the connection broke after the batch was created', { kind: 'drop_after' }],
    ['the connection broke before', { kind: 'drop_before' }],
    ['a gateway answered 502', BAD_GATEWAY],
    ['the answer is no JSON', { kind: 'act_then_answer', status: 201, body: '<html>' }],
    [
      'the answer has no identifier',
      { kind: 'act_then_answer', status: 201, body: { status: 'pending' } },
    ],
  ])('is an answer_lost error and not sent again: %s', async (_name, fault) => {
    const { client } = clientOf(service);
    service.fail('createBatch', fault);
    await expect(client.createBatch(['a@b.de'])).rejects.toMatchObject({ code: 'answer_lost' });
    expect(service.requests).toHaveLength(1);
  });

  it('is an answer_lost error when it takes too long', async () => {
    const expired = instantClock();
    const { client } = clientOf(service, { clock: expired });
    service.fail('createBatch', { kind: 'hold', until: new Promise(() => {}) });
    await expect(client.createBatch(['a@b.de'])).rejects.toMatchObject({ code: 'answer_lost' });
  });

  it('is not suspected when nothing listens', async () => {
    const nobody = { url: `http://127.0.0.1:${await freePort()}`, apiKey: 'mv_none' };
    const { client, clock } = clientOf(nobody, { retries: 1 });
    await expect(client.createBatch(['a@b.de'])).rejects.toMatchObject({ code: 'network' });
    expect(clock.waits).toHaveLength(1);
  });
});

describe('the signal', () => {
  it('ends a call that is under way with its reason', async () => {
    const { client } = clientOf(service);
    const stop = new AbortController();
    service.fail('verify', { kind: 'hold', until: new Promise(() => {}) });
    const call = client.verify('a@b.de', { signal: stop.signal });
    await service.arrived('verify');
    stop.abort(new Error('stopped'));
    await expect(call).rejects.toThrow('stopped');
  });
});

describe('the debug log', () => {
  it('holds method, path, status and request id, and neither key nor address', async () => {
    const lines: string[] = [];
    const { client } = clientOf(service, { debug: (line) => lines.push(line) });
    await client.verify('secret@b.de');
    expect(lines).toEqual([
      expect.stringMatching(/^POST \/api\/v1\/verify 200 \d+ ms \(request stand-in\)$/),
    ]);
  });
});

describe('settings that would give the key away', () => {
  const apiKey = 'mv_key';
  it.each([
    ['http to another machine', 'http://service.example'],
    ['a user name', 'https://me:secret@service.example'],
    ['another protocol', 'ftp://service.example'],
    ['no URL', 'service.example'],
    ['a query', 'https://service.example/?key=1'],
  ])('are refused: %s', (_name, baseUrl) => {
    expect(() => clientOf({ url: baseUrl, apiKey })).toThrow(
      expect.objectContaining({ code: 'config' }),
    );
  });

  it('do not repeat a password in the error', () => {
    const attempt = () => clientOf({ url: 'ftp://me:secret@service.example', apiKey });
    expect(attempt).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    );
  });

  it.each(['http://localhost:1', 'http://127.8.9.1', 'http://[::1]:80'])(
    'allow loopback: %s',
    (url) => {
      expect(() => clientOf({ url, apiKey })).not.toThrow();
    },
  );

  it('allow http where it is asked for', () => {
    const { client } = clientOf(
      { url: 'http://service.example/', apiKey },
      { allowInsecureHttp: true },
    );
    expect(client.baseUrl).toBe('http://service.example');
  });

  it.each(['', 'two words', 'line\nbreak', 'schlüssel'])('refuse a key that is none: %j', (key) => {
    expect(() => clientOf({ url: 'https://service.example', apiKey: key })).toThrow(
      expect.objectContaining({ code: 'config' }),
    );
  });
});

describe('an answer about something else', () => {
  it('is no answer: the results of another batch', async () => {
    const { client } = clientOf(service, { retries: 0 });
    const body = { batch: { _id: 'other', status: 'completed' }, emails: [] };
    service.fail('getBatch', { kind: 'answer', status: 200, body });
    await expect(client.getBatch('batch_1')).rejects.toMatchObject({ code: 'bad_answer' });
  });
});
