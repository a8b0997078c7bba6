import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import { quoteAroundLine } from '../read/quotes.ts';
import type { RowRecord } from '../read/record.ts';
import { looksLikeAddress } from './address-like.ts';

/** How the rows of a list look, if they are whole. */
export interface RowShape {
  readonly delimiter: string;
  readonly width: number;
  /** Where addresses are; undefined while any column may hold them. */
  readonly columns?: readonly number[];
}

/**
 * The physical line (from 1) with the quotation mark that was never meant to open a cell and has
 * swallowed rows; undefined for a record in order. Recognised by a line inside the record that reads like
 * a whole row, with an address in its place that the record itself lost. A quoted note of several
 * lines stays what it is, whatever addresses it mentions.
 */
export function swallowingLine(record: RowRecord, shape: RowShape): number | undefined {
  if (!/[\r\n]/.test(record.text)) return undefined;
  const lines = record.text.split(/\r\n|\n|\r/);
  const lost = shape.width > 1 ? lostRow(record, lines, shape) : crowdedLine(record, lines);
  if (lost === -1) return undefined;
  return record.line + quoteAroundLine(record.text, shape.delimiter, Math.max(lost, 1));
}

/** The error for such a quotation mark. */
export function swallowedRows(line: number): MailvetError {
  return new MailvetError('input', message('errorTexts.open_quote', { line: `${line}` }), {
    advice: message('errorTexts.close_quote', { line: `${line}` }),
  });
}

function lostRow(record: RowRecord, lines: readonly string[], shape: RowShape): number {
  const isKept = keptAddresses(record, shape.delimiter);
  const isLost = (cell: string) => looksLikeAddress(cell) && !isKept(cell);
  return lines.findIndex((line) => {
    if (!line.includes('@')) return false;
    const cells = line.split(shape.delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));
    const there = shape.columns?.map((column) => cells[column] ?? '') ?? cells;
    return cells.length === shape.width && there.some(isLost);
  });
}

/**
 * Whether the record kept the addresses of a piece of its text, as a cell or in one. A cell with line
 * breaks inside keeps none: it may be the one that swallowed them.
 */
function keptAddresses({ cells }: RowRecord, delimiter: string): (piece: string) => boolean {
  const whole = new Set(cells.map((cell) => cell.trim()));
  let within: Set<string> | undefined;
  return (piece) => {
    if (whole.has(piece)) return true;
    // A line split at each delimiter splits quoted cells, too: they are compared split.
    within ??= new Set(
      cells.filter(isOneLine).flatMap((cell) => cell.split(delimiter).flatMap(wordsWithAt)),
    );
    return wordsWithAt(piece).every((word) => within?.has(word));
  };
}

function isOneLine(cell: string): boolean {
  return !/[\r\n]/.test(cell);
}

/** Linear in the text, however long a cell is. Quotation marks are left out: they may be doubled. */
function wordsWithAt(text: string): string[] {
  return text.split(/[\s<>()[\],;:|"]+/).filter((word) => /[@＠]/.test(word));
}

/** In a list of one column, so many lines with an address in one cell are rows. */
const CROWD = 10;

function crowdedLine(record: RowRecord, lines: readonly string[]): number {
  if (record.cells.length !== 1) return -1;
  return lines.filter(looksLikeAddress).length > CROWD ? 1 : -1;
}
