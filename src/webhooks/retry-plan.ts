import { backoffDelay } from '../lib/backoff.ts';
import {
  type ClaimedDelivery,
  type DeliveryOutcome,
  LONGEST_RETRY_MS,
  TEST_EVENT,
} from '../service/webhooks/webhook-ports.ts';
import type { AttemptResult } from './send-webhook.ts';

/** 10 s, 20 s, 40 s, … 4 h: some 16 attempts in a day. */
const BACKOFF = { first: 10_000, max: LONGEST_RETRY_MS };
/** How long a message is tried, from its first attempt on. */
const DELIVER_WITHIN_MS = 24 * 60 * 60_000;
/** A webhook that takes no message rests so long between two attempts, whatever messages wait. */
const REST = { first: 10_000, max: 5 * 60_000 };
/** A webhook rests after so many failures in a row: one message that it refuses holds up no other. */
const FAILURES_BEFORE_REST = 3;
/** After this long without any success a webhook is disabled. */
const DISABLE_AFTER_MS = 5 * 24 * 60 * 60_000;
/** One with many messages at once, of which none has had all its attempts. */
const DISABLE_AFTER_FAILURES = 100;

interface AttemptTime {
  readonly at: number;
  readonly took: number;
  /** In [0, 1). */
  readonly random: number;
}

type Attempted = Pick<
  ClaimedDelivery,
  'type' | 'attempts' | 'expiresAt' | 'failingSince' | 'failures'
>;

/** What follows from an attempt. */
export function judgeAttempt(
  delivery: Attempted,
  { answer, error, retryAfter = 0 }: AttemptResult,
  { at, took, random }: AttemptTime,
): DeliveryOutcome {
  const expiresAt = delivery.attempts === 0 ? at + DELIVER_WITHIN_MS : delivery.expiresAt;
  const tried = { at, took, answer, error, expiresAt, retryAt: 0, nextAt: null };
  if (error === null) return tried;
  if (answer === GONE) return { ...tried, disable: 'gone' };
  const wait = Math.min(retryAfter, LONGEST_RETRY_MS);
  const failures = delivery.failures + 1;
  const failed = { ...tried, retryAt: at + Math.max(restAfter(failures, random), wait) };
  const nextAt = at + Math.max(backoffDelay(BACKOFF, delivery.attempts, random), wait);
  const isLast = delivery.type === TEST_EVENT || nextAt > expiresAt;
  const hasFailedFor = at - (delivery.failingSince ?? at);
  const isHopeless = hasFailedFor >= DISABLE_AFTER_MS;
  if (isHopeless && (isLast || failures >= DISABLE_AFTER_FAILURES)) {
    return { ...failed, disable: 'failing' };
  }
  return { ...failed, nextAt: isLast ? null : nextAt };
}

function restAfter(failures: number, random: number): number {
  const rests = failures - FAILURES_BEFORE_REST;
  return rests < 0 ? 0 : backoffDelay(REST, rests, random);
}

const GONE = 410;
