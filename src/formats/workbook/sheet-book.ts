import type { SheetRow } from './sheet-rows.ts';

/** A sheet of a workbook. */
export interface BookSheet {
  readonly name: string;
  readonly hidden: boolean;
}

/** An opened workbook, of whatever format. */
export interface SheetBook {
  /** In the order of their tabs. */
  readonly sheets: readonly BookSheet[];
  /** The rows of a sheet, in batches; it can be read more than once. */
  rows(sheet: BookSheet): AsyncIterable<readonly SheetRow[]>;
}
