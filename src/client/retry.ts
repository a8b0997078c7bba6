import { type BackoffLimits, backoffDelay } from '../lib/backoff.ts';
import type { TryResult } from './transport.ts';

/**
 * What may be sent again.
 *
 * - `read`: a GET changes nothing, so every passing error is worth another try.
 * - `spend`: verify and cancel. Repeating them does no harm to the state, but a verification may
 *   cost quota: they are repeated only where the service did nothing (no connection, 429) or says
 *   itself that it will do it later (503 with Retry-After).
 * - `create`: Create Batch, which nobody can undo: only where the service surely did nothing.
 */
export type Repeatable = 'read' | 'spend' | 'create';

const BACKOFF: BackoffLimits = { first: 500, max: 20_000 };

/** True when the outcome is worth another try of a request of this kind. */
export function mayRepeat(kind: Repeatable, outcome: TryResult): boolean {
  const { answer, failure } = outcome;
  if (failure) {
    if (failure.error.code === 'bad_answer') return false;
    return failure.surelyUnsent || kind === 'read';
  }
  if (answer.status === 429) return true;
  if (kind === 'read') return answer.status === 408 || answer.status >= 500;
  return kind === 'spend' && answer.status === 503 && answer.header('retry-after') !== undefined;
}

/**
 * True when a POST was sent and whether the service acted on it can't be known: the connection
 * broke, the answer was late, or it was one that says nothing (408, 5xx).
 */
export function isAnswerLost({ answer, failure }: TryResult): boolean {
  if (failure) return !failure.surelyUnsent;
  return answer.status === 408 || answer.status >= 500;
}

/**
 * Milliseconds before the next try. What the service asks for is kept in full, never shortened; and
 * a service that asks for less than our own back-off is not asked sooner.
 */
export function retryDelay(attempt: number, random: number, retryAfter?: number): number {
  const own = backoffDelay(BACKOFF, attempt, random);
  return retryAfter === undefined ? own : Math.max(retryAfter + Math.round(own / 10), own);
}

/** Without --timeout, a longer wait is not waited for: it is reported, and the run ends. */
export const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * Milliseconds that a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): a number of
 * seconds or an HTTP date. Undefined without one, or when it can't be read.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // Only a date: Date.parse would make something even of "-1".
  if (!/[a-z]{3}/i.test(text) || !/\d{2}:\d{2}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
