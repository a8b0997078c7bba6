import { OUTCOMES, type OutcomeKind } from '../../../contract/outcomes.ts';
import { counted, plural } from '../../../lib/wording.ts';

/** What a run has read so far. */
export class Tally {
  readonly #outcomes = new Map<OutcomeKind, number>();
  /** Messages, lines and entries that could be read, those without an outcome included. */
  read = 0;
  silent = 0;
  repeated = 0;
  unreadable = 0;

  add(outcome: OutcomeKind): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  get outcomes(): number {
    return [...this.#outcomes.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Lines for people: each outcome with its count, then what was none. */
  lines(): string[] {
    const head = `Outcomes: ${counted(this.outcomes)} of ${plural(this.read, 'message or entry', 'messages and entries')}`;
    const kinds = OUTCOMES.flatMap((kind) => {
      const count = this.#outcomes.get(kind);
      return count === undefined ? [] : [`${WORDS[kind]}: ${counted(count)}`];
    });
    const rest = [
      this.silent > 0 ? `${counted(this.silent)} without an outcome` : '',
      this.repeated > 0 ? `${counted(this.repeated)} read before` : '',
      this.unreadable > 0 ? `${counted(this.unreadable)} unreadable` : '',
    ].filter((text) => text !== '');
    return [head, ...kinds, ...(rest.length > 0 ? [rest.join(', ')] : [])];
  }
}

const WORDS: Readonly<Record<OutcomeKind, string>> = {
  delivered: 'delivered',
  no_mailbox: 'no mailbox',
  full: 'mailbox full',
  disabled: 'mailbox disabled',
  blocked: 'blocked',
  deferred: 'deferred',
  complaint: 'complaint',
  undecided: 'undecided',
};
