import type { Ending } from '../smtp/farewell.ts';
import type { Recipient } from './recipient.ts';
import type { Recipients } from './recipients.ts';

/** What was said of a recipient in a session that is not over. */
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
 * What a session said of its recipients. It counts once the session is known to be in step: a host
 * that says one reply too many gives each recipient the answer for the one before it.
 */
export class ProvisionalAnswers {
  readonly #answers: ProvisionalAnswer[] = [];

  add(answer: ProvisionalAnswer): void {
    this.#answers.push(answer);
  }

  /**
   * Lets answers count that are proven, and has the other recipients asked again. False where
   * there are none but others.
   */
  settle(ending: Ending): boolean {
    const answers = this.#answers.splice(0);
    const isAlone = answers.length === 1;
    const counts = (answer: ProvisionalAnswer) =>
      ending === 'in_step' || (ending !== 'out_of_step' && isProven(answer, ending, isAlone));
    const proven = answers.filter(counts);
    for (const answer of proven) answer.apply();
    const reason = ending === 'out_of_step' ? 'out_of_step' : 'no_answer';
    const others = answers.filter((answer) => !counts(answer)).reverse();
    for (const { recipient, recipients } of others) recipients.discard(recipient, reason, isAlone);
    return proven.length > 0 || others.length === 0;
  }
}

/**
 * Whether an answer counts in a session whose end shows nothing. Some hosts hang up behind the
 * first refusal: where nobody else was refused, it can't have been meant for somebody else.
 */
function isProven({ isNamed, code }: ProvisionalAnswer, ending: Ending, isAlone: boolean): boolean {
  return isNamed || (isAlone && code >= 500 && ending === 'no_farewell');
}
