import { guardFormula } from '../../formats/write/formula.ts';
import { toFields } from '../../formats/write/json-renderer.ts';
import type { AddressOutcome } from '../../formats/write/outcome.ts';
import { RESULT_COLUMNS } from '../../formats/write/output.ts';
import { safeJson, safeLine } from '../../lib/safe-text.ts';
import type { Palette } from '../io/colour.ts';
import type { Format } from '../io/format.ts';
import { type Column, renderTable } from './table.ts';

/** `email verdict reason score`, tab-separated. */
export function resultLine({ email, verdict, reason, score }: AddressOutcome): string {
  return `${[safeLine(email), verdict ?? '', reason, score ?? ''].join('\t')}\n`;
}

export function resultTable(records: readonly AddressOutcome[], palette: Palette): Promise<string> {
  const notes = records.some((record) => noteOf(record) !== '');
  const columns: Column<AddressOutcome>[] = [
    { title: 'EMAIL', text: ({ email }) => email },
    {
      title: 'VERDICT',
      text: ({ verdict }) => verdict ?? '',
      paint: ({ verdict }, text) => (verdict ? palette.verdict(verdict, text) : text),
    },
    { title: 'REASON', text: ({ reason }) => reason },
    { title: 'SCORE', align: 'right', text: ({ score }) => String(score ?? '') },
    ...(notes ? [{ title: 'NOTE', text: noteOf }] : []),
  ];
  return renderTable(records, columns, { heading: palette.bold });
}

function noteOf({ error, suggestion }: AddressOutcome): string {
  if (error !== undefined) return error;
  return suggestion === undefined ? '' : `did you mean ${suggestion}? (not verified)`;
}

export function resultJsonLine(record: AddressOutcome): string {
  return `${safeJson(toJson(record))}\n`;
}

/** The fields by name; unknown ones are null. */
export function toJson(record: AddressOutcome): Record<string, unknown> {
  return toFields(record, RESULT_COLUMNS);
}

interface CsvWriter {
  readonly header: string;
  line(record: AddressOutcome): string;
}

const loadLineWriter = () => import('../../formats/write/csv-line.ts');

/** The header and the lines of a CSV file. Loads the CSV writer. */
export async function csvWriter(delimiter: string): Promise<CsvWriter> {
  const { createLineWriter } = await loadLineWriter();
  const write = createLineWriter(delimiter);
  const cell = (value: unknown) => guardFormula(String(value ?? ''));
  return {
    header: `${write(RESULT_COLUMNS)}\n`,
    line: (record) => `${write(RESULT_COLUMNS.map((name) => cell(record[name])))}\n`,
  };
}

async function loadWorkbookWriter() {
  const { WorkbookWriter } = await import('../../formats/workbook/out/workbook-writer.ts');
  const { textCell } = await import('../../formats/workbook/out/cell.ts');
  const { outcomeCells } = await import('../../formats/write/workbook-renderer.ts');
  return { WorkbookWriter, textCell, outcomeCells };
}

/** A workbook with a row for each result. Loads the writer of workbooks. */
export async function resultWorkbook() {
  const { WorkbookWriter, textCell, outcomeCells } = await loadWorkbookWriter();
  const head = [RESULT_COLUMNS.map((name) => textCell(name, 'heading'))];
  const workbook = new WorkbookWriter({ head, hasHeader: true });
  return {
    add: (record: AddressOutcome) => workbook.add(outcomeCells(record, RESULT_COLUMNS)),
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
