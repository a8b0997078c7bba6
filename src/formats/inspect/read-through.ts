import { type ListEncoding, type ListFormat, type ListHead, NO_HEAD } from '../plan.ts';
import { readUtf8 } from '../read/bytes.ts';
import { csvRecords } from '../read/csv-records.ts';
import { growingNames, jsonRecords } from '../read/json-records.ts';
import { lineRecords } from '../read/line-records.ts';
import { cutPlainCsv } from '../read/plain-csv.ts';
import { isBlank, type RecordOptions, type RowRecord } from '../read/record.ts';
import type { ListSource } from '../source.ts';
import { looksLikeAddress } from './address-like.ts';
import { headerRank } from './header-names.ts';
import { createListSurvey, type ListSurvey } from './list-survey.ts';
import { separatorLine, sniffDelimiter } from './sniff.ts';
import { type RowShape, swallowedRows, swallowingLine } from './swallowed-rows.ts';
import { findTableRow } from './table-row.ts';

/** What a list looks like, once it was read through. */
export interface Shape {
  readonly delimiter: string;
  readonly header: readonly string[] | null;
  readonly head: ListHead;
  readonly survey: ListSurvey;
  /** The first line whose quotation mark may have swallowed rows; sure only once the column is known. */
  readonly suspectLine: number | undefined;
  /** The header's line, where a title was found above it. */
  readonly titleEndsAt?: number | undefined;
  /** In a list of one address per line: lines that are rows of a table, and the first of them. */
  readonly tableRows?: { readonly count: number; readonly line: number } | undefined;
}

interface Task {
  readonly format: ListFormat;
  readonly sample: string;
  /** Instead of what is found out. */
  readonly delimiter: string | undefined;
  readonly header: boolean | undefined;
  /** Lines that stand above the header; undefined where that is to be found out. */
  readonly skipLines: number | undefined;
  /** Whether the source is the beginning of a longer list. */
  readonly isPart: boolean;
}

/** Reads a list from end to end and keeps no row of it. Throws where a quotation mark swallows rows. */
export function readThrough(
  source: ListSource,
  encoding: ListEncoding,
  task: Task,
): Promise<Shape> {
  const chunks = readUtf8(source, encoding);
  if (task.format === 'csv') return readCsv(chunks, task);
  if (task.format === 'lines') return readLines(chunks, task);
  return readJson(chunks, task.format, task);
}

async function readCsv(chunks: AsyncIterable<Buffer>, { sample, ...given }: Task): Promise<Shape> {
  const separator = separatorLine(sample);
  const delimiter =
    given.delimiter ?? separator?.delimiter ?? sniffDelimiter(sample) ?? DEFAULT_DELIMITER;
  const below = given.skipLines === undefined && given.header !== false;
  const titleEndsAt = below ? findHeaderBelowTitle(sample, delimiter) : undefined;
  const firstLine = titleEndsAt ?? (given.skipLines ?? 0) + 1;
  const head = createHead({ separator: separator?.line, wanted: given.header, firstLine });
  const survey = createListSurvey();
  let suspectLine: number | undefined;
  for await (const batch of csvRecords(chunks, delimiter, given)) {
    for (const record of batch) {
      if (head.takes(record)) survey.expect(head.header()?.length);
      else survey.add(record);
      suspectLine ??= swallowingLine(record, { delimiter, width: survey.expected() });
    }
  }
  const header = head.header();
  const shape = { delimiter, header, head: head.result(), survey: survey.result(), suspectLine };
  return { ...shape, titleEndsAt };
}

/** Reads CSV again for rows that a quotation mark swallowed, now that the e-mail column is known. */
export async function refuseSwallowedRows(
  chunks: AsyncIterable<Buffer>,
  shape: RowShape & RecordOptions,
) {
  for await (const batch of csvRecords(chunks, shape.delimiter, shape)) {
    for (const record of batch) {
      const line = swallowingLine(record, shape);
      if (line !== undefined) throw swallowedRows(line);
    }
  }
}

const DEFAULT_DELIMITER = ',';

interface HeadOptions {
  /** Excel's `sep=` line. */
  readonly separator: string | undefined;
  /** Whether there is a header; undefined where that is to be found out. */
  readonly wanted: boolean | undefined;
  /** The physical line from which on a header or a row may stand. */
  readonly firstLine: number;
}

/**
 * Takes the records before the first row: a `sep=` line, a title, blank lines before a header, the
 * header.
 */
