/** An address found in a cell, or the text in its place that can't be one. */
export interface CellAddress {
  /** What the cell has, as it stands. */
  readonly raw: string;
  /**
   * What is sent, and the key under which its result is looked up: the domain in lower-case
   * ASCII, the local part as it is. Undefined when the text can't be an address: it is never sent.
   */
  readonly address: string | undefined;
  /** A likely meant address (gmial.com → gmail.com), unverified. */
  readonly suggestion?: string;
}

/**
 * Why a row has nothing to send: `blank` is an empty line (it has no result either, and is not
 * counted), `empty` a row without an address, `syntax` text that can't be an address,
 * `several_addresses` a cell with more than one while cells are not split.
 */
export type RowProblem = 'blank' | 'empty' | 'syntax' | 'several_addresses';

/** One row of a list as it stands. */
export interface ListRow {
  /** From 0; header and `sep=` line not counted, blank lines counted. */
  readonly index: number;
  /** Physical line (from 1) on which the row starts; the number of the element in a JSON array. */
  readonly line: number;
  /** The cells, unquoted; of a JSON object the values in the order of the plan's header. */
  readonly cells: readonly string[];
  /** The row's text without its line end, quoted as it was (empty for JSON). */
  readonly text: string;
  /** The line end of this row; empty behind the last one if the list ends without. */
  readonly lineEnd: string;
  /** The element of a JSON list: a string or an object. Undefined for other formats. */
  readonly value?: unknown;
  /**
   * One for each output row: usually one; more where there are several address columns or split
   * cells. Empty exactly for `blank` and `several_addresses`.
   */
  readonly addresses: readonly CellAddress[];
  /** Set when none of `addresses` can be sent. */
  readonly problem?: RowProblem;
}
