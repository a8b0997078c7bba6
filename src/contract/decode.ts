/**
 * The wire as a client may meet it. The interface leaves much "not shown", and services differ:
 * identifiers come as `id` or `_id`, fields are left out, unknown states appear. Whatever is
 * missing or of the wrong type stays undefined: it is never taken for false.
 */
import { z } from 'zod';
import { BATCH_STATUSES, type BatchStatus } from './batch-state.ts';

/** A verification as received. A field that did not arrive is undefined. */
export interface Verification {
  readonly email?: string | undefined;
  readonly valid?: boolean | undefined;
  readonly deliverable?: boolean | undefined;
  readonly acceptAll?: boolean | undefined;
  readonly role?: boolean | undefined;
  readonly temporary?: boolean | undefined;
  readonly mx?: boolean | undefined;
  readonly smtp?: boolean | undefined;
  readonly score?: number | undefined;
}

export interface Batch {
  readonly id: string;
  /** `unknown` for a state that the interface does not have. */
  readonly status: BatchStatus | 'unknown';
  readonly totalCount?: number | undefined;
  readonly processedCount?: number | undefined;
  /** ISO 8601, UTC. */
  readonly createdAt?: string | undefined;
  /** The hint of the create answer or the confirmation of the cancel answer. */
  readonly message?: string | undefined;
}

export interface BatchEntry {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly status?: string | undefined;
  readonly result?: Verification | undefined;
  readonly error?: string | undefined;
}

export interface BatchResults {
  readonly batch: Batch;
  readonly entries: readonly BatchEntry[];
}

const flag = z.boolean().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const count = z.int().min(0).optional().catch(undefined);

const VerificationShape = z.object({
  email: text,
  valid: flag,
  deliverable: flag,
  acceptAll: flag,
  role: flag,
  temporary: flag,
  mx: flag,
  smtp: flag,
  score: z.number().optional().catch(undefined),
});

const identifier = z.union([z.string().min(1), z.number().transform(String)]).optional();

const BatchShape = z
  .object({
    id: identifier.catch(undefined),
    _id: identifier.catch(undefined),
    status: z.enum(BATCH_STATUSES).or(z.literal('unknown')).catch('unknown'),
    totalCount: count,
    processedCount: count,
    createdAt: text,
    message: text,
  })
  .transform(({ _id, id, ...rest }) => ({ id: id ?? _id ?? '', ...rest }));

const EntryShape = z
  .object({
    id: identifier.catch(undefined),
    _id: identifier.catch(undefined),
    email: text,
    status: text,
    result: VerificationShape.optional().catch(undefined),
    error: text,
  })
  .transform(({ _id, id, ...rest }) => ({ id: id ?? _id, ...rest }));

/** Undefined when the value is no object at all. */
export function decodeVerification(value: unknown): Verification | undefined {
  return VerificationShape.safeParse(value).data;
}

/** Undefined when the value is no batch: no object, or without an identifier. */
export function decodeBatch(value: unknown): Batch | undefined {
  const batch = BatchShape.safeParse(value).data;
  return batch?.id ? batch : undefined;
}

/** The answer of Create Batch, bare or under `batch`. */
export function decodeCreatedBatch(value: unknown): Batch | undefined {
  return decodeBatch(value) ?? decodeBatch(property(value, 'batch'));
}

/** The answer of Cancel Batch: the updated batch, with the confirmation as its message. */
export function decodeCancelledBatch(value: unknown): Batch | undefined {
  const batch = decodeBatch(property(value, 'batch')) ?? decodeBatch(value);
  const message = text.parse(property(value, 'message'));
  return batch && { ...batch, message: message ?? batch.message };
}

/** The answer of Get Batch Results. `fallbackId` serves where the answer leaves the identifier out. */
export function decodeBatchResults(value: unknown, fallbackId: string): BatchResults | undefined {
  const raw = property(value, 'batch');
  if (typeof raw !== 'object' || raw === null) return undefined;
  const batch = decodeBatch(raw) ?? decodeBatch({ ...raw, id: fallbackId });
  const emails = property(value, 'emails');
  if (!batch || (emails !== undefined && emails !== null && !Array.isArray(emails))) {
    return undefined;
  }
  const entries = (emails ?? []).flatMap((entry) => EntryShape.safeParse(entry).data ?? []);
  return { batch, entries };
}

/** An array of things that decode; undefined when it is no array. Elements that don't decode are left out. */
export function decodeList<T>(
  value: unknown,
  decode: (element: unknown) => T | undefined,
): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map(decode).filter((element) => element !== undefined);
}

/** The message of an Error body, if there is one. */
export function decodeErrorMessage(value: unknown): string | undefined {
  const message = property(value, 'message') ?? property(value, 'error');
  return typeof message === 'string' && message !== '' ? message : undefined;
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}
