import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  decodeBatch,
  decodeBatchResults,
  decodeCancelledBatch,
  decodeCreatedBatch,
  decodeErrorMessage,
  decodeList,
  decodeVerification,
} from '../../src/contract/decode.ts';
import type { Operation } from '../../src/contract/routes.ts';
import {
  BatchResultsSchema,
  BatchSchema,
  CancelBatchResponseSchema,
  CreateBatchResponseSchema,
  ErrorBodySchema,
  VerificationResultSchema,
} from '../../src/contract/schemas.ts';
import { createBatch } from '../../src/service/batches/batches.ts';
import type { Team } from '../../src/service/records.ts';
import { toResult } from '../../src/service/verifications/decide.ts';
import { verifyAddress } from '../../src/service/verifications/verifications.ts';
import { claimPart } from '../support/claim-part.ts';
import { eachTest } from '../support/each-test.ts';
import { findingOf } from '../support/fake-verifier.ts';
import { serviceWorld } from '../support/service-world.ts';

interface Exchange {
  readonly case?: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
    readonly key?: 'none' | 'unknown' | 'poor';
  };
  readonly response: { readonly status: number; readonly body: unknown };
}

function read<T>(name: string): T {
  const file = new URL(`../../fixtures/golden/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

const world = eachTest(serviceWorld);
let team: Team;
let keys: Record<string, string>;

beforeEach(async () => {
  const ours = await world.team('ours');
  const poor = await world.team('poor', 0);
  team = ours.team;
  keys = { ours: ours.key, unknown: `mv_${'x'.repeat(40)}`, poor: poor.key };
});

function play({ request }: Exchange, id = ''): Promise<Response> {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  const key = request.key === 'none' ? undefined : keys[request.key ?? 'ours'];
  if (key) headers.set('Authorization', `Bearer ${key}`);
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  return world.request(request.path.replace('{id}', id), { method: request.method, headers, body });
}

/** Two verifications, or a batch with one of two entries answered: what the goldens show. */
async function setTheScene(operation: Operation): Promise<string> {
  if (operation === 'listVerifications') {
    for (const email of ['anna@example.com', 'gone@example.com']) {
      await verifyAddress(world.context, team, { email, noCache: false });
    }
  }
  if (!['getBatch', 'listBatches', 'cancelBatch'].includes(operation)) return '';
  const emails = ['anna@example.com', 'gone@example.com'];
  const { id } = await createBatch(world.context, team, emails);
  await answerFirstEntry();
  return id;
}

/** Does by hand what a worker does: the batch is processing, its first entry answered. */
async function answerFirstEntry(): Promise<void> {
  const { clock, store } = world.context;
  const part = await claimPart(store, team.id);
  const result = toResult(findingOf('anna@example.com'), clock.now());
  await store.parts.record(part, [{ positions: [0], result }], clock.now());
}

/** The same value with its identifier and its hint, which differ each time, left out. */
function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value).replaceAll(/batch_[\w-]{20}/g, 'batch_…'),
    (name, inner) => (name === 'message' ? typeof inner : inner),
  );
}

const OPERATIONS: readonly {
  name: string;
  schema: z.ZodType;
  decode: (body: unknown) => unknown;
}[] = [
  { name: 'verify', schema: VerificationResultSchema, decode: decodeVerification },
  {
    name: 'list-verifications',
    schema: VerificationResultSchema.array(),
    decode: (body) => decodeList(body, decodeVerification),
  },
  { name: 'create-batch', schema: CreateBatchResponseSchema, decode: decodeCreatedBatch },
  {
    name: 'get-batch',
    schema: BatchResultsSchema,
    decode: (body) => decodeBatchResults(body, 'fallback'),
  },
  {
    name: 'list-batches',
    schema: BatchSchema.array(),
    decode: (body) => decodeList(body, decodeBatch),
  },
  { name: 'cancel-batch', schema: CancelBatchResponseSchema, decode: decodeCancelledBatch },
];

describe.each(OPERATIONS)('golden $name', ({ name, schema, decode }) => {
  const golden = read<Exchange & { operation: Operation }>(name);

  it('is what the service answers, field for field', async () => {
    const id = await setTheScene(golden.operation);
    const response = await play(golden, id);
    expect(response.status).toBe(golden.response.status);
    expect(comparable(await response.json())).toEqual(comparable(golden.response.body));
  });

  it('is described by the schema without a field more', () => {
    expect(schema.parse(golden.response.body)).toEqual(golden.response.body);
  });

  it('is decoded by a client with nothing lost', () => {
    const text = JSON.stringify(decode(golden.response.body));
    for (const value of leaves(golden.response.body)) expect(text).toContain(JSON.stringify(value));
  });
});

function leaves(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [value];
  return Object.values(value).flatMap(leaves);
}

describe('golden errors', () => {
  it.each(read<Exchange[]>('errors'))('$case', async (golden) => {
    const response = await play(golden);
    expect(response.status).toBe(golden.response.status);
    expect(await response.json()).toEqual(golden.response.body);
    expect(ErrorBodySchema.strict().parse(golden.response.body)).toBeTruthy();
    expect(decodeErrorMessage(golden.response.body)).toEqual(expect.any(String));
  });
});
