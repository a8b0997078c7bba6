/**
 * The wire as a client may meet it. The interface leaves much "not shown", and services differ:
 * identifiers come as `id` or `_id`, fields are left out, unknown states appear. Whatever is
 * missing or of the wrong type stays undefined: it is never taken for false.
 *
 * By hand rather than by schemas: a list of a million addresses brings a million entries.
 */
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

type Fields = Readonly<Record<string, unknown>>;

/** Undefined when the value is no object at all. */
export function decodeVerification(value: unknown): Verification | undefined {
  if (!isObject(value)) return undefined;
  return {
    email: text(value.email),
    valid: flag(value.valid),
    deliverable: flag(value.deliverable),
    acceptAll: flag(value.acceptAll),
    role: flag(value.role),
    temporary: flag(value.temporary),
    mx: flag(value.mx),
    smtp: flag(value.smtp),
    score: number(value.score),
  };
}

/** Undefined when the value is no batch: no object, or without an identifier. */
export function decodeBatch(value: unknown): Batch | undefined {
  if (!isObject(value)) return undefined;
  const id = identifierOf(value);
  if (id === undefined) return undefined;
  return {
    id,
    status: BATCH_STATUSES.find((status) => status === value.status) ?? 'unknown',
    totalCount: count(value.totalCount),
    processedCount: count(value.processedCount),
    createdAt: text(value.createdAt),
    message: text(value.message),
  };
}

function decodeEntry(value: unknown): BatchEntry | undefined {
  if (!isObject(value)) return undefined;
  return {
    id: identifierOf(value),
    email: text(value.email),
    status: text(value.status),
    result: decodeVerification(value.result),
    error: text(value.error),
  };
}

/** The answer of Create Batch, bare or under `batch`. */
export function decodeCreatedBatch(value: unknown): Batch | undefined {
  return decodeBatch(value) ?? decodeBatch(property(value, 'batch'));
}

/** The answer of Cancel Batch: the updated batch, with the confirmation as its message. */
export function decodeCancelledBatch(value: unknown): Batch | undefined {
  const batch = decodeBatch(property(value, 'batch')) ?? decodeBatch(value);
  const message = text(property(value, 'message'));
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
  return { batch, entries: decodeList(emails ?? [], decodeEntry) ?? [] };
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

function identifierOf({ id, _id }: Fields): string | undefined {
  return identifier(id) ?? identifier(_id);
}

function identifier(value: unknown): string | undefined {
  return text(value) || number(value)?.toString();
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function number(value: unknown): number | undefined {
  return Number.isFinite(value) ? (value as number) : undefined;
}

function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
