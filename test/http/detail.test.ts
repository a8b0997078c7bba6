import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  BatchResultsWithDetailSchema,
  VerificationResultWithDetailSchema,
} from '../../src/contract/detail.ts';
import { BatchResultsSchema, VerificationResultSchema } from '../../src/contract/schemas.ts';
import { toDetail } from '../../src/result/on-wire.ts';
import { NO_EVIDENCE } from '../../src/result/result.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import type { Team } from '../../src/service/records.ts';
import { toResult } from '../../src/service/verifications/decide.ts';
import type { FindingEvidence } from '../../src/verifier/engine/evidence.ts';
import type { Finding } from '../../src/verifier/verifier.ts';
import { claimPart } from '../support/claim-part.ts';
import { eachTest } from '../support/each-test.ts';
import { fakeVerifier, findingOf } from '../support/fake-verifier.ts';
import { serviceWorld } from '../support/service-world.ts';

interface Golden {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly response: { readonly status: number; readonly body: unknown };
}

const world = eachTest(serviceWorld);
let team: Team;
let key: string;

beforeEach(async () => {
  ({ team, key } = await world.team('ours'));
  Object.assign(world.context, {
    verifier: { ...fakeVerifier(), verify: async (email: string) => explained(email) },
  });
});

const EVIDENCE: FindingEvidence = {
  provider: 'example.net',
  mxHost: 'mx1.example.net',
  egress: 'default',
  reply: { code: 452, enhanced: '4.2.2', text: '<full@gmial.com> mailbox full' },
  attempts: 1,
  free: false,
  retryAfter: undefined,
};

/** `full…` says why, everything else does not. */
function explained(email: string): Finding {
  const plain = findingOf(email);
  if (!email.startsWith('full')) return plain;
  const dead = { deliverable: false, smtp: true, score: 20, reason: 'full' } as const;
  return { ...plain, ...dead, evidence: EVIDENCE };
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return world.request(path, { ...init, headers: { ...headers, ...init.headers } });
}

async function verify(email: string, query = '', headers = {}): Promise<unknown> {
  const body = JSON.stringify({ email });
  return (await ask(`/api/v1/verify${query}`, { method: 'POST', headers, body })).json();
}

async function batchWithOneAnswer(): Promise<string> {
  const { id } = await createBatch(world.context, team, ['full@gmial.com', 'anna@example.com']);
  const { clock, store } = world.context;
  const part = await claimPart(store, team.id);
  const result = toResult(explained('full@gmial.com'), clock.now());
  await store.parts.record(part, [{ positions: [0], result }], clock.now());
  return id;
}

/** As a verifier stored it that gave no evidence. */
async function storeWithoutEvidence(email: string): Promise<void> {
  const { clock, store } = world.context;
  const at = clock.now();
  const result = { ...toResult(explained(email), at), evidence: NO_EVIDENCE };
  await store.team(team.id).recordVerification({ email, result, at });
}

const GOLDENS: readonly [string, z.ZodType, z.ZodType, () => Promise<string>][] = [
  ['verify', VerificationResultWithDetailSchema, VerificationResultSchema, async () => ''],
  [
    'list-verifications',
    VerificationResultWithDetailSchema.array(),
    VerificationResultSchema.array(),
    async () => {
      await storeWithoutEvidence('anna@example.com');
      for (const email of ['full@gmial.com', 'full@gmial.com']) await verify(email);
      return '';
    },
  ],
  ['get-batch', BatchResultsWithDetailSchema, BatchResultsSchema, batchWithOneAnswer],
];

describe.each(GOLDENS)('golden %s with detail', (name, detailed, plain, prepare) => {
  const file = new URL(`../../fixtures/golden/${name}-with-detail.json`, import.meta.url);
  const { request, response } = JSON.parse(readFileSync(file, 'utf8')) as Golden;

  async function play(path: string): Promise<unknown> {
    const id = await prepare();
    const { method } = request;
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const answered = await ask(path.replace('{id}', id), { method, body });
    expect(answered.status).toBe(response.status);
    return answered.json();
  }

  it('is what the service answers, field for field', async () => {
    expect(comparable(await play(request.path))).toEqual(comparable(response.body));
  });

  it('is described by the schema without a field more', () => {
    expect(detailed.parse(response.body)).toEqual(response.body);
  });

  it('is the interface alone without the parameter', async () => {
    const body = await play(request.path.replace('?include=detail', ''));
    expect(plain.parse(body)).toEqual(body);
    expect(JSON.stringify(body)).not.toContain('detail');
  });
});

