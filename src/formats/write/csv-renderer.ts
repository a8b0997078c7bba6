import { isJsonList, type ListPlan } from '../plan.ts';
import type { ListRow } from '../row.ts';
import { createCellWriter, createLineWriter, type LineWriter } from './csv-line.ts';
import { guardFormula } from './formula.ts';
import {
  type AddedColumn,
  addedColumns,
  addedValue,
  filled,
  ownNames,
  preambleRows,
} from './header-row.ts';
import type { JudgedRow } from './judged-row.ts';
import type { ResultColumn } from './output.ts';
import type { TextFormat } from './text-renderer.ts';

interface CsvOptions {
  readonly columns: readonly ResultColumn[];
  /** Guards the list's own cells too. */
  readonly escapeFormulas: boolean;
  /** In place of the list's own. */
  readonly delimiter?: string;
}

/** What the lines are written by. */
interface CsvWriting extends Omit<CsvOptions, 'columns'> {
  readonly columns: readonly AddedColumn[];
  readonly delimiter: string;
  readonly write: LineWriter;
  /** Whether the list's own text is written as it is. */
  readonly isVerbatim: boolean;
}

/**
 * Rows as they stood, cell for cell and quotation mark for quotation mark, with the results behind
 * them. A CSV list without a header gets none; plain lines and JSON, which have no place for one, do.
 */
export function createCsvFormat(plan: ListPlan, options: CsvOptions): TextFormat {
  const writing = createWriting(plan, options);
  const own = createOwnCells(plan, writing);
  const toCells = createResultCells(writing);
  return {
    start: byteOrderMark(plan) + head(plan, writing),
    row: (judged) => own(judged.row) + toCells(judged),
    before: () => '',
    after: (row) => chooseLineEnd(plan, row),
    blank: (row) => row.text + row.lineEnd,
    end: () => '',
  };
}

function createWriting(plan: ListPlan, options: CsvOptions): CsvWriting {
  const { delimiter = plan.delimiter, escapeFormulas } = options;
  const write = createLineWriter(delimiter);
  const isVerbatim = plan.format === 'csv' && !escapeFormulas && delimiter === plan.delimiter;
  const columns = addedColumns(plan, options.columns);
  return { escapeFormulas, columns, delimiter, write, isVerbatim };
}

/** A text list's last row may have none, and its last line then has none either. */
export function chooseLineEnd(plan: ListPlan, row: ListRow): string {
  return row.lineEnd || (isJsonList(plan) ? plan.lineEnd : '');
}

/** What was not UTF-8 becomes UTF-8 with a mark, or a spreadsheet would misread it. */
export function byteOrderMark(plan: ListPlan): string {
  return plan.bom || plan.encoding !== 'utf-8' ? '\ufeff' : '';
}

/** The list's own part of a line, filled up to the width of the longest row. */
function createOwnCells(
  plan: ListPlan,
  { delimiter, escapeFormulas, isVerbatim, write }: CsvWriting,
): (row: ListRow) => string {
  if (isVerbatim) {
    return (row) => row.text + delimiter.repeat(Math.max(0, plan.width - row.cells.length));
  }
  const guard = escapeFormulas ? guardFormula : unchanged;
  return (row) => write(filled(row.cells, plan.width).map(guard));
}

function unchanged(cell: string): string {
  return cell;
}

function head(plan: ListPlan, writing: CsvWriting): string {
  const { columns, delimiter, escapeFormulas, isVerbatim, write } = writing;
  const above = preamble(plan, writing);
  const names = ownNames(plan);
  if (!names) return above;
  const added = columns.map(({ name }) => name);
  const own = filled(names, plan.width);
  const lineEnd = plan.head.lineEnd || plan.lineEnd;
  if (!isVerbatim) {
    const guarded = escapeFormulas ? own.map(guardFormula) : own;
    return above + write([...guarded, ...added]) + lineEnd;
  }
  const padding = delimiter.repeat(plan.width - names.length);
  const tail = added.length > 0 ? delimiter + write(added) : '';
  return above + plan.head.header + padding + tail + lineEnd;
}

/** What stands above the header. */
function preamble(plan: ListPlan, { delimiter, write }: CsvWriting): string {
  if (delimiter === plan.delimiter) return plan.head.preamble;
  return preambleRows(plan)
    .map((cells) => write(cells) + plan.lineEnd)
    .join('');
}

/**
 * The cells that mailvet adds, a delimiter before each. Texts come from a service as much as from the
 * list: always guarded.
 */
function createResultCells({ columns, delimiter }: CsvWriting): (judged: JudgedRow) => string {
  const write = createCellWriter(delimiter);
  return (judged) => {
    let cells = '';
    for (const column of columns) {
      const value = addedValue(judged, column) ?? '';
      cells += delimiter + (typeof value === 'string' ? write(guardFormula(value)) : value);
    }
    return cells;
  };
}
