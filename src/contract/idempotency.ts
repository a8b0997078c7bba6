import { DAY_MS } from '../lib/time-units.ts';
import type { ServiceOperation } from './routes.ts';

/** The header with which a request names itself, so that it can be sent again safely. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** For how long a key is remembered, in milliseconds (24 h). */
export const IDEMPOTENCY_LIFETIME_MS = DAY_MS;
/** Characters of a key, at most. */
export const MAX_IDEMPOTENCY_KEY = 255;

/**
 * Of answers of List Batches and Create Batch: for how many seconds the service remembers keys. A
 * client may send a lost batch again where it is present. Services without keys do not send it.
 */
export const IDEMPOTENCY_LIFETIME_HEADER = 'mailvet-idempotency-lifetime';

/** The operations whose answers have that header. */
export const SAYS_LIFETIME: ReadonlySet<ServiceOperation> = new Set(['listBatches', 'createBatch']);

/** The lifetime of keys in milliseconds; undefined where the header is absent or no number. */
export function parseIdempotencyLifetime(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : undefined;
}
