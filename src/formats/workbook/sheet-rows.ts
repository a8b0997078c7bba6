import { isoDateText, type NumberFormat, numberText } from './cell-text.ts';
import { BrokenWorkbook, OversizedWorkbook } from './errors.ts';
import { createRichText, type StringTable, withCharacters } from './string-table.ts';
import { xmlSlices } from './xml.ts';

/** A row with cells up to its last filled one. */
export interface SheetRow {
  /** Number from 1, as the spreadsheet shows it. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** What cells refer to. */
interface CellContext {
  readonly strings: StringTable;
  readonly formats: readonly (NumberFormat | undefined)[];
  readonly from1904: boolean;
}

/** Rows and columns that a spreadsheet knows. */
export const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_384;
/** Characters of a cell; Excel allows 32,767. */
export const MAX_CELL_LENGTH = 100_000;
/** Characters of a row. */
export const MAX_ROW_LENGTH = 1_000_000;
/** Rows by columns, empty ones included. */
const MAX_GRID = 50_000_000;

/** Throws for a sheet of a few cells far apart, or of many repetitions. */
export function checkGrid(rows: number, columns: number): void {
  if (rows * columns <= MAX_GRID) return;
  throw new OversizedWorkbook(
    `it has a cell far out (row ${rows}, with ${columns} columns in use)`,
  );
}

/** The rows of a sheet (ECMA-376 part 1, 18.3) in a batch for each slice; empty rows are left out. */
export async function* sheetRows(
  bytes: AsyncIterable<Buffer>,
  context: CellContext,
): AsyncGenerator<readonly SheetRow[]> {
  const reader = new SheetReader(context);
  for await (const _ of xmlSlices(bytes, reader)) {
    if (reader.rows.length > 0) yield reader.rows.splice(0);
  }
}

/** Cells may lack their place: then they follow each other. */
class SheetReader {
  readonly rows: SheetRow[] = [];
  readonly #context: CellContext;
  readonly #inline = createRichText();
  #row = 0;
  #column = 0;
  #cells: string[] = [];
  #rowLength = 0;
  #type = '';
  #style = 0;
  #value = '';
  #inCell = false;
  #inValue = false;

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'c') this.#openCell(attribute);
    else if (name === 'v') this.#inValue = this.#inCell;
    else if (name === 'row') this.#openRow(attribute('r'));
    else if (this.#inCell) this.#inline.open(name);
  }

  text(piece: string): void {
    if (!this.#inCell) return;
    if (this.#inValue) this.#value += piece;
    else this.#inline.text(piece);
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (this.#inCell) this.#inline.close(name);
  }

  #openRow(place: string | undefined): void {
    this.#row = place === undefined ? this.#row + 1 : Number(place);
    if (!(this.#row >= 1 && this.#row <= LAST_ROW)) throw new BrokenWorkbook(`row ${place}`);
    [this.#column, this.#cells, this.#rowLength] = [0, [], 0];
  }

  #openCell(attribute: (name: string) => string | undefined): void {
    const place = attribute('r');
    this.#column = place === undefined ? this.#column + 1 : parseColumn(place);
    if (!(this.#column >= 1 && this.#column <= LAST_COLUMN)) {
      throw new BrokenWorkbook(`cell ${place}`);
    }
    this.#type = attribute('t') ?? 'n';
    this.#style = Number(attribute('s') ?? 0);
    this.#value = '';
    this.#inCell = true;
  }

  #closeCell(): void {
    this.#inCell = false;
    const text = this.#text(this.#inline.take());
    if (text === '') return;
    this.#rowLength += text.length;
    if (text.length > MAX_CELL_LENGTH || this.#rowLength > MAX_ROW_LENGTH)
      throw oversized(this.#row);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column - 1] = text;
  }

  #closeRow(): void {
    if (this.#cells.length > 0) this.rows.push({ number: this.#row, cells: this.#cells });
    this.#cells = [];
  }

  #text(inline: string): string {
    const { strings, formats, from1904 } = this.#context;
    const value = this.#value;
    switch (this.#type) {
      case 'inlineStr':
        return inline;
      case 's':
        return value === '' ? '' : sharedString(strings, value);
      case 'b':
        return value === '' ? '' : String(value.trim() === '1').toUpperCase();
      case 'd':
        return isoDateText(value);
      case 'n':
        return value === '' ? inline : numberText(value, formats[this.#style], from1904);
      default:
        return withCharacters(value);
    }
  }
}

function sharedString(strings: StringTable, index: string): string {
  const text = strings.get(Number(index));
  if (text === undefined) throw new BrokenWorkbook(`shared string ${index}`);
  return text;
}

export function oversized(row: number): OversizedWorkbook {
  const max = MAX_CELL_LENGTH.toLocaleString('en');
  return new OversizedWorkbook(`a cell in row ${row} has over ${max} characters, or the row 1 MB`);
}

const CODE_BEFORE_A = 64;

/** `A1` is 1, `Z1` 26, `AA1` 27; NaN where no letters stand. */
function parseColumn(place: string): number {
  let [column, at] = [0, 0];
  for (; at < place.length; at++) {
    const letter = place.charCodeAt(at) - CODE_BEFORE_A;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column > 0 ? column : Number.NaN;
}
