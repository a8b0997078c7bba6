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
  readonly #byDomain = new Map<string, ProvisionalAnswer[]>();
  #count = 0;

  /** Domains with answers: a copy. */
  get domains(): readonly string[] {
    return [...this.#byDomain.keys()];
  }

  add(domain: string, answer: ProvisionalAnswer): void {
    const answers = this.#byDomain.get(domain);
    if (answers) answers.push(answer);
    else this.#byDomain.set(domain, [answer]);
    this.#count++;
    answer.asked?.recipients.noteProvisional(1);
  }

  missingControls(domain: string): ReturnType<typeof missingControls> {
    return missingControls(kindsOf(this.#byDomain.get(domain) ?? []));
  }

  /** Refusals that the host tolerated before it refused all; undefined: it did not. */
  get tolerated(): number | undefined {
    let least: number | undefined;
    for (const answers of this.#byDomain.values()) {
      const count = toleratedBefore(kindsOf(answers));
      if (count !== undefined) least = Math.min(least ?? count, count);
    }
    return least === undefined ? undefined : Math.max(1, least);
  }

  /**
   * Applies the proven answers, and queues the other recipients again. False where no answer was
   * proven although there were some.
   */
  settle(ending: SessionEnding): boolean {
    const domains = [...this.#byDomain.values()];
    const end = { ending, isAlone: this.#count === 1 };
    this.#byDomain.clear();
    this.#count = 0;
    for (const answers of domains)
      for (const { asked } of answers) asked?.recipients.noteProvisional(-1);
    const proven = domains.map((answers) => provenOf(answers, end));
    for (const answers of proven) applyAll(answers);
    if (ending !== 'in_step') for (const answers of domains) discardUnproven(answers, end);
    return domains.length === 0 || proven.some(({ length }) => length > 0);
  }
}

/** How a session ended. */
interface SessionEnd {
  readonly ending: SessionEnding;
  /** It had one answer. */
  readonly isAlone: boolean;
}

type Answers = readonly ProvisionalAnswer[];

function kindsOf(answers: Answers): AnswerKind[] {
  return answers.map(({ kind }) => kind);
}

function provenOf(answers: Answers, end: SessionEnd): Answers {
  return end.ending === 'in_step' ? answers : answers.filter((answer) => isProven(answer, end));
}

/** Applies answers of one domain. What its random address shows is remembered first. */
function applyAll(answers: Answers): void {
  const weights = weigh(kindsOf(answers));
  const apply = (areControls: boolean) =>
    answers.forEach((answer, at) => {
      const recipient = answer.asked?.recipient;
      if ((recipient?.mailbox === undefined) !== areControls) return;
      if (recipient) recipient.isCounted = true;
      answer.apply(weights[at] ?? 'as_it_is');
    });
  apply(true);
  apply(false);
}

function discardUnproven(answers: Answers, end: SessionEnd): void {
  const reason = end.ending === 'out_of_step' ? 'out_of_step' : 'no_answer';
  for (const answer of answers.toReversed())
    if (answer.asked && !isProven(answer, end))
      answer.asked.recipients.discard(answer.asked.recipient, reason, end.isAlone);
}

/**
 * Whether an answer counts in a session whose end shows nothing. Some hosts hang up after the
 * first refusal: with a single recipient, it can't belong to another one.
 */
function isProven({ isNamed, code }: ProvisionalAnswer, { ending, isAlone }: SessionEnd): boolean {
  if (ending === 'in_step' || ending === 'out_of_step') return ending === 'in_step';
  return isNamed || (isAlone && code >= 500 && ending === 'no_quit_reply');
}
