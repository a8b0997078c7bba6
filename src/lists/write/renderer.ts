import type { ListRow } from '../row.ts';
import type { RowOutcome } from './outcome.ts';

/** Turns outcomes into text. It keeps no state: one serves all files that a list is written to. */
export interface Renderer {
  /** What a file begins with. */
  readonly start: string;
  /** An outcome, without what stands before and behind it in its file. */
  row(outcome: RowOutcome): string;
  before(isFirst: boolean): string;
  /** `isLast` is true for the last (usually only) outcome of its row in the file. */
  after(row: ListRow, isLast: boolean): string;
  /** A blank line of the list. */
  blank(row: ListRow): string;
  end(isEmpty: boolean): string;
}
