import type { RefusalTolerance } from '../hosts/refusal-tolerance.ts';
import { MAX_BLOCKED } from '../recipients/dialogue.ts';
import type { Recipient } from '../recipients/recipient.ts';
import type { Recipients } from '../recipients/recipients.ts';
import type { Session } from '../smtp/session.ts';

interface BatchLimits {
  readonly max: number;
  /** Recipients that may be refused. */
  readonly refusals: number;
}

/**
 * The recipients to ask next. Commands that were sent together can't be taken back: until the host
 * answers about mailboxes, a batch has no more of them than may refuse us before the session ends.
 */
export function takeBatch(
  session: Session,
  recipients: Recipients,
  { max, refusals }: BatchLimits,
): Recipient[] {
  const room = Math.min(refusals, max);
  const isTrusted = session.asked > 0 && session.blockedInRow === 0;
  const batch = recipients.take(
    isTrusted ? room : Math.min(room, MAX_BLOCKED - session.blockedInRow),
  );
  const [able, unable] = partition(batch, (one) => !one.needsSmtpUtf8 || session.offersSmtpUtf8);
  for (const recipient of unable) recipients.settle(recipient, 'unclear');
  return able;
}

/**
 * Whether a fresh session is quicker. With one refusal left, a list goes on with one address a
 * round trip.
 */
export function isNearRefusalLimit(
  { refused }: Session,
  { queued }: Recipients,
  { max }: RefusalTolerance,
): boolean {
  return max > 1 && refused === max - 1 && queued > 1;
}

function partition<Item>(
  items: readonly Item[],
  accept: (item: Item) => boolean,
): [Item[], Item[]] {
  return [items.filter(accept), items.filter((item) => !accept(item))];
}
