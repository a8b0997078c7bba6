/** Counts what sources of outcomes hold. */
import { OUTCOMES, type OutcomeWord, outcomeWord } from '../contract/outcomes.ts';
import type { Observed } from './observed.ts';
import type { SourceReading } from './read-source.ts';

const ORDER: readonly OutcomeWord[] = OUTCOMES.flatMap((kind) =>
  kind === 'undecided' ? (['hard', kind] as const) : [kind],
);

export class OutcomeTally {
  readonly #kinds = new Map<OutcomeWord, number>();
  /** Outcomes that prove nothing. */
  hints = 0;
  /** Messages, lines and entries that could be read, those without an outcome included. */
  read = 0;
  silent = 0;
  repeated = 0;
  unreadable = 0;

  /** Counts a message, line or entry, and returns its outcomes. */
  note(read: SourceReading['read']): readonly Observed[] {
    if (read !== 'repeated' && 'unreadable' in read) {
      this.unreadable += 1;
      return [];
    }
    this.read += 1;
    const outcomes = read === 'repeated' ? [] : read.outcomes;
    if (read === 'repeated') this.repeated += 1;
    else if (outcomes.length === 0) this.silent += 1;
    for (const outcome of outcomes) {
      if (outcome.hint) this.hints += 1;
      const kind = outcomeWord(outcome);
      this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    }
    return outcomes;
  }

  get outcomes(): number {
    return [...this.#kinds.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The kinds that came, in the order of `OUTCOMES`. */
  get kinds(): readonly (readonly [OutcomeWord, number])[] {
    return ORDER.flatMap((kind) => {
      const count = this.#kinds.get(kind);
      return count === undefined ? [] : [[kind, count] as const];
    });
  }
}
