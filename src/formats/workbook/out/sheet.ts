import { type Cell, lengthOf } from './cell.ts';
import { MAIN } from './parts.ts';

/** Rows and columns that a spreadsheet knows. */
const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_384;

/** Characters of a sheet's XML: with three bytes each, its size still fits a ZIP record. */
const MAX_SHEET_LENGTH = 1_400_000_000;

/** Rows by which columns get their widths. */
const MEASURED_ROWS = 100;

interface SheetLayout {
  /** What stands above the rows; its last row is the header, if there is one. */
  readonly head: readonly (readonly Cell[])[];
  readonly hasHeader: boolean;
  readonly isSelected: boolean;
}

/** A sheet as XML, row by row: what was added is taken in pieces. */
export class SheetWriter {
  readonly #layout: SheetLayout;
  /** The first rows, which show how wide the columns are. */
  #measured: (readonly Cell[])[] | undefined = [];
  #text = '';
  #size = 0;
  #row = 0;
  #width = 0;

  constructor(layout: SheetLayout) {
    this.#layout = layout;
    for (const cells of layout.head) this.add(cells);
  }

  add(cells: readonly Cell[]): void {
    this.#row++;
    this.#width = Math.max(this.#width, cells.length);
    if (this.#measured) this.#measure(cells);
    else this.#text += rowXml(cells, this.#row);
  }

  /** An empty row. */
  skip(): void {
    this.add([]);
  }

  /** Characters to be taken. */
  get pending(): number {
    return this.#text.length;
  }

  /** True where another row may be one too many. */
  isFull(): boolean {
    return this.#row >= LAST_ROW || this.#size + this.#text.length > MAX_SHEET_LENGTH;
  }

  take(): string {
    const taken = this.#text;
    this.#size += taken.length;
    this.#text = '';
    return taken;
  }

  /** The end of the sheet. Nothing may be added afterwards. */
  end(): string {
    if (this.#measured) this.#begin(this.#measured);
    return `${this.take()}</sheetData>${this.#filter()}${this.#quiet()}</worksheet>`;
  }

  /** The range of header and rows (`A1:D20`); undefined without a header. */
  range(absolute = ''): string | undefined {
    const { head, hasHeader } = this.#layout;
    if (!hasHeader || this.#width === 0) return undefined;
    const place = (column: number, row: number) =>
      `${absolute}${columnName(column)}${absolute}${row}`;
    return `${place(0, head.length)}:${place(this.#width - 1, this.#row)}`;
  }

  #measure(cells: readonly Cell[]): void {
    this.#measured?.push(cells);
    if (this.#measured && this.#measured.length >= MEASURED_ROWS) this.#begin(this.#measured);
  }

  #begin(rows: readonly (readonly Cell[])[]): void {
    this.#measured = undefined;
    this.#text = `<worksheet ${MAIN}>${this.#view()}${columnsXml(rows)}<sheetData>`;
    rows.forEach((cells, index) => {
      this.#text += rowXml(cells, index + 1);
    });
  }

  #view(): string {
    const { head, hasHeader, isSelected } = this.#layout;
    const frozen = `<pane ySplit="${head.length}" topLeftCell="A${head.length + 1}" activePane="bottomLeft" state="frozen"/>`;
    const selected = isSelected ? ' tabSelected="1"' : '';
    return `<sheetViews><sheetView${selected} workbookViewId="0">${hasHeader ? frozen : ''}</sheetView></sheetViews>`;
  }

  #filter(): string {
    const range = this.range();
    return range === undefined ? '' : `<autoFilter ref="${range}"/>`;
  }

  /** Otherwise Excel marks every postcode as a number stored as text. */
  #quiet(): string {
    if (this.#width === 0) return '';
    const range = `A1:${columnName(this.#width - 1)}${this.#row}`;
    return `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;
  }
}

function rowXml(cells: readonly Cell[], row: number): string {
  let text = `<row r="${row}">`;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell) text += `<c r="${columnName(index)}${row}"${cell}`;
  }
  return `${text}</row>`;
}

const NARROWEST = 8;
const WIDEST = 50;

function columnsXml(rows: readonly (readonly Cell[])[]): string {
  const widths: number[] = [];
  for (const cells of rows) {
    cells.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? NARROWEST, lengthOf(cell) + 2);
    });
  }
  const columns = widths.map((width, index) => {
    const shown = Math.min(width, WIDEST);
    return `<col min="${index + 1}" max="${index + 1}" width="${shown}" customWidth="1"/>`;
  });
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
}

const NAMES: string[] = [];

/** `A` for 0, `AA` for 26. */
function columnName(index: number): string {
  for (let next = NAMES.length; next <= index; next++) NAMES.push(nameOf(next));
  return NAMES[index] as string;
}

function nameOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : nameOf(Math.floor(index / 26) - 1) + last;
}
