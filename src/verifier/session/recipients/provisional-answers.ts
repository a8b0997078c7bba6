import type { SessionEnding } from '../../smtp/session-ending.ts';
import {
  type AnswerKind,
  missingControls,
  toleratedBefore,
  type Weight,
  weigh,
} from './controls.ts';
import type { Recipient } from './recipient.ts';
import type { Recipients } from './recipients.ts';

/** An answer in a session that is still open. */
interface ProvisionalAnswer {
  readonly domain: string;
  readonly kind: AnswerKind;
  /** The reply names the recipient. */
  readonly isNamed: boolean;
  readonly code: number;
  /** Absent for a control. */
  readonly asked?: { readonly recipient: Recipient; readonly recipients: Recipients };
  /** Makes the answer count. */
  readonly apply: (weight: Weight) => void;
}

/**
 * The answers of a session. They count once the session is known to be in step: after one surplus
 * reply, each recipient gets the answer that belongs to the one before it. What they count for depends on
 * the others of their domain (controls.ts).
 */
export class ProvisionalAnswers {
  readonly #answers: ProvisionalAnswer[] = [];

  /** Domains with answers. */
  get domains(): ReadonlySet<string> {
    return new Set(this.#answers.map(({ domain }) => domain));
  }

  add(answer: ProvisionalAnswer): void {
    this.#answers.push(answer);
    answer.asked?.recipients.noteProvisional(1);
  }

  missingControls(domain: string): ReturnType<typeof missingControls> {
    return missingControls(this.#kindsOf(domain));
  }

  /** Refusals that the host tolerated before it refused all; undefined: it did not. */
  get tolerated(): number | undefined {
    const counts = [...this.domains].map((domain) => toleratedBefore(this.#kindsOf(domain)));
    const found = counts.filter((count) => count !== undefined);
    return found.length > 0 ? Math.max(1, Math.min(...found)) : undefined;
  }

  /**
   * Applies the proven answers, and queues the other recipients again. False where no answer was
   * proven although there were some.
   */
  settle(ending: SessionEnding): boolean {
    const answers = this.#answers.splice(0);
    for (const { asked } of answers) asked?.recipients.noteProvisional(-1);
    const isAlone = answers.length === 1;
    const counts = (answer: ProvisionalAnswer) =>
      ending === 'in_step' || (ending !== 'out_of_step' && isProven(answer, ending, isAlone));
    const proven = answers.filter(counts);
    const weighed = weighAll(proven);
    for (const answer of proven.toSorted(controlsFirst)) {
      answer.apply(weighed.get(answer) ?? 'as_it_is');
    }
    const reason = ending === 'out_of_step' ? 'out_of_step' : 'no_answer';
    const others = answers.filter((answer) => !counts(answer)).reverse();
    for (const { asked } of others) asked?.recipients.discard(asked.recipient, reason, isAlone);
    return proven.length > 0 || others.length === 0;
  }

  #kindsOf(domain: string): AnswerKind[] {
    return this.#answers.flatMap((answer) => (answer.domain === domain ? [answer.kind] : []));
  }
}

function weighAll(answers: readonly ProvisionalAnswer[]): ReadonlyMap<ProvisionalAnswer, Weight> {
  const weighed = new Map<ProvisionalAnswer, Weight>();
  for (const own of Map.groupBy(answers, ({ domain }) => domain).values()) {
    const weights = weigh(own.map(({ kind }) => kind));
    for (const [at, answer] of own.entries()) weighed.set(answer, weights[at] ?? 'as_it_is');
  }
  return weighed;
}

/** What a domain's random address shows is remembered before the other answers are applied. */
function controlsFirst(
  { asked: one }: ProvisionalAnswer,
  { asked: other }: ProvisionalAnswer,
): number {
  return (
    Number(one?.recipient.mailbox !== undefined) - Number(other?.recipient.mailbox !== undefined)
  );
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
