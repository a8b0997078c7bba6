import { MailvetError } from '../../errors.ts';
import { counted, plural } from '../../lib/wording.ts';
import { columnLabel, type ListEncoding, type ListFormat, type ListPlan } from '../plan.ts';
import { decodeText, readUtf8 } from '../read/bytes.ts';
import type { ListSource } from '../source.ts';
import { type ByteSurvey, surveyBytes } from './encoding.ts';
import { ambiguousColumn, type ColumnCandidate, findColumn, namedColumns } from './find-columns.ts';
import type { ListSurvey } from './list-survey.ts';
import { readThrough, refuseSwallowedRows, type Shape } from './read-through.ts';
import { sniffFormat } from './sniff.ts';
import { swallowedRows } from './swallowed-rows.ts';

/** What the user specified about a list; the rest is detected. */
export interface InspectOptions {
  readonly format?: ListFormat;
  readonly encoding?: ListEncoding;
  /** One character. */
  readonly delimiter?: string;
  /** Whether CSV has a header. */
  readonly header?: boolean;
  /** Of a workbook: the sheet's name, or its number from 1. It is taken out before the list is read. */
  readonly sheet?: string;
  /** Physical lines above the header (or the first row): they are kept and not read. */
  readonly skipLines?: number;
  /** Names or numbers (from 1) of the e-mail columns. */
  readonly columns?: readonly string[];
  readonly splitCells?: boolean;
  /** Asks the user which of several equally good columns is meant; without it that is an error. */
  readonly chooseColumn?: (candidates: readonly ColumnCandidate[]) => Promise<number>;
}

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
  const survey = await surveyBytes(source, options.encoding);
  const sample = afterLines(await readSample(survey), options.skipLines ?? 0);
  const format = options.format ?? detectFormat(sample, source.name, options);
  const { delimiter, header, skipLines } = options;
  const task = { format, sample, delimiter, header, skipLines };
  const shape = await readThrough(source, survey.encoding, task);
  refuseEmptyGrid(source, { format, ...shape });
  const columns = await chooseColumns(source, shape, options);
  if (shape.suspectLine !== undefined) {
    const rows = { delimiter: shape.delimiter, width: shape.survey.expected, columns };
    await refuseSwallowedRows(readUtf8(source, survey.encoding), rows);
  }
  return toPlan(survey, { format, ...shape }, { columns, splitCells: options.splitCells ?? false });
}

/** Decoded, without byte order mark, up to its last whole line. */
async function readSample({ start, encoding, whole }: ByteSurvey): Promise<string> {
  const text = await decodeText(start, encoding);
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return whole || end === -1 ? text : text.slice(0, end + 1);
}

/** Without its first lines. */
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
  { delimiter, header }: InspectOptions,
): ListFormat {
  const format = sniffFormat(sample, name);
  const isCsv = format === 'lines' && (delimiter !== undefined || header === true);
  return isCsv ? 'csv' : format;
}

async function chooseColumns(
  source: ListSource,
  { header, survey, suspectLine }: Shape,
  options: InspectOptions,
): Promise<number[]> {
  if (survey.rows === 0 && suspectLine === undefined) throw noRows(source);
  if (options.columns?.length) return namedColumns(options.columns, header, survey.width);
  const found = findColumn(header, survey);
  if (found.kind === 'one') return [found.index];
  if (found.kind === 'none') {
    throw suspectLine === undefined ? noAddresses(source) : swallowedRows(suspectLine);
  }
  if (!options.chooseColumn) throw ambiguousColumn(found.candidates);
  return [await options.chooseColumn(found.candidates)];
}

interface InspectedShape extends Shape {
  readonly format: ListFormat;
}

function toPlan(
  { encoding, bom }: ByteSurvey,
  shape: InspectedShape,
  chosen: Pick<ListPlan, 'columns' | 'splitCells'>,
): ListPlan {
  const { format, delimiter, header, head, survey } = shape;
  const { width, lineEnd, rows } = survey;
  const notices = [
    ...titleNotice(shape),
    ...columnNotice(shape, chosen.columns),
    ...encodingNotice(encoding),
    ...raggedNotice(header, survey),
  ];
  const how = { format, encoding, bom, delimiter, lineEnd, header, head, width };
  return { ...how, ...chosen, rows, notices };
}

/** What stands above the header is said where it was found out. */
function titleNotice({ titleEndsAt }: InspectedShape): string[] {
  if (titleEndsAt === undefined) return [];
  return [`The header is line ${titleEndsAt}; the lines above it are kept as they are`];
}

/** No notice where the list has nothing but addresses. */
function columnNotice(
  { format, header, survey }: InspectedShape,
  columns: readonly number[],
): string[] {
  if (survey.width === 1 && format !== 'csv') return [];
  const labels = columns.map((index) => columnLabel(header, index));
  const named = labels.map((label) => (label.startsWith('"') ? `column ${label}` : label));
  return [`Using ${named.join(' and ')}`];
}

const ENCODING_NAMES: Readonly<Record<ListEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
};

function encodingNotice(encoding: ListEncoding): string[] {
  if (encoding === 'utf-8') return [];
  return [`The list is read as ${ENCODING_NAMES[encoding]}; results are written as UTF-8 with BOM`];
}

function raggedNotice(
  header: ListPlan['header'],
  { ragged, firstRagged, expected }: ListSurvey,
): string[] {
  if (!firstRagged) return [];
  const { line, cells } = firstRagged;
  const found = `Line ${line} has ${plural(cells, 'cell')}, the ${header ? 'header' : 'first row'} ${expected}`;
  if (ragged === 1) return [`${found}; the row was kept as is`];
  const others = ragged === 2 ? '1 other row differs' : `${counted(ragged - 1)} other rows differ`;
  return [`${found}; ${others} too; the rows were kept as they are`];
}

/** Empty cells that results may come back with: every row is filled up to the longest one. */
const MAX_FILLERS = 200_000_000;

/** A single row of many cells would make the results many times as large as the list. */
function refuseEmptyGrid(
  { name }: ListSource,
  { format, survey: { rows, width, expected, widestLine } }: InspectedShape,
): void {
  if (format !== 'csv' || rows * (width - expected) <= MAX_FILLERS) return;
  const cells = width.toLocaleString('en');
  throw new MailvetError(
    'input',
    `line ${widestLine} of ${name} has ${cells} cells, the first line ${expected}`,
    {
      hint: `Remove the surplus cells of line ${widestLine}: every row would be filled up to them`,
    },
  );
}

function noRows(source: ListSource): MailvetError {
  return new MailvetError('input', `${source.name} has no rows`, {
    hint: 'The file has only a header row. If its first line is an address, add --no-header',
  });
}

function noAddresses(source: ListSource): MailvetError {
  return new MailvetError(
    'input',
    `${source.name} has no e-mail column: no cell looks like an address`,
    {
      hint: 'If there is one, add --column <name or number>; if the list was misread, --encoding or --input-format',
    },
  );
}
