import type { SessionEnding } from '../smtp/session-ending.ts';
import type { Recipient } from './recipient.ts';
import type { Recipients } from './recipients.ts';

/** The answer about a recipient in a session that is still open. */
interface ProvisionalAnswer {
  readonly recipient: Recipient;
  readonly recipients: Recipients;
  /** The reply names the recipient. */
  readonly isNamed: boolean;
  readonly code: number;
  /** Makes the answer count. */
  readonly apply: () => void;
}

/**
 * The answers of a session. They count once the session is known to be in step: after one surplus
 * reply, each recipient gets the answer that belongs to the one before it.
 */
export class ProvisionalAnswers {
  readonly #answers: ProvisionalAnswer[] = [];
  readonly #probed = new Set<string>();

  /** Whether a job that shares the session asks whether the domain accepts everything. */
  isProbed(domain: string): boolean {
    return this.#probed.has(domain);
  }

  noteProbe(domain: string): void {
    this.#probed.add(domain);
  }

  add(answer: ProvisionalAnswer): void {
    this.#answers.push(answer);
  }

  /**
   * Applies the proven answers, and queues the other recipients again. False where no answer was
   * proven although there were some.
   */
  settle(ending: SessionEnding): boolean {
    const answers = this.#answers.splice(0);
    const isAlone = answers.length === 1;
    const counts = (answer: ProvisionalAnswer) =>
      ending === 'in_step' || (ending !== 'out_of_step' && isProven(answer, ending, isAlone));
    const proven = answers.filter(counts);
    for (const answer of proven.toSorted(randomFirst)) answer.apply();
    const reason = ending === 'out_of_step' ? 'out_of_step' : 'no_answer';
    const others = answers.filter((answer) => !counts(answer)).reverse();
    for (const { recipient, recipients } of others) recipients.discard(recipient, reason, isAlone);
    return proven.length > 0 || others.length === 0;
  }
}

/** What a domain's random address shows decides what the other answers of the domain mean. */
function randomFirst(
  { recipient: one }: ProvisionalAnswer,
  { recipient: other }: ProvisionalAnswer,
) {
  return Number(one.mailbox !== undefined) - Number(other.mailbox !== undefined);
}

/**
 * Whether an answer counts in a session whose end shows nothing. Some hosts hang up after the
 * first refusal: with a single recipient, it can't belong to another one.
 */
function isProven(
  { isNamed, code }: ProvisionalAnswer,
  ending: SessionEnding,
  isAlone: boolean,
): boolean {
  return isNamed || (isAlone && code >= 500 && ending === 'no_quit_reply');
}
