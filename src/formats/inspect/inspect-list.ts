import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import type { ListEncoding, ListFormat, ListPlan } from '../plan.ts';
import { decodeText, readUtf8 } from '../read/bytes.ts';
import type { ListSource } from '../source.ts';
import { findTool, findToolColumn } from '../tools/tool-profiles.ts';
import { looksLikeAddress } from './address-like.ts';
import { type ByteSurvey, type ChooseEncoding, surveyBytes } from './encoding.ts';
import {
  ambiguousColumn,
  type ColumnCandidate,
  columnByHeader,
  findColumn,
  namedColumns,
  refuseWithoutAddresses,
} from './find-columns.ts';
import { headerRank } from './header-names.ts';
import type { ListSurvey } from './list-survey.ts';
import { type InspectedShape, listNotices } from './notices.ts';
import { readThrough, refuseSwallowedRows, type Shape } from './read-through.ts';
import { sniffFormat } from './sniff.ts';
import { swallowedRows } from './swallowed-rows.ts';
import { contentOfQuotes, cutCells, findTableRow } from './table-row.ts';

/** What the user specified about a list; the rest is detected. */
export interface InspectOptions {
  readonly format?: ListFormat;
  readonly encoding?: ListEncoding;
  /** Asks the user which encoding reads right, where it is not certain. */
  readonly chooseEncoding?: ChooseEncoding;
  /** One character. */
  readonly delimiter?: string;
  /** Whether CSV has a header. */
  readonly header?: boolean;
  /** For a workbook: the sheet's name, or its number from 1. It is taken out before the list is read. */
  readonly sheet?: string;
  /** Physical lines above the header (or the first row): they are kept and not read. */
  readonly skipLines?: number;
  /** Names or numbers (from 1) of the e-mail columns. */
  readonly columns?: readonly string[];
  /** Names or numbers of columns; the first filled one is taken. Instead of `columns`. */
  readonly coalesce?: readonly string[];
  readonly splitCells?: boolean;
  /** A list of one column, or the columns that are named, are read whatever is in their cells. */
  readonly takeOnlyColumn?: boolean;
  /**
   * A list without addresses, or without rows, is read where its header names their column: more rows may
   * follow, or none be expected.
   */
  readonly takeHeader?: boolean;
  /** Whether the source is the beginning of a longer list: its last row may be cut off. */
  readonly isPart?: boolean;
  /** Asks the user which of several equally good columns are meant; without it that is an error. */
  readonly chooseColumn?: ChooseColumn;
  /** Called with the other columns of addresses, from 0, where one was found to be the column. */
  readonly noteOtherColumns?: (columns: readonly number[]) => void;
}

type ChooseColumn = (candidates: readonly ColumnCandidate[]) => Promise<number | readonly number[]>;

/**
 * Reads a list through and finds out how to read it again: encoding, format, delimiter, header and
 * e-mail column. Nothing is kept but the plan, however long the list is.
 *
 * Throws an input error, with a hint, for what can't be read as a list, for a quotation mark that
 * swallows rows, and for a list without addresses or with several equally good columns of them.
 */
export async function inspectList(
  source: ListSource,
  options: InspectOptions = {},
): Promise<ListPlan> {
  const { isPart = false, chooseEncoding: choose } = options;
  const survey = await surveyBytes(source, options.encoding, { choose, isPart });
  const sample = afterLines(await readSample(survey), options.skipLines ?? 0);
  const format = options.format ?? detectFormat(sample, source.name, options);
  const { delimiter, header, skipLines } = options;
  const task = { format, sample, delimiter, header, skipLines, isPart };
  const shape = await readThrough(source, survey.encoding, task);
  refuseEmptyGrid(source, { format, ...shape });
  const isNamed = (options.coalesce ?? options.columns ?? []).length > 0;
  if (format === 'csv' && !isNamed) refuseMisreadLines(source.name, sample, shape);
  const { columns, others } = await chooseColumns(source, shape, options);
  options.noteOtherColumns?.(others.map(({ index }) => index));
  if (shape.suspectLine !== undefined) {
    const rows = { delimiter: shape.delimiter, width: shape.survey.expected, columns, isPart };
    await refuseSwallowedRows(readUtf8(source, survey.encoding), rows);
  }
  const isTrusted = options.takeOnlyColumn || (options.takeHeader && areMeant(columns, shape));
  if (!isTrusted) {
    refuseWithoutAddresses(columns, shape.header, shape.survey);
  }
  const { splitCells = false, coalesce } = options;
  const chosen = { columns, splitCells, ...(coalesce && { coalesce: true }) };
  return toPlan(survey, { format, ...shape, others }, chosen);
}

