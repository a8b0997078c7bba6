import { BoundedMap } from '../../../lib/bounded-map.ts';

/** Answers that are kept: those of the addresses asked about last. */
const KEPT = 10_000;

/** What is under way, and the last answers, by address: a run asks about an address once. */
export class RecentAnswers<Answer> {
  readonly #answers = new BoundedMap<string, Promise<Answer>>(KEPT);

  /** The answer for an address; one that `isKept` denies is asked for again next time. */
  find(
    address: string,
    ask: () => Promise<Answer>,
    isKept: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const known = this.#answers.get(address);
    if (known) return known;
    const asked = ask();
    this.#answers.set(address, asked);
    const forget = () => void this.#answers.delete(address);
    asked.then((answer) => {
      if (!isKept(answer)) forget();
    }, forget);
    return asked;
  }
}
