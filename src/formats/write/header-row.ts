import { ADDRESS_HEADER, isMultiColumn, type ListPlan } from '../plan.ts';
import { cutPlainCsv } from '../read/plain-csv.ts';
import { columnValue } from './column-value.ts';
import type { JudgedRow } from './judged-row.ts';
import type { ResultColumn } from './output.ts';

/** The names of the list's own columns; undefined for CSV without a header. */
export function ownNames(plan: ListPlan): readonly string[] | undefined {
  return plan.format === 'lines' ? [ADDRESS_HEADER] : (plan.header ?? undefined);
}

/** A column that is added behind the list's own. */
export interface AddedColumn {
  /** What it holds, and of which address column (undefined where the list has one). */
  readonly field: ResultColumn;
  readonly at: number | undefined;
  /** `verdict`; `Billing_verdict` where the list has several address columns. */
  readonly key: string;
  /** The same as a column's name: one that the list has already (in any case) gets a prefix. */
  readonly name: string;
}

/** The columns that are added: the fields, for each address column of the list. */
export function addedColumns(plan: ListPlan, fields: readonly ResultColumn[]): AddedColumn[] {
  const toName = createNaming(ownNames(plan));
  const toColumn = (field: ResultColumn, key: string, at?: number): AddedColumn => {
    return { field, at, key, name: toName(key) };
  };
  if (!isMultiColumn(plan)) return fields.map((field) => toColumn(field, field));
  return columnNames(plan).flatMap((name, at) =>
    fields.map((field) => toColumn(field, `${name}_${field}`, at)),
  );
}

/** What a row has in an added column. */
export function addedValue(judged: JudgedRow, { field, at }: AddedColumn) {
  const found = at === undefined ? judged : judged.columns?.[at];
  return found && columnValue(found, field);
}

/** `mailvet_verdict` for `verdict`, where the list has a column of that name. */
function createNaming(header: readonly string[] | undefined): (wanted: string) => string {
  const plain = (name: string) => name.trim().toLowerCase();
  const taken = new Set(header?.map(plain));
  return (wanted) => {
    let name = wanted;
    while (taken.has(plain(name))) name = `mailvet_${name}`;
    return name;
  };
}

/** The names of the address columns, each once: `column_3` without a name, `email_4` for the second `email`. */
function columnNames({ header, columns }: ListPlan): string[] {
  const names = columns.map((column) => header?.[column]?.trim() || `column_${column + 1}`);
  return names.map((name, at) =>
    names.indexOf(name) === at ? name : `${name}_${(columns[at] ?? 0) + 1}`,
  );
}

/** Cells filled up to a width. */
export function filled(cells: readonly string[], width: number): string[] {
  return Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '');
}

/** The text above the header without Excel's `sep=` line, which is about a delimiter alone. */
function preambleText({ head }: ListPlan): string {
  return head.preamble.replace(/^"?sep=.?"?(?:\r\n|\n|\r)/i, '');
}

/** The same as rows of cells. */
export function preambleRows(plan: ListPlan): (readonly string[])[] {
  const text = preambleText(plan);
  const { records, end } = cutPlainCsv({ text, delimiter: plan.delimiter, line: 1, last: true });
  const rest = text.slice(end);
  return [...records.map(({ cells }) => cells), ...(rest === '' ? [] : [[rest]])];
}
