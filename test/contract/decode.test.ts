import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BATCH_STATUSES } from '../../src/contract/batch-state.ts';
import {
  decodeBatch,
  decodeBatchResults,
  decodeCancelledBatch,
  decodeCreatedBatch,
  decodeErrorMessage,
  decodeList,
  decodeVerification,
} from '../../src/contract/decode.ts';
import { runs } from '../support/property-runs.ts';

const batch = { status: 'processing', totalCount: 3, processedCount: 1 };

describe('decodeBatch', () => {
  it.each([
    ['id', { ...batch, id: 'b1' }],
    ['_id', { ...batch, _id: 'b1' }],
    ['both', { ...batch, id: 'b1', _id: 'b1' }],
  ])('reads the identifier under %s', (_name, value) => {
    expect(decodeBatch(value)).toMatchObject({ ...batch, id: 'b1' });
  });

  it('reads a number as identifier', () => {
    expect(decodeBatch({ ...batch, id: 17 })?.id).toBe('17');
  });

  it.each([null, 'text', [], {}, { ...batch, id: '' }])('refuses %j', (value) => {
    expect(decodeBatch(value)).toBeUndefined();
  });

  it.each(['x'.repeat(201), 'b\u001b[2J', 'b\u202e', 'b\n'])('refuses the identifier %j', (id) => {
    expect(decodeBatch({ ...batch, id })).toBeUndefined();
  });

  it('takes a state that the interface does not have for unknown', () => {
    expect(decodeBatch({ id: 'b1', status: 'queued' })?.status).toBe('unknown');
    expect(decodeBatch({ id: 'b1' })?.status).toBe('unknown');
  });
});

describe('decodeCreatedBatch and decodeCancelledBatch', () => {
  it('read the batch bare or nested', () => {
    expect(decodeCreatedBatch({ id: 'b1', ...batch })?.id).toBe('b1');
    expect(decodeCreatedBatch({ batch: { _id: 'b1', ...batch } })?.id).toBe('b1');
    expect(decodeCancelledBatch({ _id: 'b1', ...batch })?.id).toBe('b1');
  });

  it('keep the confirmation of a cancelled batch', () => {
    const answer = { message: 'Batch cancelled', batch: { _id: 'b1', status: 'cancelled' } };
    expect(decodeCancelledBatch(answer)).toMatchObject({
      id: 'b1',
      status: 'cancelled',
      message: 'Batch cancelled',
    });
  });
});

describe('decodeBatchResults', () => {
  it('keeps entries whose fields are missing, without a result that can be none', () => {
    const answer = {
      batch: { _id: 'b1', ...batch },
      emails: [
        { _id: 1, email: 'a@b.test', status: 'verified', result: { valid: 'yes', score: 9 } },
        { email: 'c@b.test', result: null, error: null },
        {},
      ],
    };
    const decoded = decodeBatchResults(answer, 'b1');
    expect(decoded?.entries).toHaveLength(3);
    expect(decoded?.entries[0]?.result).toBeUndefined();
    expect(decoded?.entries[1]).toMatchObject({ email: 'c@b.test' });
    expect(decoded?.entries[1]?.result).toBeUndefined();
    expect(decoded?.entries[1]?.error).toBeUndefined();
  });

  it('takes the identifier asked for where the answer leaves it out', () => {
    expect(decodeBatchResults({ batch, emails: [] }, 'b7')?.batch.id).toBe('b7');
  });

  it.each([null, [], 'html', { emails: [] }, { batch, emails: 'none' }])('refuses %j', (value) => {
    expect(decodeBatchResults(value, 'b1')).toBeUndefined();
  });

  it('tells whether it is the batch asked for', () => {
    const idOf = (names: object) =>
      decodeBatchResults({ batch: { ...batch, ...names }, emails: [] }, 'b1')?.batch.id;
    expect(idOf({ _id: 'b2' })).toBe('b2');
    expect(idOf({ id: 'x', _id: 'b1' })).toBe('b1');
  });
});

