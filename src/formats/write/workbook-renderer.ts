import type { Verdict } from '../../contract/verdict.ts';
import type { ListPlan } from '../plan.ts';
import type { ReportFacts } from '../report/report-facts.ts';
import { summaryRows } from '../report/summary-rows.ts';
import {
  type CellXml,
  EMPTY,
  MAX_TEXT_LENGTH,
  numberCell,
  textCell,
} from '../workbook/out/cell.ts';
import { checkWidth, WorkbookWriter } from '../workbook/out/workbook-writer.ts';
import { columnValue } from './column-value.ts';
import {
  type AddedColumn,
  addedColumns,
  addedValue,
  filled,
  ownNames,
  preambleRows,
} from './header-row.ts';
import type { JudgedAddress, JudgedRow } from './judged-row.ts';
import type { ResultColumn } from './output.ts';
import type { FileWriter, Renderer } from './renderer.ts';

interface WorkbookOptions {
  readonly columns: readonly ResultColumn[];
  readonly facts?: () => ReportFacts;
  readonly onCutCell?: () => void;
}

type SheetLine = readonly CellXml[];

/**
 * A workbook: the list's columns as text, so that zeros and long numbers stay as they are, and the
 * results behind them. Text is never run as a formula there: nothing needs a guard.
 */
export function createWorkbookRenderer(
  plan: ListPlan,
  options: WorkbookOptions,
): Renderer<SheetLine> {
  const names = ownNames(plan);
  const added = addedColumns(plan, options.columns);
  const header = names && [...filled(names, plan.width), ...added.map(({ name }) => name)];
  const above = preambleRows(plan).map((cells) => cells.map((cell) => textCell(cell)));
  const named = header ? [header.map((name) => textCell(name, 'heading'))] : [];
  const layout = { head: [...above, ...named], hasHeader: named.length > 0 };
  return {
    row(judged) {
      const { cells } = judged.row;
      for (const { length } of cells) if (length > MAX_TEXT_LENGTH) options.onCutCell?.();
      return rowCells(judged, plan.width, added);
    },
    open: (isWhole) => createFile(new WorkbookWriter(layout), isWhole ? options.facts : undefined),
  };
}

/** Throws `input` where the list has too many columns for a workbook. */
export function checkWorkbook(plan: ListPlan, columns: readonly ResultColumn[]): void {
  checkWidth(plan.width + addedColumns(plan, columns).length);
}

/** The cells of a result, in the order of the columns. */
export function judgedCells(judged: JudgedAddress, columns: readonly ResultColumn[]): CellXml[] {
  return columns.map((column) => resultCell(columnValue(judged, column), column));
}

function resultCell(value: string | number | boolean | undefined, field: ResultColumn): CellXml {
  if (value === undefined) return EMPTY;
  if (typeof value === 'number') return numberCell(value);
  return textCell(String(value), field === 'verdict' ? (value as Verdict) : undefined);
}

function rowCells(
  judged: JudgedRow,
  width: number,
  columns: readonly AddedColumn[],
): readonly CellXml[] {
  const own = filled(judged.row.cells, width).map((cell) => textCell(cell));
  return [...own, ...columns.map((column) => resultCell(addedValue(judged, column), column.field))];
}

function createFile(
  workbook: WorkbookWriter,
  facts: (() => ReportFacts) | undefined,
): FileWriter<SheetLine> {
  return {
    add: (_, line) => workbook.add(line),
    addBlank: () => workbook.skip(),
    isFull: () => workbook.isFull(),
    take: () => workbook.take(),
    end: () => workbook.end(facts && summaryRows(facts())),
  };
}
