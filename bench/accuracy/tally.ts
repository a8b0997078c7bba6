/** From answers to figures. */
import type { Answer, Fact } from './world/truth.ts';

/** Answers by the id of the address; absent: `unknown`. */
export type Answers = Readonly<Record<string, Answer>>;

export interface Score {
  readonly right: number;
  readonly byClass: Readonly<Record<string, number>>;
  readonly livingCalledDead: readonly Fact[];
  readonly deadCalledLiving: readonly Fact[];
}

export function answerTo({ id }: Fact, answers: Answers): Answer {
  return answers[id] ?? 'unknown';
}

export function isRight(fact: Fact, answers: Answers): boolean {
  return fact.right.includes(answerTo(fact, answers));
}

export function scoreAnswers(facts: readonly Fact[], answers: Answers): Score {
  const right = facts.filter((fact) => isRight(fact, answers));
  const wrong = (mailboxes: readonly Fact['mailbox'][], answer: Answer) =>
    facts.filter(
      (fact) =>
        mailboxes.includes(fact.mailbox) &&
        answerTo(fact, answers) === answer &&
        !isRight(fact, answers),
    );
  return {
    right: right.length,
    byClass: countBy(right, (fact) => fact.class),
    livingCalledDead: wrong(['exists', 'accept_all'], 'undeliverable'),
    deadCalledLiving: wrong(['missing', 'disabled'], 'deliverable'),
  };
}

export function countBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Readonly<Record<string, number>> {
  const groups = Map.groupBy(items, keyOf);
  return Object.fromEntries([...groups].map(([key, found]) => [key, found.length]));
}
