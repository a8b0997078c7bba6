import { MailvetError } from '../errors.ts';
import { looksLikeAddress } from './address-like.ts';
import { quoteAroundLine } from './quotes.ts';
import type { ListRecord } from './record.ts';

/**
 * Throws when a quotation mark that was never meant to open a cell has swallowed rows: a physical
 * line inside the record reads like a whole row, with an address that the record itself lost.
 * A quoted note of several lines stays what it is, whatever addresses it mentions.
 */
export function refuseSwallowedRows(record: ListRecord, delimiter: string, width: number): void {
  if (!/[\r\n]/.test(record.text)) return;
  const lines = record.text.split(/\r\n|\n|\r/);
  const kept = new Set(record.cells.map((cell) => cell.trim()));
  const at = lines.findIndex((line) => isLostRow(line, { delimiter, width, kept }));
  const lost = width > 1 ? at : crowdedLine(record, lines);
  if (lost === -1) return;
  const opened = record.line + quoteAroundLine(record.text, delimiter, Math.max(lost, 1));
  throw new MailvetError(
    'input',
    `the quotation mark that opens on line ${opened} swallows the rows behind it`,
    { hint: `Close or remove the quotation mark (") on line ${opened}, and try again` },
  );
}

interface Surroundings {
  readonly delimiter: string;
  readonly width: number;
  /** The record's own cells. */
  readonly kept: ReadonlySet<string>;
}

function isLostRow(line: string, { delimiter, width, kept }: Surroundings): boolean {
  if (width < 2 || !line.includes('@')) return false;
  const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  return cells.length === width && cells.some((cell) => looksLikeAddress(cell) && !kept.has(cell));
}

/** In a list of one column, so many lines with an address in one cell are rows. */
const CROWD = 10;

function crowdedLine(record: ListRecord, lines: readonly string[]): number {
  if (record.cells.length !== 1) return -1;
  return lines.filter(looksLikeAddress).length > CROWD ? 1 : -1;
}
