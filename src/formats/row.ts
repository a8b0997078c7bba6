/**
 * Why there is nothing to send: `blank` is an empty line (it has no result either, and is not
 * counted), `empty` a row without an address, `syntax` text that can't be an address,
 * `several_addresses` a cell with more than one while cells are not split.
 */
type RowProblem = 'blank' | 'empty' | 'syntax' | 'several_addresses';

/** The text of a cell before and after it was mended. */
export interface MendedCell {
  readonly before: string;
  readonly after: string;
}

/** What stands where an address is looked for: exactly one of `address` and `problem` is set. */
export interface CellAddress {
  /** What the cell has, as it is. */
  readonly raw: string;
  /**
   * What is sent, and the key under which its result is looked up: the domain in lower-case
   * ASCII, the local part as it is. Undefined when there is nothing to send.
   */
  readonly address: string | undefined;
  readonly problem?: Exclude<RowProblem, 'blank'>;
  /** What was corrected, as the plan names it: `address` is what was meant. */
  readonly correction?: string;
  /** How its cell is written where that is not as it was. */
  readonly mended?: MendedCell;
  /** Which of the plan's address columns it stands in, from 0; undefined for the first. */
  readonly column?: number;
}

/** One row of a list as it is. */
export interface ListRow {
  /** Number from 0; the plan's head is not counted, blank lines are. */
  readonly index: number;
  /** Physical line (from 1) on which the row starts. */
  readonly line: number;
  /** The cells, unquoted; of a JSON object the values in the order of the plan's header. */
  readonly cells: readonly string[];
  /** The row's text without its line end, quoted as it was; the element of a JSON list. */
  readonly text: string;
  /** The line end of this row; empty behind the last one if the list ends without, and for JSON. */
  readonly lineEnd: string;
  /**
   * No cell for a blank line, usually one, more with several address columns or split cells. Empty cells are left out unless all are empty.
   */
  readonly addresses: readonly CellAddress[];
  /** Set when none of `addresses` can be sent. */
  readonly problem?: RowProblem;
}