/** Whether each column is empty so far, or called e-mail. */
function areMeant(columns: readonly number[], { header, survey }: Shape): boolean {
  const isEmpty = (column: number) => (survey.columns[column]?.filled ?? 0) === 0;
  return columns.every((column) => isEmpty(column) || headerRank(header?.[column] ?? '') === 2);
}

/** Decoded, without byte order mark, up to its last whole line. */
async function readSample({ start, encoding, whole }: ByteSurvey): Promise<string> {
  const text = await decodeText(start, encoding);
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return whole || end === -1 ? text : text.slice(0, end + 1);
}

/** The list without its first lines. */
function afterLines(text: string, lines: number): string {
  let at = 0;
  for (let line = 0; line < lines && at < text.length; line++) {
    at += /[^\r\n]*(?:\r\n|\n|\r|$)/y.exec(text.slice(at))?.[0].length ?? 0;
  }
  return text.slice(at);
}

function detectFormat(
  sample: string,
  name: string,
  { delimiter, header, columns, coalesce }: InspectOptions,
): ListFormat {
  const format = sniffFormat(sample, name);
  // Lines have one column and no header.
  const isNamed = (coalesce ?? columns ?? []).some((column) => column !== '1');
  const isCsv = format === 'lines' && (isNamed || delimiter !== undefined || header === true);
  return isCsv ? 'csv' : format;
}

async function chooseColumns(
  source: ListSource,
  { header, survey, suspectLine }: Shape,
  options: InspectOptions,
): Promise<AddressColumns> {
  const isRowless = survey.rows === 0 && suspectLine === undefined;
  if (isRowless && !options.takeHeader) throw noRows(source);
  const named = options.coalesce ?? options.columns ?? [];
  if (named.length > 0) {
    return { columns: namedColumns(named, header, survey.width), others: [] };
  }
  const found = findColumn(header, survey);
  if (found.kind === 'one') return { columns: [found.index], others: found.others };
  if (found.kind === 'none') {
    if (options.takeOnlyColumn && survey.width === 1) return { columns: [0], others: [] };
    const column = options.takeHeader ? columnByHeader(header, survey) : undefined;
    if (column !== undefined) return { columns: [column], others: [] };
    if (isRowless) return { columns: [], others: [] };
    throw suspectLine === undefined ? noAddresses(source) : swallowedRows(suspectLine);
  }
  const usual = findToolColumn(header, [findTool(header)?.address ?? '']);
  const own = found.candidates.find(({ index }) => index === usual);
  if (own) return { columns: [own.index], others: found.candidates.filter((one) => one !== own) };
  if (!options.chooseColumn) throw ambiguousColumn(found.candidates);
  const chosen = [await options.chooseColumn(found.candidates)].flat();
  return { columns: chosen, others: [] };
}

interface AddressColumns {
  readonly columns: readonly number[];
  /** Columns that hold addresses, too, and were not chosen. */
  readonly others: readonly ColumnCandidate[];
}

function toPlan(
  { encoding, bom, doubt }: ByteSurvey,
  shape: InspectedShape,
  chosen: Pick<ListPlan, 'columns' | 'splitCells' | 'coalesce'>,
): ListPlan {
  const { format, delimiter, header, head, survey } = shape;
  const { width, lineEnd, rows } = survey;
  const notices = listNotices(shape, { ...chosen, encoding, doubt });
  const how = { format, encoding, bom, delimiter, lineEnd, header, head, width };
  return { ...how, ...chosen, rows, notices };
}

