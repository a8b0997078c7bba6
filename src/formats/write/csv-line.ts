import { stringify } from 'csv-stringify/sync';

/** Cells → one line, without its line end. */
export type LineWriter = (cells: readonly string[]) => string;

/** One line of CSV (RFC 4180) without its line end. */
export function createLineWriter(delimiter = ','): LineWriter {
  const write = createCellWriter(delimiter);
  return (cells) => cells.map(write).join(delimiter);
}

/**
 * One cell of such a line. csv-stringify is asked where it may need quotation marks: few do.
 */
export function createCellWriter(delimiter: string): (cell: string) => string {
  const special = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/g, '\\$&')}]`);
  // Any of the three line ends divides rows when the list is read again.
  const options = { delimiter, eof: false, quote_record_delimiter: true };
  return (cell) => (special.test(cell) ? stringify([[cell]], options) : cell);
}
