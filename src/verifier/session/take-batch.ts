import type { Session } from '../smtp/session.ts';
import { MAX_BLOCKED, type TakenRecipient } from './recipients/dialogue.ts';
import type { Recipients } from './recipients/recipients.ts';

interface BatchLimits {
  readonly max: number;
  /** Recipients that may be refused. */
  readonly refusals: number;
  /** The provider answered another session of ours about mailboxes a moment ago. */
  readonly isAnswering: boolean;
}

/**
 * The recipients to ask next, of jobs of one domain. Commands that were sent together can't be taken back: until the host
 * or another one of its provider answers about mailboxes, a batch has no more of them than may refuse us
 * before the session ends.
 */
export function takeBatch(
  session: Session,
  queues: readonly Recipients[],
  { max, refusals, isAnswering }: BatchLimits,
): TakenRecipient[] {
  const isTrusted = (session.asked > 0 || isAnswering) && session.blockedInRow === 0;
  const trusted = isTrusted ? Number.POSITIVE_INFINITY : MAX_BLOCKED - session.blockedInRow;
  let room = Math.min(refusals, max, trusted);
  const batch: TakenRecipient[] = [];
  for (const recipients of queues) {
    if (room <= 0) break;
    const taken = recipients.take(room);
    room -= taken.length;
    for (const recipient of taken) {
      if (recipient.needsSmtpUtf8 && !session.offersSmtpUtf8)
        recipients.settle(recipient, 'unclear');
      else batch.push({ recipient, recipients });
    }
  }
  return batch;
}

/** Round trips of a fresh session: connection, greeting, EHLO, MAIL with first recipients, others, QUIT. */
const FRESH_SESSION = 6;

interface QueuedRecipients {
  readonly queued: number;
  /** Nothing else is queued at the hosts. */
  readonly areLast: boolean;
}

/**
 * Whether a fresh session is quicker for the recipients queued. With one refusal left, they are asked for
 * one at a time: each takes a round trip. `max`: how many may be.
 */
export function isNearRefusalLimit(
  { refused }: Session,
  { queued, areLast }: QueuedRecipients,
  max: number,
): boolean {
  return max > 1 && refused === max - 1 && queued > (areLast ? FRESH_SESSION : 1);
}