describe('decodeVerification', () => {
  it('never throws, and never turns a missing field into a value', () => {
    fc.assert(
      fc.property(fc.object({ key: fc.constantFrom('valid', 'smtp', 'email', 'x') }), (value) => {
        const decoded = decodeVerification(value);
        expect(decoded?.smtp).toBe(decoded ? (value.smtp ?? undefined) : undefined);
      }),
    );
  });

  it.each([
    { score: 101 },
    { score: -1 },
    { score: '95' },
    { valid: 'yes' },
    { deliverable: 1 },
    { email: 5 },
  ])('refuses a value that can be none: %j', (wrong) => {
    expect(decodeVerification({ email: 'a@b.test', score: 9, ...wrong })).toBeUndefined();
  });

  it('takes null for missing', () => {
    expect(decodeVerification({ score: 9, mx: null })).toEqual({ score: 9 });
  });

  it.each([
    [{ reason: 'full' }, { reason: 'full' }],
    [
      { reason: 'greylisted', retryAfter: '2026-11-22T14:32:00Z' },
      { reason: 'greylisted', retryAfter: Date.UTC(2026, 10, 22, 14, 32) },
    ],
    [{ reason: 'full', retryAfter: 'soon' }, { reason: 'full' }],
    [null, undefined],
    ['full', undefined],
    [{ reason: 7 }, undefined],
    [{ reason: '\u001b[31mfull' }, undefined],
    [{ reason: 'x'.repeat(41) }, undefined],
  ])('reads detail %j as %j', (detail, expected) => {
    expect(decodeVerification({ score: 1, detail })?.detail).toEqual(expected);
    expect(decodeVerification({ score: 1, detail })?.score).toBe(1);
  });

  it('refuses what is no object', () => {
    expect(decodeVerification(null)).toBeUndefined();
    expect(decodeVerification('ok')).toBeUndefined();
  });
});

describe('every decoder', () => {
  /** Values as JSON has them, of every type, under the names that matter and others. */
  const anything = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, false, '', 'b1', ...BATCH_STATUSES),
      fc.constantFrom(0, 3, -1, 0.5, 1e21, Number.POSITIVE_INFINITY),
      fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 8 }),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  })).value;

  it('reads whatever comes as the schemas say', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(decodeVerification(value)).toEqual(VerificationShape.safeParse(value).data);
        const batch = BatchShape.safeParse(value).data;
        expect(decodeBatch(value)).toEqual(batch?.id ? batch : undefined);
        const decoded = decodeBatchResults({ batch: { id: 'b1' }, emails: [value] }, 'b1');
        expect(decoded?.entries).toEqual([EntryShape.safeParse(value).data ?? []].flat());
      }),
      { numRuns: runs(2000) },
    );
  });
});

const maybe = <T extends z.ZodType>(type: T) =>
  type.nullish().transform((value) => value ?? undefined);
const flag = maybe(z.boolean());
const text = z.string().optional().catch(undefined);
const count = z.int().min(0).optional().catch(undefined);
const score = maybe(z.number().min(0).max(100));
const identifier = z
  .union([z.string().min(1), z.number().transform(String)])
  .optional()
  .catch(undefined);

const FLAGS = {
  valid: flag,
  deliverable: flag,
  acceptAll: flag,
  role: flag,
  temporary: flag,
  mx: flag,
  smtp: flag,
};

const VerificationShape = z.object({ email: maybe(z.string()), ...FLAGS, score });

const BatchShape = z
  .object({
    id: identifier,
    _id: identifier,
    status: z.enum(BATCH_STATUSES).or(z.literal('unknown')).catch('unknown'),
    totalCount: count,
    processedCount: count,
    createdAt: text,
    message: text,
  })
  .transform(({ _id, id, ...rest }) => ({ id: id ?? _id, ...rest }));

const EntryShape = z
  .object({
    id: identifier,
    _id: identifier,
    email: text,
    status: text,
    result: VerificationShape.optional().catch(undefined),
    error: text,
  })
  .transform(({ _id, id, ...rest }) => ({ id: id ?? _id, ...rest }));

const NAMES = ['id', '_id', 'email', 'status', 'result', 'error', 'valid', 'smtp', 'score'].concat([
  'totalCount',
  'processedCount',
  'createdAt',
  'message',
  'other',
]);

describe('decodeList', () => {
  it('leaves out what does not decode and refuses what is no array', () => {
    expect(decodeList([{ id: 'a' }, 5, { id: 'b' }], decodeBatch)).toHaveLength(2);
    expect(decodeList({ batches: [] }, decodeBatch)).toBeUndefined();
  });
});

describe('decodeErrorMessage', () => {
  it('finds the message of an Error body and nothing in an empty one', () => {
    expect(decodeErrorMessage({ statusCode: 404, message: 'Batch not found' })).toBe(
      'Batch not found',
    );
    expect(decodeErrorMessage({ error: 'nope' })).toBe('nope');
    expect(decodeErrorMessage(undefined)).toBeUndefined();
    expect(decodeErrorMessage({ message: '' })).toBeUndefined();
  });
});