/** Empty cells that results may come back with: every row is filled up to the longest one. */
const MAX_FILLERS = 200_000_000;

/** A single row of many cells would make the results many times as large as the list. */
function refuseEmptyGrid(
  { name }: ListSource,
  { format, survey: { rows, width, expected, widestLine } }: Omit<InspectedShape, 'others'>,
): void {
  if (format !== 'csv' || rows * (width - expected) <= MAX_FILLERS) return;
  const line = `${widestLine}`;
  const cells = { cells: width, expected: `${expected}` };
  throw new MailvetError('input', message('errorTexts.surplus_cells', { line, name, ...cells }), {
    advice: message('errorTexts.remove_cells', { line }),
  });
}

function noRows(source: ListSource): MailvetError {
  return new MailvetError('input', message('errorTexts.no_rows', { name: source.name }), {
    hint: [
      'The file has only a header row. If its first line is an address, ',
      { code: 'no_header' },
    ],
    advice: message('errorTexts.only_header'),
  });
}

function noAddresses(source: ListSource): MailvetError {
  return new MailvetError('input', message('errorTexts.no_email_column', { name: source.name }), {
    advice: message('errorTexts.misread'),
    hint: [
      { code: 'misread_list' },
      '; ',
      { code: 'option', name: 'column' },
      ' takes only a column with addresses',
    ],
  });
}

/**
 * Lists in a form that can't be read, though they can be cut into rows and cells: what would be read out of
 * them leaves addresses out. Each is refused with a word on what it looks like.
 */

/** Throws an input error for such a list, as far as its sample shows it. */
function refuseMisreadLines(name: string, sample: string, shape: Shape): void {
  refuseQuotedRows(name, sample, shape.survey);
  refuseCrowdedLine(name, sample, shape);
}

/**
 * Throws an input error for a table each row of which is in one pair of quotation marks, as spreadsheets
 * write a CSV file that they had in one column.
 */
function refuseQuotedRows(name: string, sample: string, survey: ListSurvey): void {
  if (survey.columns.some(({ addresses }) => addresses > 0)) return;
  const delimiter = findInnerDelimiter(sample);
  if (delimiter === undefined) return;
  const between = delimiter === '\t' ? message('errorTexts.tabs') : `"${delimiter}"`;
  throw new MailvetError('input', message('errorTexts.quoted_rows', { name, between }), {
    advice: message('errorTexts.divide_column'),
  });
}

/** The delimiter that divides what the quoted rows hold, one of the cells being an address. */
function findInnerDelimiter(sample: string): string | undefined {
  const lines = sample.split(/\r\n|\n|\r/).filter((line) => /[@＠]/.test(line));
  const rows = lines.slice(0, SAMPLE_ROWS);
  const found = rows.flatMap((line) => {
    const inner = contentOfQuotes(line.trim());
    return (inner === undefined ? undefined : findTableRow(inner)?.delimiter) ?? [];
  });
  return found.length > 0 && found.length >= rows.length * MOST_ROWS ? found[0] : undefined;
}

/** Rows that are looked at. */
const SAMPLE_ROWS = 100;
/** A list has a few odd rows. */
const MOST_ROWS = 0.8;

/**
 * Throws an input error for a single line without a header that has addresses amid other text, as a line of
 * a program or a sentence has: it is no row, and they would be left out.
 */
function refuseCrowdedLine(
  name: string,
  sample: string,
  { header, survey, delimiter }: Shape,
): void {
  if (header !== null || survey.rows !== 1) return;
  const cells = cutCells(sample.trim(), delimiter);
  const isPlain = cells.every((cell) => !/[@＠]/.test(cell) || looksLikeAddress(cell));
  const addresses = sample.match(/[@＠]/g)?.length ?? 0;
  if (isPlain || addresses < 2) return;
  throw new MailvetError('input', message('errorTexts.crowded_line', { name, count: addresses }), {
    advice: message('errorTexts.one_a_line'),
  });
}
