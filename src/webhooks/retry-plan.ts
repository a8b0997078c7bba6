import { backoffDelay } from '../lib/backoff.ts';
import {
  type ClaimedDelivery,
  type DeliveryOutcome,
  LONGEST_RETRY_MS,
} from '../service/webhook-ports.ts';
import type { AttemptResult } from './send-webhook.ts';

/** 10 s, 20 s, 40 s, … 4 h: some 16 attempts in a day. */
const BACKOFF = { first: 10_000, max: LONGEST_RETRY_MS };
/** After this long without any success a webhook is disabled. */
const DISABLE_AFTER_MS = 5 * 24 * 60 * 60_000;

interface AttemptTime {
  readonly at: number;
  readonly took: number;
  /** In [0, 1). */
  readonly random: number;
}

/** What follows from an attempt. */
export function judgeAttempt(
  delivery: Pick<ClaimedDelivery, 'attempts' | 'expiresAt' | 'failingSince'>,
  { answer, error, retryAfter = 0 }: AttemptResult,
  { at, took, random }: AttemptTime,
): DeliveryOutcome {
  const tried = { at, took, answer, error };
  if (error === null) return { ...tried, nextAt: null };
  if (answer === GONE) return { ...tried, nextAt: null, disable: 'gone' };
  const delay = Math.max(backoffDelay(BACKOFF, delivery.attempts, random), retryAfter);
  const nextAt = at + Math.min(delay, BACKOFF.max);
  if (nextAt <= delivery.expiresAt) return { ...tried, nextAt };
  const hasFailedFor = at - (delivery.failingSince ?? at);
  const disable = hasFailedFor >= DISABLE_AFTER_MS ? 'failing' : undefined;
  return { ...tried, nextAt: null, ...(disable && { disable }) };
}

const GONE = 410;
