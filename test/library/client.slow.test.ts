import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { buildClient, CLIENT_WORDS } from '../../src/library/build-client.ts';
import { createClient, judge, MailvetError } from '../../src/library/client.ts';
import type { ClientOptions } from '../../src/library/client-api.ts';
import { eachTest } from '../support/each-test.ts';
import { instantClock } from '../support/manual-clock.ts';
import { BAD_GATEWAY, QUOTA_EXCEEDED, type StandIn, startStandIn } from '../support/stand-in.ts';

const service = eachTest(startStandIn);

const ADDRESSES = ['a@b.de', 'undeliverable@b.de'];

/** A client whose waits pass at once. */
function clientOf({ url, apiKey }: StandIn, more: Partial<ClientOptions> = {}) {
  const clock = instantClock({ endless: 90_000 });
  const options = { baseUrl: url, apiKey, env: {}, ...more };
  const client = buildClient(options, { clock, random: () => 0 });
  onTestFinished(() => client.close());
  return { client, clock };
}

it('verifies, submits, reads, lists and cancels', async () => {
  await using service = await startStandIn({ pollsToFinish: 9 });
  const client = createClient({ baseUrl: service.url, apiKey: service.apiKey, env: {} });
  expect(await client.verify('a@b.de', { noCache: true })).toMatchObject({ deliverable: true });
  expect(await client.listVerifications({ limit: 5 })).toHaveLength(1);
  const { id } = await client.createBatch(ADDRESSES);
  expect((await client.getBatch(id)).entries).toHaveLength(2);
  expect(await client.listBatches()).toMatchObject([{ id }]);
  expect(await client.cancelBatch(id)).toMatchObject({ status: 'cancelled' });
  await client.close();
});

it('ignores options that are undefined', async () => {
  service.fail('listBatches', BAD_GATEWAY);
  const { client } = clientOf(service, { retries: undefined, tryTimeout: undefined });
  expect(await client.listBatches()).toEqual([]);
  expect(service.requestsOf('listBatches')[1]?.headers['user-agent']).toBe('mailvet');
});

it('rejects with an error whose code says how to react', async () => {
  service.fail('createBatch', QUOTA_EXCEEDED);
  const { client } = clientOf(service);
  const error = await client.createBatch(ADDRESSES).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MailvetError);
  expect(error).toMatchObject({ code: 'quota', status: 402 });
});

it('throws at once for a base URL and a key that can not be used', () => {
  const code = 'config';
  expect(() => createClient({ baseUrl: 'b.de', apiKey: 'k' })).toThrow(
    expect.objectContaining({ code }),
  );
  expect(() => createClient({ baseUrl: 'https://b.de', apiKey: '' })).toThrow(
    expect.objectContaining({ code }),
  );
});

it.each([{ apiKey: undefined }, { baseUrl: 8080 }, { retries: -1 }, { tryTimeout: 0 }])(
  'throws config for %o, which a program without types may give',
  (wrong) => {
    const options = { baseUrl: 'https://b.de', apiKey: 'k', ...wrong } as ClientOptions;
    expect(() => createClient(options)).toThrow(expect.objectContaining({ code: 'config' }));
  },
);

it('adopts a batch whose answer was lost', async () => {
  service.fail('createBatch', { kind: 'drop_after' });
  const { client } = clientOf(service);
  expect(await client.createBatch(ADDRESSES)).toMatchObject({ id: 'batch_1' });
  expect(service.batches).toHaveLength(1);
});

it('gives the id of an adopted batch whose state can not be read', async () => {
  service.fail('createBatch', { kind: 'drop_after' });
  service.fail('getBatch', { kind: 'hold', until: Promise.resolve() }, BAD_GATEWAY);
  const { client } = clientOf(service, { retries: 0 });
  expect(await client.createBatch(ADDRESSES)).toEqual({ id: 'batch_1', status: 'unknown' });
});

it('takes no batch for a lost one that was there before, or is its own', async () => {
  const { client: earlier } = clientOf(service);
  await earlier.createBatch(ADDRESSES);
  const { client } = clientOf(service);
  expect(await client.createBatch(ADDRESSES)).toMatchObject({ id: 'batch_2' });
  service.fail('createBatch', { kind: 'drop_before' });
  await expect(client.createBatch(ADDRESSES)).rejects.toMatchObject({ code: 'answer_lost' });
});

it('looks for a lost batch for half a minute, then says that its answer was lost', async () => {
  service.fail('createBatch', { kind: 'drop_before' });
  const { client, clock } = clientOf(service);
  await expect(client.createBatch(ADDRESSES)).rejects.toMatchObject({ code: 'answer_lost' });
  expect(clock.waits.reduce((sum, wait) => sum + wait, 0)).toBe(30_020);
  expect(service.requestsOf('createBatch')).toHaveLength(1);
});

