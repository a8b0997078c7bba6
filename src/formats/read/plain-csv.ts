import { countLineEnds, MAX_CELLS, type RowRecord } from './record.ts';

interface PlainText {
  readonly text: string;
  readonly delimiter: string;
  /** Physical line of the text's start. */
  readonly line: number;
  /** Whether nothing follows the text. */
  readonly last: boolean;
}

/** What was cut out of a text. */
interface PlainCut {
  readonly records: RowRecord[];
  /** Where the first record begins that was not cut, and its physical line. */
  readonly end: number;
  readonly line: number;
  /** True when that record is not plain; otherwise more text will make it whole. */
  readonly odd: boolean;
}

/** Characters; a longer record is left to csv-parse, which has a limit of its own. */
const MAX_PLAIN_LENGTH = 200_000;

/**
 * Cuts CSV text into records: RFC 4180 with any line end, and quotation marks within a bare cell as
 * characters. What is odd beyond that (text behind a closing quotation mark, a record without end)
 * is for csv-parse, which takes several times as long.
 */
export function cutPlainCsv({ text, delimiter, line, last }: PlainText): PlainCut {
  const records: RowRecord[] = [];
  const code = delimiter.charCodeAt(0);
  let [from, atLine] = [0, line];
  const stop = (odd: boolean) => ({ records, end: from, line: atLine, odd });
  if (delimiter.length !== 1) return stop(true);
  while (from < text.length) {
    const record = cutRecord(text, from, code);
    if (record === 'odd' || recordSize(record, text, from) > MAX_PLAIN_LENGTH) return stop(true);
    if (record === 'open') return stop(last);
    const { cells, end, lineEnd } = record;
    if (!last && mayGoOn(record, text)) return stop(false);
    const own = text.slice(from, end);
    records.push({ line: atLine, cells, text: own, lineEnd });
    atLine += 1 + lineEndsWithin(own);
    from = end + lineEnd.length;
  }
  return stop(false);
}

/**
 * The cells of one record as they are written, quotation marks included; undefined where the record is odd.
 * Joined by the delimiter they are the record.
 */
export function writtenCells(record: string, delimiter: string): string[] | undefined {
  const written: string[] = [];
  const code = delimiter.charCodeAt(0);
  for (let at = 0; ; ) {
    const quoted = record.charCodeAt(at) === QUOTE;
    const end = quoted ? behindQuotes(record, at) : behindBare(record, at, code);
    if (end === -1) return undefined;
    written.push(record.slice(at, end));
    if (end === record.length) return written;
    if (record.charCodeAt(end) !== code) return undefined;
    at = end + 1;
  }
}

interface RecordCut {
  readonly cells: readonly string[];
  /** The position after the last cell. */
  readonly end: number;
  /** Empty at the end of the text. */
  readonly lineEnd: string;
}

/** `open`: a quotation mark is not closed within the text. */
function cutRecord(text: string, from: number, delimiter: number): RecordCut | 'open' | 'odd' {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    const quoted = text.charCodeAt(at) === QUOTE;
    const end = quoted ? behindQuotes(text, at) : behindBare(text, at, delimiter);
    if (end === -1) return 'open';
    // For csv-parse, whose reader counts cells once the record is whole.
    if (cells.length === MAX_CELLS) return 'odd';
    cells.push(quoted ? unquoted(text.slice(at + 1, end - 1)) : text.slice(at, end));
    if (text.charCodeAt(end) !== delimiter) {
      const lineEnd = lineEndAt(text, end);
      return lineEnd === '' && end < text.length ? 'odd' : { cells, end, lineEnd };
    }
    at = end + 1;
  }
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

function behindBare(text: string, from: number, delimiter: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === LF || code === CR) break;
  }
  return at;
}

/** The position after the quotation mark that closes the one at `from`; -1 if none does. */
function behindQuotes(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at === -1 ? -1 : at + 1;
}

function unquoted(content: string): string {
  return content.includes('"') ? content.replaceAll('""', '"') : content;
}

function lineEndAt(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (code === LF) return '\n';
  if (code !== CR) return '';
  return text.charCodeAt(at + 1) === LF ? '\r\n' : '\r';
}

/** True where the next piece of text may belong to the record: no line end yet, or half of one. */
function mayGoOn({ end, lineEnd }: RecordCut, text: string): boolean {
  return lineEnd === '' || (lineEnd === '\r' && end + 1 === text.length);
}

function recordSize(record: RecordCut | 'open', text: string, from: number): number {
  return (record === 'open' ? text.length : record.end) - from;
}

function lineEndsWithin(text: string): number {
  return text.includes('\n') || text.includes('\r') ? countLineEnds(text) : 0;
}
