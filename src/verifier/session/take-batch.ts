import type { Session } from '../smtp/session.ts';
import { MAX_BLOCKED, type TakenRecipient } from './recipients/dialogue.ts';
import type { Recipients } from './recipients/recipients.ts';

/** Answers about a domain in one session from which on they tell its share of refusals. */
const MIN_SAMPLE = 14;

/** Answers of a session about one domain. */
export interface AnswerSample {
  readonly asked: number;
  readonly refused: number;
}

interface BatchLimits {
  readonly max: number;
  /** Recipients that may be refused. */
  readonly refusals: number;
  /** What the session was answered about the domain; undefined: it tells nothing about the next recipients. */
  readonly sample: AnswerSample | undefined;
  /** The provider answered another session of ours about mailboxes a moment ago. */
  readonly isAnswering: boolean;
  /** Draws the jobs behind the first. */
  readonly random: () => number;
}

/**
 * The recipients to ask next, of jobs of one domain: of the first, then of others as they are drawn. Commands that were sent
 * together can't be taken back: until the host or another one of its provider answers about mailboxes, a batch has no more of
 * them than may refuse us before the session ends. Until the answers tell a share of refusals, it has no more of them than
 * may be refused.
 */
export function takeBatch(
  session: Session,
  jobs: readonly { readonly recipients: Recipients }[],
  { max, refusals, sample, isAnswering, random }: BatchLimits,
): TakenRecipient[] {
  const isTrusted = (session.asked > 0 || isAnswering) && session.blockedInRow === 0;
  const trusted = isTrusted ? Number.POSITIVE_INFINITY : MAX_BLOCKED - session.blockedInRow;
  let room = Math.min(expectedWithin(refusals, sample), max, trusted);
  const batch: TakenRecipient[] = [];
  const left = [...jobs];
  for (let at = 0; at < left.length && room > 0; at++) {
    const drawn = at === 0 ? 0 : at + Math.floor(random() * (left.length - at));
    const { recipients } = left[drawn] as (typeof jobs)[number];
    left[drawn] = left[at] as (typeof jobs)[number];
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

/**
 * Recipients of which no more than `refusals` will be refused in 39 of 40 cases: of eight that may be, four are expected.
 * Domains are read in a drawn order, or their many jobs are, so that those asked are a sample of those to ask; one refusal
 * more than was seen keeps a short sample from promising much.
 */
function expectedWithin(refusals: number, sample: AnswerSample | undefined): number {
  if (!sample || sample.asked < MIN_SAMPLE) return refusals;
  const share = (sample.refused + 1) / (sample.asked + 1);
  // The mean of a Poisson distribution that lies two standard deviations below.
  const expected = (Math.sqrt(refusals + 1) - 1) ** 2;
  return Math.max(refusals, Math.floor(expected / share));
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
