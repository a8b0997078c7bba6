import { stringify } from 'csv-stringify/sync';

/** Cells → one line, without its line end. */
export type LineWriter = (cells: readonly string[]) => string;

/**
 * One line of CSV (RFC 4180) without its line end. csv-stringify is asked where a cell may need
 * quotation marks: few do.
 */
export function createLineWriter(delimiter = ','): LineWriter {
  const special = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/g, '\\$&')}]`);
  // Not the list's own line end alone: any of the three divides rows when it is read again.
  const options = { delimiter, eof: false, quote_record_delimiter: true };
  return (cells) => {
    for (const cell of cells) if (special.test(cell)) return stringify([[...cells]], options);
    return cells.join(delimiter);
  };
}