it('keeps to the lost answer where the service can not be asked about it', async () => {
  const { client } = clientOf(service, { retries: 0 });
  await client.createBatch(['c@d.de']);
  service.fail('createBatch', { kind: 'drop_after' });
  service.fail('listBatches', { kind: 'answer', status: 401 });
  await expect(client.createBatch(ADDRESSES)).rejects.toMatchObject({ code: 'answer_lost' });
});

it('ends a call with the reason of its signal', async () => {
  service.fail('listBatches', { kind: 'swallow' });
  const { client } = clientOf(service);
  const caller = new AbortController();
  const created = client.createBatch(ADDRESSES, { signal: caller.signal });
  await service.arrived('listBatches');
  caller.abort(new Error('enough'));
  await expect(created).rejects.toThrow('enough');
  expect(service.requestsOf('createBatch')).toEqual([]);
});

it('lists nothing where lost batches are not to be adopted', async () => {
  service.fail('createBatch', { kind: 'drop_after' });
  const { client } = clientOf(service, { adoptLostBatches: false });
  await expect(client.createBatch(ADDRESSES)).rejects.toMatchObject({ code: 'answer_lost' });
  expect(service.requestsOf('listBatches')).toEqual([]);
});

it('judges results and findings, and calls nothing dead for a field that is missing', () => {
  expect(judge({ valid: false })).toEqual({ verdict: 'undeliverable', reason: 'syntax' });
  expect(judge({ valid: true })).toEqual({ verdict: 'unknown', reason: 'incomplete' });
});

it('sends a batch again whose answer was lost, with its key, to a service that remembers keys', async () => {
  const headers = { 'mailvet-idempotency-lifetime': '86400' };
  service.fail('listBatches', { kind: 'answer', status: 200, body: [], headers });
  service.fail('createBatch', { kind: 'drop_before' }, { kind: 'drop_before' });
  const { client } = clientOf(service);
  expect(await client.createBatch(ADDRESSES)).toMatchObject({ id: 'batch_1' });
  const keys = service
    .requestsOf('createBatch')
    .map((request) => request.headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(service.requestsOf('listBatches')).toHaveLength(1);
});

it('gives each batch a key of its own, or the one it is given', async () => {
  const { client } = clientOf(service);
  await client.createBatch(ADDRESSES);
  await client.createBatch(ADDRESSES);
  await client.createBatch(ADDRESSES, { idempotencyKey: 'order-7' });
  const keys = service
    .requestsOf('createBatch')
    .map((request) => request.headers['idempotency-key']);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('order-7');
  for (const idempotencyKey of ['', 'two words', 'x'.repeat(256), 'ä'])
    await expect(client.createBatch(ADDRESSES, { idempotencyKey })).rejects.toMatchObject({
      code: 'usage',
    });
});

it('gives up after four POSTs whose answers were lost', async () => {
  const headers = { 'mailvet-idempotency-lifetime': '86400' };
  service.fail('listBatches', { kind: 'answer', status: 200, body: [], headers });
  service.fail('createBatch', ...Array(9).fill({ kind: 'drop_before' }));
  const { client } = clientOf(service);
  await expect(client.createBatch(ADDRESSES)).rejects.toMatchObject({ code: 'answer_lost' });
  expect(service.requestsOf('createBatch')).toHaveLength(4);
});

it('gives hints in the words of a program', async () => {
  const { client } = clientOf(service, { apiKey: 'wrong' });
  await expect(client.verify('a@b.de')).rejects.toMatchObject({
    code: 'unauthorized',
    status: 401,
    hint: 'Check apiKey: it may be revoked, or be of another service than baseUrl',
  });
  expect(() => createClient({ baseUrl: 'http://b.de', apiKey: 'k' })).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('allowInsecureHttp') }),
  );
});

it('has words of its own for every remedy that the client names', () => {
  const folder = new URL('../../src/contract/client/', import.meta.url);
  const code = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const named = code.flatMap((text) => [...text.matchAll(/\{ code: '(\w+)' \}/g)]);
  const codes = new Set(named.map(([, remedy]) => remedy));
  expect(codes).toEqual(new Set(Object.keys(CLIENT_WORDS)));
  const hints = code.flatMap((text) => [...text.matchAll(/hint(?: =|:)\s*'((?:[^'\\]|\\.)*)'/g)]);
  expect(hints.length).toBeGreaterThan(8);
  expect(hints.filter(([, hint = '']) => /--[a-z]|mailvet [a-z]/.test(hint))).toEqual([]);
});
