import { columnValue } from '../../formats/write/column-value.ts';
import { guardFormula } from '../../formats/write/formula.ts';
import { toFields } from '../../formats/write/json-renderer.ts';
import type { AddressOutcome } from '../../formats/write/outcome.ts';
import { RESULT_COLUMNS, type ResultColumn } from '../../formats/write/output.ts';
import { safeJson, safeLine } from '../../lib/safe-text.ts';
import type { Palette } from '../io/colour.ts';
import type { Format } from '../io/format.ts';
import { type Column, renderTable } from './table.ts';

/** The columns of results that stand in no list: with the address, whatever was chosen. */
export type LooseColumns = readonly ResultColumn[] | undefined;

function namedColumns(columns: LooseColumns): readonly ResultColumn[] {
  if (!columns) return RESULT_COLUMNS;
  return columns.includes('email') ? columns : ['email', ...columns];
}

/** `email verdict reason score`, or the columns that were chosen, tab-separated. */
export function resultLine(record: AddressOutcome, columns: LooseColumns): string {
  const shown = columns ? namedColumns(columns) : LINE_COLUMNS;
  const cells = shown.map((column) => safeLine(String(columnValue(record, column) ?? '')));
  return `${cells.join('\t')}\n`;
}

const LINE_COLUMNS = ['email', 'verdict', 'reason', 'score'] as const;

/** For a terminal. */
export function resultTable(
  records: readonly AddressOutcome[],
  { palette, width }: { readonly palette: Palette; readonly width: number | undefined },
  columns: LooseColumns,
): Promise<string> {
  const shown = columns ? namedColumns(columns).map(chosenColumn) : usualColumns(records, palette);
  return renderTable(records, shown, { heading: palette.bold, columns: width });
}

function chosenColumn(column: ResultColumn): Column<AddressOutcome> {
  return {
    title: column.toUpperCase(),
    text: (record) => String(columnValue(record, column) ?? ''),
  };
}

function usualColumns(
  records: readonly AddressOutcome[],
  palette: Palette,
): Column<AddressOutcome>[] {
  const notes = records.some((record) => noteOf(record) !== '');
  return [
    { title: 'EMAIL', text: ({ email }) => email },
    {
      title: 'VERDICT',
      text: ({ verdict }) => verdict ?? '',
      paint: ({ verdict }, text) => (verdict ? palette.verdict(verdict, text) : text),
    },
    { title: 'REASON', text: ({ reason }) => reason },
    { title: 'SCORE', align: 'right', text: ({ score }) => String(score ?? '') },
    ...(notes ? [{ title: 'NOTE', below: true, text: noteOf } as const] : []),
  ];
}

function noteOf({ error, suggestion }: AddressOutcome): string {
  if (error !== undefined) return error;
  return suggestion === undefined ? '' : `did you mean ${suggestion}? (not verified)`;
}

export function resultJsonLine(record: AddressOutcome, columns: LooseColumns): string {
  return `${safeJson(toJson(record, columns))}\n`;
}

/** The fields by name; unknown ones are null. */
export function toJson(record: AddressOutcome, columns?: LooseColumns): Record<string, unknown> {
  return toFields(record, namedColumns(columns));
}

/** Writes results as lines of CSV. */
export interface CsvWriter {
  readonly header: string;
  line(record: AddressOutcome): string;
}

const loadLineWriter = () => import('../../formats/write/csv-line.ts');

/** The header and the lines of a CSV file. Loads the CSV writer. */
export async function csvWriter(delimiter: string, chosen: LooseColumns): Promise<CsvWriter> {
  const { createLineWriter } = await loadLineWriter();
  const write = createLineWriter(delimiter);
  const columns = namedColumns(chosen);
  const cell = (value: unknown) => guardFormula(String(value ?? ''));
  return {
    header: `${write(columns)}\n`,
    line: (record) => `${write(columns.map((name) => cell(columnValue(record, name))))}\n`,
  };
}

async function loadWorkbookWriter() {
  const { WorkbookWriter } = await import('../../formats/workbook/out/workbook-writer.ts');
  const { textCell } = await import('../../formats/workbook/out/cell.ts');
  const { outcomeCells } = await import('../../formats/write/workbook-renderer.ts');
  return { WorkbookWriter, textCell, outcomeCells };
}

/** A workbook with a row for each result. Loads the writer of workbooks. */
export async function resultWorkbook(chosen: LooseColumns) {
  const columns = namedColumns(chosen);
  const { WorkbookWriter, textCell, outcomeCells } = await loadWorkbookWriter();
  const head = [columns.map((name) => textCell(name, 'heading'))];
  const workbook = new WorkbookWriter({ head, hasHeader: true });
  return {
    add: (record: AddressOutcome) => workbook.add(outcomeCells(record, columns)),
    isFull: () => workbook.isFull(),
    take: () => workbook.take(),
    end: () => workbook.end(),
  };
}

/** Loads what writes results in a format, for a process whose files may be replaced before it does. */
export async function loadResultFormat(format: Format): Promise<void> {
  if (format === 'csv' || format === 'tsv') await loadLineWriter();
  if (format === 'xlsx') await loadWorkbookWriter();
}
