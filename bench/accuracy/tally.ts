/** From answers to figures. */
import type { Answer, Fact } from './truth.ts';

export interface Given {
  readonly answer: Answer;
  readonly words: string;
}

/** What one verifier said of every address, and what it did. */
export interface PeerOutcome {
  /** Answers by the id of the address. */
  readonly given: ReadonlyMap<string, Given>;
  readonly privateDialled: number;
  readonly seconds: number;
}

export interface Score {
  readonly right: number;
  readonly byClass: ReadonlyMap<string, { readonly right: number; readonly of: number }>;
  readonly livingCalledDead: readonly Fact[];
  readonly deadCalledLiving: readonly Fact[];
  readonly wrong: readonly Fact[];
}

export function answerTo(fact: Fact, { given }: Pick<PeerOutcome, 'given'>): Answer {
  return given.get(fact.id)?.answer ?? 'undecided';
}

export function isRight(fact: Fact, outcome: Pick<PeerOutcome, 'given'>): boolean {
  return fact.right.includes(answerTo(fact, outcome));
}

export function scoreAnswers(facts: readonly Fact[], outcome: Pick<PeerOutcome, 'given'>): Score {
  const byClass = new Map<string, { right: number; of: number }>();
  for (const fact of facts) {
    const count = byClass.get(fact.class) ?? { right: 0, of: 0 };
    count.of++;
    if (isRight(fact, outcome)) count.right++;
    byClass.set(fact.class, count);
  }
  const wrong = facts.filter((fact) => !isRight(fact, outcome));
  return {
    right: facts.length - wrong.length,
    byClass,
    livingCalledDead: facts.filter((fact) => isLiving(fact) && saysDead(fact, outcome)),
    deadCalledLiving: facts.filter(
      (fact) =>
        isDead(fact) &&
        ['exists', 'accept_all'].includes(answerTo(fact, outcome)) &&
        !isRight(fact, outcome),
    ),
    wrong,
  };
}

const isLiving = ({ mailbox }: Fact) => mailbox === 'exists' || mailbox === 'accept_all';
const isDead = ({ mailbox }: Fact) => mailbox === 'missing' || mailbox === 'disabled';

/** A sender drops an address that is "dead", "full" or "disabled". */
function saysDead(fact: Fact, outcome: Pick<PeerOutcome, 'given'>): boolean {
  return ['dead', 'full', 'disabled'].includes(answerTo(fact, outcome));
}
