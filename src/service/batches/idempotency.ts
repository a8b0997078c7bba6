/**
 * Requests with an `Idempotency-Key`: the same request with the same key, sent again within 24 h,
 * gets the first one's answer and is not charged again.
 */
import { IDEMPOTENCY_LIFETIME_MS } from '../../contract/idempotency.ts';
import { sha256 } from '../../lib/sha256.ts';
import { ServiceError } from '../service-error.ts';

/** A request with a key. */
export interface IdempotentRequest {
  readonly key: string;
  /** SHA-256 of the operation and its body, in hexadecimal. */
  readonly hash: string;
  /** When it came, and when its key expires, in milliseconds since the epoch. */
  readonly at: number;
  readonly expiresAt: number;
}

/** A key that is taken for a verification, until it is answered or `expiresAt`. */
export interface KeyClaim extends IdempotentRequest {
  readonly email: string;
}

/** An earlier request with a key. */
export interface StoredRequest {
  /** Null where it had an address that was erased: then any body is taken for the same. */
  readonly hash: string | null;
  /** The batch that it became; null for a verification. With no answer either it is worked on. */
  readonly batchId: string | null;
  /** The answer of a verification as JSON; null for a batch, and until it is answered. */
  readonly answer: string | null;
}

/** The request with this key and body, at a time. */
export function idempotentRequest(
  key: string,
  content: { readonly operation: string; readonly body: object },
  now: number,
): IdempotentRequest {
  const hash = sha256(JSON.stringify([content.operation, content.body]));
  return { key, hash, at: now, expiresAt: now + IDEMPOTENCY_LIFETIME_MS };
}

/** The error for a key that came with another request before. */
export function keyReused(): ServiceError {
  const message = 'Idempotency-Key was used for another request: send this one with a new key';
  return new ServiceError('key_reused', message);
}
