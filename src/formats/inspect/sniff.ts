import { addressesInCell } from '../../address/clean-cell.ts';
import type { ListFormat } from '../plan.ts';
import { looksLikeAddress } from './address-like.ts';
import { headerRank } from './header-names.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Delimiter and format are judged by this many rows. */
const SAMPLE_ROWS = 200;

/**
 * What kind of list a text begins. JSON shows by its first characters; text that a delimiter
 * divides is CSV; of the rest, a first line that can be a header makes CSV, all else is lines.
 */
export function sniffFormat(sample: string, name: string): ListFormat {
  if (/^\s*\[\s*(?:[[{"\]]|null)/.test(sample)) return 'json';
  if (/^\s*\{\s*["}]/.test(sample)) return isJson(firstLine(sample)) ? 'jsonl' : 'json';
  if (separatorLine(sample)) return 'csv';
  if (hasLinesOfAddresses(sample)) return 'lines';
  if (sniffDelimiter(sample) !== undefined) return 'csv';
  const first = firstLine(sample);
  if (first.startsWith('"') || headerRank(first) > 0) return 'csv';
  return first.includes('@') || !/\.(?:csv|tsv)(?:\.(?:gz|zst))?$/i.test(name) ? 'lines' : 'csv';
}

function firstLine(sample: string): string {
  return /[^\s][^\r\n]*/.exec(sample)?.[0] ?? '';
}

/**
 * Whether each line of a text has addresses and nothing else, in whatever way they are written, some of
 * them several, and they are no columns.
 */
function hasLinesOfAddresses(sample: string): boolean {
  const lines = sample.split(/\r\n|\n|\r/, SAMPLE_ROWS).filter((line) => line.trim() !== '');
  let hasSeveral = false;
  for (const line of lines) {
    const parts = /[@＠]/.test(line) ? addressesInCell(line).addresses : [];
    if (parts.length === 0 || !parts.every(({ ok }) => ok)) return false;
    hasSeveral ||= parts.length > 1;
  }
  return hasSeveral && (lines.length === 1 || !isTable(sample));
}

function isTable(sample: string): boolean {
  const delimiter = sniffDelimiter(sample);
  return delimiter !== undefined && scoreDelimiter(splitRows(sample, delimiter)).isTable;
}

/** An object over several lines is not JSONL. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The delimiter that Excel's first line `sep=;` names. */
export function separatorLine(text: string): { line: string; delimiter: string } | undefined {
  const match = /^("?)sep=(.)\1(?=[\r\n]|$)/i.exec(text);
  return match?.[2] ? { line: match[0], delimiter: match[2] } : undefined;
}

/**
 * The delimiter that divides the rows best: one that gives header and rows the same number of cells and
 * some rows an address comes first, then cells that are addresses count, then how many rows have the same
 * number of cells, then how many cells. Undefined when rows are better left whole.
 */
export function sniffDelimiter(sample: string): string | undefined {
  let best = {
    delimiter: undefined as string | undefined,
    ...scoreDelimiter(splitRows(sample, undefined)),
  };
  for (const delimiter of DELIMITERS) {
    if (!sample.includes(delimiter)) continue;
    const judged = scoreDelimiter(splitRows(sample, delimiter));
    if (judged.width > 1 && isBetter(judged, best)) best = { delimiter, ...judged };
  }
  return best.delimiter;
}

interface DelimiterScore {
  /** Cells of most rows. */
  readonly width: number;
  /** Share of the rows with an address for a cell. */
  readonly addressed: number;
  /** Share of the rows with that many cells. */
  readonly even: number;
  /** Whether the first row and nearly all others have that many cells, and some an address. */
  readonly isTable: boolean;
}

function scoreDelimiter(rows: readonly string[][]): DelimiterScore {
  const widths = new Map<number, number>();
  for (const row of rows) {
    if (!row.some(isTorn)) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  }
  const [width = 1, count = 0] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  const addressed = rows.filter((row) => row.some(looksLikeAddress)).length;
  const even = count / rows.length;
  const isTable = addressed > 0 && even >= 1 - NEAR && rows[0]?.length === width && width > 1;
  return { width, addressed: addressed / rows.length, even, isTable };
}

/** A quoted cell that goes on behind its closing mark: `"a";"b` is cut in the wrong place. */
function isTorn(cell: string): boolean {
  return cell.startsWith('"');
}

/** Shares this near are the same: a list has a few odd rows. */
const NEAR = 0.1;

function isBetter(one: DelimiterScore, other: DelimiterScore): boolean {
  if (other.width > 1 && one.isTable !== other.isTable) return one.isTable;
  if (Math.abs(one.addressed - other.addressed) > NEAR) return one.addressed > other.addressed;
  if (other.width === 1) return one.even > 0.5 || one.addressed > other.addressed;
  if (Math.abs(one.even - other.even) > NEAR) return one.even > other.even;
  return one.width > other.width;
}

/** Rows of the sample, quotes minded, blank rows left out; whole rows without a delimiter. */
function splitRows(sample: string, delimiter: string | undefined): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let from = 0;
  let quoted = false;
  const cut = (at: number) => row.push(unquoted(sample.slice(from, at)));
  for (let at = 0; at < sample.length && rows.length < SAMPLE_ROWS; at++) {
    const char = sample[at];
    if (char === '"' && (quoted || at === from)) quoted = !quoted;
    if (quoted || (char !== delimiter && char !== '\n' && char !== '\r')) continue;
    cut(at);
    from = at + 1;
    if (char === delimiter) continue;
    rows.push(row);
    row = [];
  }
  if (from < sample.length && rows.length < SAMPLE_ROWS) {
    cut(sample.length);
    rows.push(row);
  }
  return rows.filter((cells) => cells.length > 1 || cells[0]?.trim());
}

/** The text without well-placed marks; a mark at the start shows a torn cell. */
function unquoted(cell: string): string {
  return /^"(?:[^"]|"")*"$/.test(cell) ? cell.replaceAll('"', '') : cell;
}
