import { ADDRESS_HEADER, type ListPlan } from '../plan.ts';
import type { ListRow } from '../row.ts';
import { createLineWriter, type LineWriter } from './csv-line.ts';
import { guardFormula } from './formula.ts';
import type { RowOutcome } from './outcome.ts';
import type { ResultColumn } from './output.ts';
import type { Renderer } from './renderer.ts';

interface CsvOptions {
  readonly columns: readonly ResultColumn[];
  /** Guards the list's own cells too. */
  readonly escapeFormulas: boolean;
}

/**
 * Rows as they stood, cell for cell and quotation mark for quotation mark, with the results behind
 * them. A CSV list without a header gets none; plain lines and JSON, which have no place for one, do.
 */
export function createCsvRenderer(plan: ListPlan, options: CsvOptions): Renderer {
  const { delimiter } = plan;
  const write = createLineWriter(delimiter);
  const own = createOwnCells(plan, options, write);
  const separator = options.columns.length > 0 ? delimiter : '';
  return {
    start: mark(plan) + head(plan, options, write),
    row: (outcome) => own(outcome.row) + separator + write(resultCells(outcome, options.columns)),
    before: () => '',
    after: (row, isLast) => lineEndOf(plan, row, isLast),
    blank: (row) => row.text + row.lineEnd,
    end: () => '',
  };
}

/** The names of the added columns; one that the list has already (in any case) gets a prefix. */
function addedNames(header: readonly string[] | null, columns: readonly ResultColumn[]): string[] {
  const plain = (name: string) => name.trim().toLowerCase();
  const taken = new Set(header?.map(plain));
  return columns.map((column) => {
    let name: string = column;
    while (taken.has(plain(name))) name = `mailvet_${name}`;
    return name;
  });
}

/** A text list's last row may have none, and its last line then has none either. */
function lineEndOf(plan: ListPlan, row: ListRow, last: boolean): string {
  const isText = plan.format === 'csv' || plan.format === 'lines';
  return row.lineEnd || (isText && last ? '' : plan.lineEnd);
}

/** What was not UTF-8 becomes UTF-8 with a mark, or a spreadsheet would misread it. */
function mark(plan: ListPlan): string {
  return plan.bom || plan.encoding !== 'utf-8' ? '\ufeff' : '';
}

/** The list's own part of a line, filled up to the width of the longest row. */
function createOwnCells(
  plan: ListPlan,
  { escapeFormulas }: CsvOptions,
  write: LineWriter,
): (row: ListRow) => string {
  if (plan.format === 'csv' && !escapeFormulas) {
    return (row) => row.text + plan.delimiter.repeat(plan.width - row.cells.length);
  }
  const guard = escapeFormulas ? guardFormula : asItIs;
  return (row) => write(filled(row.cells, plan.width).map(guard));
}

function asItIs(cell: string): string {
  return cell;
}

function filled(cells: readonly string[], width: number): string[] {
  return Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '');
}

function head(plan: ListPlan, { columns, escapeFormulas }: CsvOptions, write: LineWriter): string {
  const names = plan.format === 'lines' ? [ADDRESS_HEADER] : plan.header;
  if (!names) return plan.head.preamble;
  const added = addedNames(names, columns);
  const own = filled(names, plan.width);
  const lineEnd = plan.head.lineEnd || plan.lineEnd;
  if (plan.format !== 'csv' || escapeFormulas) {
    const guarded = escapeFormulas ? own.map(guardFormula) : own;
    return plan.head.preamble + write([...guarded, ...added]) + lineEnd;
  }
  const padding = plan.delimiter.repeat(plan.width - names.length);
  const tail = added.length > 0 ? plan.delimiter + write(added) : '';
  return plan.head.preamble + plan.head.header + padding + tail + lineEnd;
}

/** The cells that mailvet adds come from a service as much as from the list: always guarded. */
function resultCells(outcome: RowOutcome, columns: readonly ResultColumn[]): string[] {
  return columns.map((column) => {
    const value = outcome[column];
    if (typeof value === 'string') return guardFormula(value);
    return value === undefined ? '' : String(value);
  });
}
