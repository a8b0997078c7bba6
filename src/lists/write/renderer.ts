import type { ListRow } from '../row.ts';
import type { RowOutcome } from './outcome.ts';

/** Turns outcomes into the text of one output file. */
export interface Renderer {
  /** What the file begins with. */
  start(): string;
  /** `last` is true for the last (usually only) outcome of its row. */
  row(outcome: RowOutcome, last: boolean): string;
  /** A blank line of the list. */
  blank(row: ListRow): string;
  end(): string;
}