function createHead({ separator, wanted, firstLine }: HeadOptions) {
  let done = false;
  let header: readonly string[] | null = null;
  let headerText = '';
  let lineEnd = '';
  let preamble = '';
  let records = 0;
  const waiting: string[] = [];

  function take(text: string): true {
    records += 1 + waiting.length;
    preamble += waiting.splice(0).join('') + text;
    return true;
  }

  return {
    takes(record: RowRecord): boolean {
      if (done) return false;
      if (records === 0 && record.text === separator) return take(record.text + record.lineEnd);
      if (record.line < firstLine) return take(record.text + record.lineEnd);
      if (isBlank(record) && wanted !== false) {
        waiting.push(record.text + record.lineEnd);
        return true;
      }
      done = true;
      if (wanted === false || (wanted === undefined && record.cells.some(isNoName))) {
        return false;
      }
      header = record.cells;
      headerText = record.text;
      lineEnd = record.lineEnd;
      return take('');
    },
    header: () => header,
    result: (): ListHead => ({ records, preamble, header: headerText, lineEnd }),
  };
}

/** Even a mistyped address is not the name of a column. */
function isNoName(cell: string): boolean {
  return cell.includes('@') || cell.includes('＠');
}

async function readLines(
  chunks: AsyncIterable<Buffer>,
  { skipLines = 0, isPart }: Task,
): Promise<Shape> {
  const survey = createListSurvey();
  const head = createHead({ separator: undefined, wanted: false, firstLine: skipLines + 1 });
  let tableRows: Shape['tableRows'];
  for await (const batch of lineRecords(chunks, { isPart })) {
    for (const record of batch) {
      if (head.takes(record)) continue;
      survey.add(record);
      if (findTableRow(record.text) === undefined) continue;
      tableRows = { line: tableRows?.line ?? record.line, count: (tableRows?.count ?? 0) + 1 };
    }
  }
  return {
    delimiter: DEFAULT_DELIMITER,
    header: null,
    head: head.result(),
    survey: survey.result(),
    suspectLine: undefined,
    tableRows,
  };
}

async function readJson(
  chunks: AsyncIterable<Buffer>,
  format: 'json' | 'jsonl',
  { isPart }: RecordOptions,
): Promise<Shape> {
  const names = growingNames();
  const survey = createListSurvey();
  for await (const batch of jsonRecords(chunks, format, { names, isPart })) {
    batch.forEach(survey.add);
  }
  return {
    delimiter: DEFAULT_DELIMITER,
    header: names.names(),
    head: NO_HEAD,
    // An object may leave out any name: none is ragged.
    survey: { ...survey.result(), ragged: 0, firstRagged: undefined },
    suspectLine: undefined,
  };
}

/** Records among which a header is looked for. */
const MAX_TITLE_RECORDS = 25;

/**
 * The physical line of the header, where lines of a title stand above it, as in exports of LinkedIn
 * and of CRMs; undefined where the first line is the header or a row.
 *
 * A header below a title has more cells than any line above it. It names the e-mail column, or it is
 * a full row below a first line of a single cell.
 */
function findHeaderBelowTitle(sample: string, delimiter: string): number | undefined {
  const records = cutPlainCsv({ text: sample, delimiter, line: 1, last: true }).records;
  const filled = records.filter((record) => !isBlank(record) && countFilled(record) > 0);
  const firstRow = filled.findIndex(({ cells }) => cells.some(looksLikeAddress));
  const above = filled.slice(0, Math.min(firstRow === -1 ? 0 : firstRow, MAX_TITLE_RECORDS));
  const [first] = above;
  if (!first || isHeader(first)) return undefined;
  const row = filled[firstRow];
  const at = above.findIndex(
    (record, index) => index > 0 && isBelowTitle(record, above.slice(0, index), row),
  );
  return above[at]?.line;
}

/** True for a first line that names the e-mail column: no title. */
function isHeader(record: RowRecord): boolean {
  const rank = rankOf(record);
  return rank === 2 || (rank === 1 && countFilled(record) > 1);
}

function isBelowTitle(
  record: RowRecord,
  title: readonly RowRecord[],
  row: RowRecord | undefined,
): boolean {
  const size = countFilled(record);
  const widest = Math.max(...title.map(countFilled));
  if (record.cells.some((cell) => cell.includes('@'))) return false;
  const rank = rankOf(record);
  if (rank > 0 && size > widest) return true;
  if (record.cells.length === 1) return rank === 2;
  const isFull = size === record.cells.length && size === new Set(record.cells).size;
  const [first] = title;
  const hasTitle = first !== undefined && countFilled(first) === 1;
  return hasTitle && size > widest && isFull && row?.cells.length === size;
}

function rankOf({ cells }: RowRecord): number {
  return Math.max(...cells.map(headerRank));
}

function countFilled({ cells }: RowRecord): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}