describe('what keeps the service from learning anything', () => {
  it.each([
    ['/api/v1/verifications', {}, null],
    ['/api/v1/verifications?include=detail', {}, 'dns_failure, blocked'],
    ['/api/v1/batches', { Prefer: 'include=detail' }, 'dns_failure, blocked'],
  ])('stands in a header with detail alone: %s %j', async (path, headers, named) => {
    Object.assign(world.context.verifier, { problems: () => ['dns_failure', 'blocked'] });
    expect((await ask(path, { headers })).headers.get('mailvet-problem')).toBe(named);
  });
});

describe('what a batch waits for', () => {
  const until = '2026-11-21T12:05:00.000Z';

  const json = async (path: string) => (await ask(path)).json() as Promise<unknown>;

  async function waitingBatch(): Promise<string> {
    const waiting = () => [{ reason: 'greylisted', count: 2, left: 5 * 60_000 }];
    Object.assign(world.context.verifier, { waiting });
    const { id } = await createBatch(world.context, team, ['ann@x.com', 'bob@x.com']);
    return id;
  }

  it.each(['', '?include=detail'])('stands in the batch only with detail: %j', async (query) => {
    const id = await waitingBatch();
    const one = await json(`/api/v1/batches/${id}${query}`);
    const listed = await json(`/api/v1/batches${query}`);
    const schema = query === '' ? BatchResultsSchema.strict() : BatchResultsWithDetailSchema;
    expect(schema.parse(one)).toEqual(one);
    const waiting = { waiting: [{ reason: 'greylisted', count: 2, until }] };
    if (query === '') expect(JSON.stringify([one, listed])).not.toContain('waiting');
    else expect([one, listed]).toMatchObject([{ batch: waiting }, [waiting]]);
  });

  it('is asked of the queue once for all open batches of a page', async () => {
    const first = await waitingBatch();
    const second = await waitingBatch();
    const { store } = world.context;
    for (const owner of ['one', 'two']) await claimPart(store, team.id, owner);
    const asked: unknown[] = [];
    const waits = async (ids: readonly string[]) => {
      asked.push(ids);
      return new Map([[first, [{ reason: 'deferred', count: 1, left: 60_000 }]]]);
    };
    Object.assign(store.parts, { waits });
    expect(await json('/api/v1/batches?include=detail')).toMatchObject([
      { _id: second, waiting: [{ reason: 'greylisted' }] },
      { _id: first, waiting: [{ reason: 'greylisted' }, { reason: 'deferred' }] },
    ]);
    expect(asked).toEqual([[second, first]]);
  });
});

describe('detail', () => {
  it('is asked for by a preference, too, which other services ignore', async () => {
    const preferred = await verify('full@x.com', '', { Prefer: 'wait=5, include=detail' });
    expect(preferred).toMatchObject({ detail: { reason: 'full' } });
  });

  it('has the time after which to ask again', async () => {
    const evidence = { ...EVIDENCE, retryAfter: 60_000 };
    const email = 'full@x.com';
    const result = toResult({ ...explained(email), evidence }, Date.UTC(2026, 0, 1));
    expect(toDetail({ email, result })).toMatchObject({
      checkedAt: '2026-01-01T00:00:00.000Z',
      retryAfter: '2026-01-01T00:01:00.000Z',
    });
  });

  it('of the cache says when the host was asked and that nobody asked again', async () => {
    await verify('full@x.com');
    world.clock.advance(1000);
    expect(await verify('full@x.com', '?include=detail')).toMatchObject({
      detail: { cached: true, checkedAt: '2026-11-21T12:00:00.000Z' },
    });
  });

  it('is concluded by the policy of the team, with the verdict alone as well', async () => {
    const concluded = { verdict: 'undeliverable', reason: 'mailbox', action: 'hold' };
    expect(await verify('full@gmial.com', '?include=verdict')).toEqual({
      ...VerificationResultSchema.parse(await verify('full@gmial.com')),
      ...concluded,
      suggestion: 'full@gmail.com',
    });
    const policy = JSON.stringify({ rules: [{ if: { detail: 'full' }, verdict: 'unknown' }] });
    const change = { actor: 'ann@example.com', at: world.context.clock.now() };
    await world.context.store.policies(team.id).set(policy, change);
    const id = await batchWithOneAnswer();
    const batch = await ask(`/api/v1/batches/${id}?include=verdict`);
    expect(await batch.json()).toMatchObject({
      emails: [{ result: { verdict: 'unknown', reason: 'mailbox', action: 'hold' } }, {}],
    });
  });

  it.each(['?include=', '?include=all', '?include=detail&include=detail'])(
    '%s is refused',
    async (query) => {
      for (const path of ['/api/v1/verifications', '/api/v1/batches/batch_x']) {
        const response = await ask(`${path}${query}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          message: expect.stringMatching(/^include /),
        });
      }
      expect(await verify('full@x.com', query)).toMatchObject({ statusCode: 400 });
    },
  );
});

/** The same value with the identifier, which differs each time, left out. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/batch_[\w-]{20}/g, 'batch_…'));
}
