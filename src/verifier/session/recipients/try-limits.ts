/** How often an address is asked. Each function counts one try, and says whether another may follow. */
import type { FindingReason } from '../../verifier.ts';
import type { Recipient } from './recipient.ts';

/** Sessions that may end without an answer to an address before it stays undecided. */
const MAX_REPEATS = 3;
/**
 * How often answers about an address may be discarded. A session in which it was the only recipient
 * counts more: there no other recipient can be the cause.
 */
const MAX_DISCARDS = 6;
const DISCARD_WHEN_ALONE = 3;
/** Deferrals other than greylisting seldom pass within the hour. */
const MAX_TROUBLE_RETRIES = 2;

/** A session ended without an answer. */
export function countRepeat(recipient: Recipient): boolean {
  return ++recipient.repeats < MAX_REPEATS;
}

/** An answer was discarded. */
export function countDiscard(recipient: Recipient, wasAlone: boolean): boolean {
  recipient.discards += wasAlone ? DISCARD_WHEN_ALONE : 1;
  return recipient.discards < MAX_DISCARDS;
}

/** The host deferred the address; `retries`: how often such an address is asked again. */
export function countDeferral(
  recipient: Recipient,
  reason: FindingReason,
  retries: number,
): boolean {
  const most = reason === 'greylisted' ? retries : Math.min(retries, MAX_TROUBLE_RETRIES);
  return recipient.parkings++ < most;
}
