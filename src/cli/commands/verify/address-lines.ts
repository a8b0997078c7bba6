/** Whether stdin is one address per line or a list of another kind, by its first lines as they arrive. */

import { headerRank } from '../../../formats/inspect/header-names.ts';
import { DELIMITERS, separatorLine, sniffFormat } from '../../../formats/inspect/sniff.ts';
import { cutCells, findTableRow, type TableRow } from '../../../formats/inspect/table-row.ts';
import { linesOf } from '../../io/read-input.ts';

/** A line that is not blank. */
export interface AddressLine {
  readonly text: string;
  /** Its physical line, from 1. */
  readonly line: number;
}

/** The first lines, with the others behind them, or a list of another kind. */
export type LineInput =
  | { readonly kind: 'lines'; readonly start: readonly AddressLine[] }
  | { readonly kind: 'list' };

/** Lines without an address, before the first one, among which a header is looked for. */
const MAX_TITLE_LINES = 25;

/** The lines of UTF-8 text that are not blank, as they arrive. */
export async function* filledLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<AddressLine> {
  let line = 0;
  for await (const content of linesOf({ stream })) {
    line += 1;
    const text = content.trim();
    if (text !== '') yield { text, line };
  }
}

/**
 * Takes lines until they show what they are. One is held back only while it may be the first of a table:
 * at the start, without an address or with other cells beside it.
 */
export async function takeStart(lines: AsyncIterator<AddressLine>): Promise<LineInput> {
  const start: AddressLine[] = [];
  for (;;) {
    const next = await lines.next();
    if (next.done) return start.some(isLoneTable) ? LIST : { kind: 'lines', start };
    start.push(next.value);
    if (start.length === 1 && isOtherFormat(next.value)) return LIST;
    const shape = findShape(start);
    if (shape === 'list') return LIST;
    if (shape === 'lines') return { kind: 'lines', start };
  }
}

const LIST: LineInput = { kind: 'list' };

/** Whether text that begins so is JSON, however long its first line is. */
export function beginsJson(text: string): boolean {
  return /^\s*(?:\[\s*(?:[[{"\]]|null)|\{\s*["}])/.test(text);
}

function isOtherFormat({ text }: AddressLine): boolean {
  if (/^[[{]$/.test(text) || sniffFormat(text, 'stdin').startsWith('json')) return true;
  return separatorLine(text) !== undefined;
}

/** Undefined where the next line may still show a table. */
function findShape(start: readonly AddressLine[]): LineInput['kind'] | undefined {
  const last = start.at(-1);
  if (!last || !hasAt(last)) {
    if (start.length < MAX_TITLE_LINES) return undefined;
    return start.some(isLoneTable) ? 'list' : 'lines';
  }
  const row = findTableRow(last.text);
  if (!row) return start.some((line) => isHeaderOf(line, last)) ? 'list' : 'lines';
  const hasHeader = start.slice(0, -1).some((line) => !hasAt(line) && divides(row, line));
  return hasHeader || start.filter(hasAt).length > 1 ? 'list' : undefined;
}

/** Whether a line names the columns of a row of addresses alone. */
function isHeaderOf(line: AddressLine, row: AddressLine): boolean {
  if (hasAt(line)) return false;
  return DELIMITERS.some((delimiter) => {
    const names = cutCells(line.text, delimiter);
    const isNamed = names.length > 1 && names.some((name) => headerRank(name) > 0);
    return isNamed && cutCells(row.text, delimiter).length === names.length;
  });
}

/** Whether a line is the table of an input that ended while it might have been one. */
function isLoneTable({ text }: AddressLine): boolean {
  if (findTableRow(text)) return true;
  const divided = DELIMITERS.map((delimiter) => cutCells(text, delimiter));
  return divided.some((cells) => cells.length > 1 && cells.some((cell) => headerRank(cell) > 0));
}

function hasAt({ text }: AddressLine): boolean {
  return /[@＠﹫]/.test(text);
}

function divides({ delimiter }: TableRow, { text }: AddressLine): boolean {
  return cutCells(text, delimiter).length > 1;
}

/** Whether a first line with others below it is the name of the e-mail column, and no domain such as gmail.com. */
export function isColumnName(start: readonly AddressLine[]): boolean {
  const [first, ...others] = start;
  if (!first || others.length === 0 || hasAt(first)) return false;
  return headerRank(first.text) > 0 && !/\.(?!e?-?mail$)[a-z]{2,}$/i.test(first.text);
}
