/**
 * Lists whose form is none of ours, though they can be cut into rows and cells: what would be read out of
 * them leaves addresses out. Each is refused with a word on what it looks like.
 */
import { MailvetError } from '../../errors.ts';
import { looksLikeAddress } from './address-like.ts';
import type { ListSurvey } from './list-survey.ts';
import type { Shape } from './read-through.ts';
import { contentOfQuotes, cutCells, findTableRow } from './table-row.ts';

/** Throws an input error for such a list, as far as its sample shows it. */
export function refuseMisreadLines(name: string, sample: string, shape: Shape): void {
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
  const between = delimiter === '\t' ? 'tabs' : `"${delimiter}"`;
  const message = `each row of ${name} is a single cell in quotation marks, with columns between ${between} inside`;
  throw new MailvetError('input', message, {
    hint: 'Open it in a spreadsheet, divide that column into columns (Data, Text to Columns), and save it as CSV again',
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
  { header, survey, delimiter }: Pick<Shape, 'header' | 'survey' | 'delimiter'>,
): void {
  if (header !== null || survey.rows !== 1) return;
  const cells = cutCells(sample.trim(), delimiter);
  const isPlain = cells.every((cell) => !/[@＠]/.test(cell) || looksLikeAddress(cell));
  const addresses = sample.match(/[@＠]/g)?.length ?? 0;
  if (isPlain || addresses < 2) return;
  throw new MailvetError('input', `${name} is one line of text with ${addresses} addresses in it`, {
    hint: 'Write one address per line, and nothing else beside them',
  });
}
