import { message } from '../../../i18n/message.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { MAX_ZIP_SIZE, ZipWriter } from '../../../lib/zip-writer.ts';
import { type CellXml, lengthOf } from './cell.ts';
import {
  firstParts,
  lastParts,
  MAIN,
  type PackagePart,
  type WrittenSheet,
  XML_DECLARATION,
} from './parts.ts';

interface WorkbookLayout {
  /** The rows above the data, the header last. They stand on top of every sheet of rows. */
  readonly head: readonly (readonly CellXml[])[];
  /** Whether the last row of `head` names the columns: it is frozen then, and has a filter. */
  readonly hasHeader: boolean;
}

/** The name of the sheet with the rows; a list that is too long for one has `Results 2`, … too. */
const ROWS = 'Results';
const SUMMARY = 'Summary';

/** Characters of XML that are gathered before they are packed. */
const PIECE_SIZE = 128 * 1024;

/**
 * An .xlsx workbook as a stream: rows go in, bytes come out, and little more than a piece is held.
 *
 * Throws `input` where the workbook can't hold the list: too many columns, or over 4 GB packed.
 */
export class WorkbookWriter {
  readonly #layout: WorkbookLayout;
  // The format knows no date before 1980, and none is needed: equal rows make equal files.
  readonly #zip = new ZipWriter(new Date(1980, 0, 1));
  readonly #sheets: WrittenSheet[] = [];
  #sheet: SheetWriter;
  /** Sheets that are full, and not packed yet. */
  #full: SheetWriter[] = [];
  #isOpen = false;

  constructor(layout: WorkbookLayout) {
    checkWidth(Math.max(0, ...layout.head.map(({ length }) => length)));
    this.#layout = layout;
    this.#sheet = this.#newSheet();
  }

  add(cells: readonly CellXml[]): void {
    if (this.#sheet.isFull()) {
      this.#full.push(this.#sheet);
      this.#sheet = this.#newSheet();
    }
    this.#sheet.add(cells);
  }

  /** An empty row. */
  skip(): void {
    this.add([]);
  }

  /** True where `take` has a piece to return. */
  isFull(): boolean {
    return this.#full.length > 0 || this.#sheet.pending >= PIECE_SIZE;
  }

  /** The bytes that are ready. */
  async take(): Promise<Uint8Array> {
    for (const sheet of this.#full.splice(0)) await this.#close(sheet);
    if (this.#sheet.pending > 0) await this.#pack(this.#sheet.take());
    if (this.#zip.size > MAX_ZIP_SIZE) throw tooLarge();
    return this.#zip.take();
  }

  /** Ends the workbook with the rows of the summary's sheet, if there is to be one. */
  async end(summary?: readonly (readonly CellXml[])[]): Promise<void> {
    for (const sheet of [...this.#full.splice(0), this.#sheet]) await this.#close(sheet);
    if (summary) {
      const sheet = new SheetWriter({ head: summary, hasHeader: false, isSelected: false });
      await this.#close(sheet, SUMMARY);
    }
    await this.#packParts(lastParts(this.#sheets));
    await this.#zip.end();
  }

  #newSheet(): SheetWriter {
    const isSelected = this.#sheets.length === 0 && this.#full.length === 0;
    return new SheetWriter({ ...this.#layout, isSelected });
  }

  async #close(sheet: SheetWriter, name = this.#rowsName()): Promise<void> {
    await this.#pack(sheet.end());
    const file = `sheet${this.#sheets.length + 1}.xml`;
    this.#sheets.push({ name, file, filter: sheet.range('$') });
    this.#isOpen = false;
  }

  #rowsName(): string {
    return this.#sheets.length === 0 ? ROWS : `${ROWS} ${this.#sheets.length + 1}`;
  }

  async #pack(xml: string): Promise<void> {
    if (this.#zip.size === 0) await this.#packParts(firstParts());
    const declaration = this.#isOpen ? '' : XML_DECLARATION;
    if (!this.#isOpen) {
      await this.#zip.begin(`xl/worksheets/sheet${this.#sheets.length + 1}.xml`);
    }
    this.#isOpen = true;
    await this.#zip.write(Buffer.from(declaration + xml));
  }

  async #packParts(parts: readonly PackagePart[]): Promise<void> {
    for (const [path, xml] of parts) {
      await this.#zip.begin(path);
      await this.#zip.write(Buffer.from(XML_DECLARATION + xml));
    }
  }
}

/** Throws `input` where so many columns are more than a workbook has. */
export function checkWidth(width: number): void {
  if (width <= LAST_COLUMN) return;
  throw new MailvetError(
    'input',
    message('errorTexts.workbook_width', { most: LAST_COLUMN, width }),
    {
      advice: message('errorTexts.download_csv'),
      hint: ['Write them to a .csv file: ', { code: 'csv_output' }],
    },
  );
}

function tooLarge(): MailvetError {
  return new MailvetError('input', message('errorTexts.workbook_size'), {
    advice: message('errorTexts.download_csv'),
    hint: ['Write the results to a .csv file: ', { code: 'csv_output' }],
  });
}

/** Rows and columns that a spreadsheet knows. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

/** Characters of a sheet's XML: with three bytes each, its size still fits a ZIP record. */
const MAX_SHEET_LENGTH = 1_400_000_000;

/** Rows by which columns get their widths. */
const MEASURED_ROWS = 100;

interface SheetLayout {
  /** What stands above the rows; its last row is the header, if there is one. */
  readonly head: readonly (readonly CellXml[])[];
  readonly hasHeader: boolean;
  readonly isSelected: boolean;
}

/** A sheet as XML, row by row: what was added is taken in pieces. */
class SheetWriter {
  readonly #layout: SheetLayout;
  /** The first rows, which show how wide the columns are. */
  #measured: (readonly CellXml[])[] | undefined = [];
  #text = '';
  #size = 0;
  #row = 0;
  #width = 0;

  constructor(layout: SheetLayout) {
    this.#layout = layout;
    for (const cells of layout.head) this.add(cells);
  }

  add(cells: readonly CellXml[]): void {
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

  #measure(cells: readonly CellXml[]): void {
    this.#measured?.push(cells);
    if (this.#measured && this.#measured.length >= MEASURED_ROWS) this.#begin(this.#measured);
  }

  #begin(rows: readonly (readonly CellXml[])[]): void {
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

function rowXml(cells: readonly CellXml[], row: number): string {
  let text = `<row r="${row}">`;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell) text += `<c r="${columnName(index)}${row}"${cell}`;
  }
  return `${text}</row>`;
}

const NARROWEST = 8;
const WIDEST = 50;

function columnsXml(rows: readonly (readonly CellXml[])[]): string {
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
