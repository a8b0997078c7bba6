import { cellAddresses } from '../read/cell-addresses.ts';
import { cutPlainCsv } from '../read/plain-csv.ts';
import { DELIMITERS } from './sniff.ts';

/** The row of a table, where one address per line is expected. */
export interface TableRow {
  readonly delimiter: string;
  readonly cells: readonly string[];
}

/**
 * The row that a line is: a delimiter divides it into cells, one of which is an address and another
 * one is not. Undefined for any other line: an address with a name or marks around it, several
 * addresses, text without one.
 *
 * `a|b@x.org` is an address by its syntax (RFC 5322 §3.2.3), and a row in every list that has been seen.
 */
export function findTableRow(line: string): TableRow | undefined {
  // Lists have millions of lines, most of them without any.
  if (!/[,;\t|]/.test(line)) return undefined;
  return findRow(line) ?? findRow(contentOfQuotes(line.trim()) ?? '');
}

function findRow(line: string): TableRow | undefined {
  const rows = DELIMITERS.filter((delimiter) => line.includes(delimiter)).flatMap((delimiter) => {
    const cells = cutCells(line, delimiter);
    return hasAddressAndMore(cells) ? [{ delimiter, cells }] : [];
  });
  const [widest] = rows.sort((a, b) => b.cells.length - a.cells.length);
  return widest && (widest.delimiter === '|' || !isAddress(line)) ? widest : undefined;
}

/** What a line holds that is one quoted cell, with empty ones behind it: a row that was quoted as a whole. */
export function contentOfQuotes(line: string): string | undefined {
  if (!line.startsWith('"')) return undefined;
  const end = line.lastIndexOf('"');
  const isAlone = /^[,;\t|]*$/.test(line.slice(end + 1));
  const content = line.slice(1, end);
  return isAlone && !content.replaceAll('""', '').includes('"')
    ? content.replaceAll('""', '"')
    : undefined;
}

/** The cells of a line; one where the delimiter does not divide it. */
export function cutCells(line: string, delimiter: string): readonly string[] {
  const [record] = cutPlainCsv({ text: line, delimiter, line: 1, last: true }).records;
  return record ? record.cells.map((cell) => cell.trim()) : line.split(delimiter);
}

function hasAddressAndMore(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const addresses = filled.filter(isAddress).length;
  return addresses > 0 && addresses < filled.length;
}

/** True for text that is taken for an address, or for several. */
function isAddress(text: string): boolean {
  return cellAddresses(text, true).some(({ address }) => address !== undefined);
}

/** `a row of a table: 3 cells between ";", one of them an address`. */
export function rowText({ delimiter, cells }: TableRow): string {
  const between = delimiter === '\t' ? 'tabs' : `"${delimiter}"`;
  return `a row of a table: ${cells.length} cells between ${between}, one of them an address`;
}
