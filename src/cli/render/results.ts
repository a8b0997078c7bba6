import type { Verification } from '../../contract/decode.ts';
import type { CellAddress } from '../../formats/row.ts';
import { columnValue } from '../../formats/write/column-value.ts';
import { toFields } from '../../formats/write/json-renderer.ts';
import { createAddressJudge, type JudgedAddress } from '../../formats/write/judged-row.ts';
import { RESULT_COLUMNS, type ResultColumn } from '../../formats/write/output.ts';
import { safeJson, safeLine } from '../../lib/safe-text.ts';
import type { Judging } from '../../policy/policy.ts';
import type { Format } from '../io/format.ts';
import { csvLine } from '../io/print.ts';
import type { Palette } from '../io/terminal.ts';
import { type Column, renderTable } from './table.ts';

/** The service's result for an address, or its error. */
export interface AddressResult {
  readonly verification?: Verification | undefined;
  readonly error?: string | undefined;
}

/** The verdict of one address that a service names. */
export function toRecord(email: string, answer: AddressResult, judging: Judging): JudgedAddress {
  return cellToRecord({ raw: email, address: email }, answer, judging);
}

/** The verdict of an address as a user gave it, judged as a cell of a list is. */
export function cellToRecord(
  cell: CellAddress,
  answer: AddressResult,
  judging: Judging,
): JudgedAddress {
  return createAddressJudge({ lookup: () => answer, judging })(cell);
}

/** The columns of results that stand in no list: with the address, whatever was chosen. */
export type LooseColumns = readonly ResultColumn[] | undefined;

function namedColumns(columns: LooseColumns): readonly ResultColumn[] {
  if (!columns) return RESULT_COLUMNS;
  return columns.includes('email') ? columns : ['email', ...columns];
}

/** `email verdict reason score`, or the columns that were chosen, tab-separated. */
export function resultLine(record: JudgedAddress, columns: LooseColumns): string {
  const shown = columns ? namedColumns(columns) : LINE_COLUMNS;
  const cells = shown.map((column) => safeLine(String(columnValue(record, column) ?? '')));
  return `${cells.join('\t')}\n`;
}

const LINE_COLUMNS = ['email', 'verdict', 'reason', 'score'] as const;

/** For a terminal. */
export function resultTable(
  records: readonly JudgedAddress[],
  { palette, width }: { readonly palette: Palette; readonly width: number | undefined },
  columns: LooseColumns,
): Promise<string> {
  const shown = columns ? namedColumns(columns).map(chosenColumn) : usualColumns(records, palette);
  return renderTable(records, shown, { heading: palette.bold, columns: width });
}

function chosenColumn(column: ResultColumn): Column<JudgedAddress> {
  return {
    title: column.toUpperCase(),
    text: (record) => String(columnValue(record, column) ?? ''),
  };
}

function usualColumns(
  records: readonly JudgedAddress[],
  palette: Palette,
): Column<JudgedAddress>[] {
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

function noteOf({ error, suggestion }: JudgedAddress): string {
  if (error !== undefined) return error;
  return suggestion === undefined ? '' : `did you mean ${suggestion}? (not verified)`;
}

export function resultJsonLine(record: JudgedAddress, columns: LooseColumns): string {
  return `${safeJson(toJson(record, columns))}\n`;
}

/** The fields by name, with what a program does with the address; unknown ones are null. */
export function toJson(record: JudgedAddress, columns?: LooseColumns): Record<string, unknown> {
  return toFields(record, columns ? namedColumns(columns) : JSON_COLUMNS);
}

const JSON_COLUMNS: readonly ResultColumn[] = [...RESULT_COLUMNS, 'action'];

/** The header of a CSV file, and what writes a line of it. Loads the CSV writer. */
export async function csvWriter(format: 'csv' | 'tsv', chosen: LooseColumns) {
  const toLine = await csvLine(format);
  const columns = namedColumns(chosen);
  return {
    header: toLine(columns),
    line: (record: JudgedAddress) => toLine(columns.map((name) => columnValue(record, name))),
  };
}

async function loadWorkbookWriter() {
  const { WorkbookWriter } = await import('../../formats/workbook/out/workbook-writer.ts');
  const { textCell } = await import('../../formats/workbook/out/cell.ts');
  const { judgedCells } = await import('../../formats/write/workbook-renderer.ts');
  return { WorkbookWriter, textCell, judgedCells };
}

/** A workbook with a row for each result. Loads the writer of workbooks. */
export async function resultWorkbook(chosen: LooseColumns) {
  const columns = namedColumns(chosen);
  const { WorkbookWriter, textCell, judgedCells } = await loadWorkbookWriter();
  const head = [columns.map((name) => textCell(name, 'heading'))];
  const workbook = new WorkbookWriter({ head, hasHeader: true });
  return {
    add: (record: JudgedAddress) => workbook.add(judgedCells(record, columns)),
    isFull: () => workbook.isFull(),
    take: () => workbook.take(),
    end: () => workbook.end(),
  };
}

/** Loads what writes results in a format, for a process whose files may be replaced before it does. */
export async function loadResultFormat(format: Format): Promise<void> {
  if (format === 'csv' || format === 'tsv') await csvLine(format);
  if (format === 'xlsx') await loadWorkbookWriter();
}
